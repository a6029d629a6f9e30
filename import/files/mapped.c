/*
 * If another program shortens a mapped file, pages disappear that may be read next. A signal handler gets no argument
 * of ours. So the mappings are in a table, and mapped_fill_hole looks up the address there. When the table is full, the
 * caller reads the file instead.
 */
#include "import/files/mapped.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

/* A file that is mapped. */
struct mapped {
    atomic_uintptr_t
        start; /* 0: unused. Set last and cleared first, because the handler may run at any time. */
    size_t size;
    int descriptor;
    struct timespec written_at;
    atomic_bool was_cut; /* zero bytes replace the missing pages */
};

enum { MAPPED_MAX = 1024 };

static struct mapped mapped_files[MAPPED_MAX];
static long page_size; /* a handler may not call sysconf */

/* Returns the mapping that contains the address; address 0: an unused entry. NULL: there is none. */
static struct mapped *find_mapped(uintptr_t address)
{
    for (size_t i = 0; i < MAPPED_MAX; i++) {
        uintptr_t start = mapped_files[i].start;
        bool is_wanted = address == 0 || start == 0
                             ? start == address
                             : address >= start && address - start < mapped_files[i].size;
        if (is_wanted)
            return &mapped_files[i];
    }
    return NULL;
}

/*
 * Other threads may be reading there. Each of them sees either the bytes of the file or zero bytes and never reads
 * beyond the end, and file_confirm refuses their results. The thread sanitizer counts a mapping as a write, so it is
 * told to ignore it.
 */
#ifdef __SANITIZE_THREAD__
void AnnotateIgnoreWritesBegin(const char *file, int line);
void AnnotateIgnoreWritesEnd(const char *file, int line);
#else
#define AnnotateIgnoreWritesBegin(file, line) ((void)0)
#define AnnotateIgnoreWritesEnd(file, line) ((void)0)
#endif

static bool put_nulls(uintptr_t start, size_t size)
{
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
    void *nulls = mmap((void *)start, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    return nulls != MAP_FAILED;
}

bool mapped_fill_hole(const void *address)
{
    uintptr_t page = (uintptr_t)address & ~((uintptr_t)page_size - 1);
    struct mapped *mapped = address != NULL ? find_mapped((uintptr_t)address) : NULL;
    if (mapped == NULL)
        return false;
    mapped->was_cut = true;
    return put_nulls(page, mapped->start + mapped->size - page);
}

bool mapped_add(int descriptor, const struct stat *status, struct bytes *mapping)
{
    size_t size = (size_t)status->st_size;
    struct mapped *mapped = find_mapped(0);
    int own = mapped != NULL ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0) : -1;
    if (own < 0)
        return false;
    void *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, own, 0);
    if (data == MAP_FAILED) {
        close(own);
        return false;
    }
    page_size = sysconf(_SC_PAGESIZE);
    mapped->size = size;
    mapped->descriptor = own;
    mapped->written_at = status->st_mtim;
    mapped->was_cut = false;
    mapped->start = (uintptr_t)data;
    *mapping = (struct bytes){.data = data, .size = size};
    return true;
}

void mapped_remove(struct bytes mapping)
{
    struct mapped *mapped = find_mapped((uintptr_t)mapping.data);
    mapped->start = 0;
    munmap((void *)(uintptr_t)mapping.data, mapping.size);
    close(mapped->descriptor);
}

enum mapped_state mapped_look(const void *at)
{
    struct stat status;
    const struct mapped *mapped = find_mapped((uintptr_t)at);
    if (mapped == NULL || fstat(mapped->descriptor, &status) != 0)
        return MAPPED_INTACT;
    if (mapped->was_cut || (size_t)status.st_size < mapped->size)
        return MAPPED_SHORTER;
    bool is_same = status.st_mtim.tv_sec == mapped->written_at.tv_sec &&
                   status.st_mtim.tv_nsec == mapped->written_at.tv_nsec;
    return is_same ? MAPPED_INTACT : MAPPED_CHANGED;
}

/* Releases whole pages. The first page may still be used by the part before; it is then read again. */
void mapped_drop(struct bytes part)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)part.data / page * page;
    uintptr_t end = ((uintptr_t)part.data + part.size) / page * page;
    if (end > start)
        madvise((void *)start, end - start, MADV_DONTNEED);
}

enum { DROPPED_AT_ONCE = 4 << 20 };

void mapped_drop_passed(const char *at, const char **kept)
{
    if (at - *kept < DROPPED_AT_ONCE)
        return;
    if (find_mapped((uintptr_t)*kept) != NULL)
        mapped_drop((struct bytes){.data = *kept, .size = (size_t)(at - *kept)});
    *kept = at;
}
