#include "tests/support/support.h"

#include "tests/support/fault_vfs.h"

#include "core/base/memory.h"
#include "tests/support/content.h"

#include <dirent.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const fault_names[FAULT_COUNT] = {
    [FAULT_NONE] = "nothing",
    [FAULT_READ] = "a read",
    [FAULT_WRITE] = "a write",
    [FAULT_FULL] = "a write on a full disk",
    [FAULT_TORN_WRITE] = "half a write",
    [FAULT_SYNC] = "a sync",
    [FAULT_OPEN] = "an open",
    [FAULT_LOOK] = "a look for a file",
    [FAULT_LOCK] = "a lock",
    [FAULT_MAP] = "shared memory",
    [FAULT_TRUNCATE] = "a truncate",
    [FAULT_DELETE] = "a delete",
    [FAULT_RENAME] = "a rename",
    [FAULT_MEMORY] = "an allocation of SQLite",
    [FAULT_HEAP] = "an allocation",
};

const char *fault_name(enum fault fault)
{
    return fault_names[fault];
}

/* --- Faults ---------------------------------------------------------------------------------- */

static struct {
    enum fault fault;
    size_t nth;
    bool stays;
    size_t calls;
    int error;         /* the errno of the last call that was made to fail, otherwise 0 */
    bool is_of_sqlite; /* the current heap allocation is SQLite's */
} plan;

void fault_set(enum fault fault, size_t nth, bool stays)
{
    plan.fault = fault;
    plan.nth = nth;
    plan.stays = stays;
    plan.calls = 0;
    plan.error = 0;
}

size_t fault_calls(void)
{
    return plan.calls;
}

bool fault_strikes(enum fault fault)
{
    if (fault != plan.fault || plan.nth == 0 || (fault == FAULT_HEAP && plan.is_of_sqlite))
        return false;
    plan.calls++;
    bool strikes = plan.calls == plan.nth || (plan.stays && plan.calls > plan.nth);
    if (strikes)
        plan.error = fault == FAULT_FULL ? ENOSPC : EIO;
    return strikes;
}

/* --- Recording -------------------------------------------------------------------------------- */

enum event_kind { EVENT_WRITE, EVENT_TRUNCATE, EVENT_SYNC, EVENT_DELETE, EVENT_FOLDER_SYNC };

struct event {
    enum event_kind kind;
    size_t file;
    size_t offset; /* for EVENT_TRUNCATE: the new size */
    struct bytes data;
};

/* A file and its state when the recording began. */
struct kept_file {
    char *path;
    bool was_there;
    struct bytes before;
};

static struct {
    bool is_on;
    struct arena arena;
    char *folder;
    struct kept_file *files;
    size_t n_files;
    struct event *events;
    size_t n_events, capacity;
} record;

void power_record(const char *folder)
{
    DIR *open = opendir(folder);
    assert_non_null(open);
    power_forget();
    record.is_on = true;
    record.folder = arena_copy_string(&record.arena, folder);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        char *path = arena_format(&record.arena, "%s/%s", folder, entry->d_name);
        ARENA_PUSH(&record.arena, record.files, record.n_files) =
            (struct kept_file){.path = path, .was_there = true, .before = content_of(&record.arena, path)};
    }
    closedir(open);
}

void power_forget(void)
{
    arena_release(&record.arena);
    free(record.events);
    memset(&record, 0, sizeof record);
}

size_t power_events(void)
{
    return record.n_events;
}

enum { NO_FILE = -1 };

/* Returns the number of a file in the folder, which is recorded from now on. */
static int find_file(const char *path)
{
    if (!record.is_on || path == NULL || strncmp(path, record.folder, strlen(record.folder)) != 0)
        return NO_FILE;
    for (size_t i = 0; i < record.n_files; i++) {
        if (strcmp(record.files[i].path, path) == 0)
            return (int)i;
    }
    ARENA_PUSH(&record.arena, record.files, record.n_files) =
        (struct kept_file){.path = arena_copy_string(&record.arena, path)};
    return (int)record.n_files - 1;
}

static void keep(enum event_kind kind, int file, size_t offset, struct bytes data)
{
    if (file == NO_FILE || !record.is_on)
        return;
    VECTOR_PUSH(record.events, record.n_events, record.capacity) = (struct event){
        .kind = kind, .file = (size_t)file, .offset = offset, .data = arena_copy(&record.arena, data)};
}

/* --- A file ----------------------------------------------------------------------------------- */

struct faulty_file {
    sqlite3_file base;
    int kept;          /* the number of the file in the record */
    bool syncs_folder; /* the next sync also syncs the folder, as SQLite does for a new journal */
    sqlite3_file *real;
};

static sqlite3_vfs *real_vfs;

static struct faulty_file *faulty(sqlite3_file *file)
{
    return (struct faulty_file *)file;
}

static sqlite3_file *real(sqlite3_file *file)
{
    return faulty(file)->real;
}

static int close_file(sqlite3_file *file)
{
    int code = real(file)->pMethods->xClose(real(file));
    file->pMethods = NULL;
    return code;
}

static int read_file(sqlite3_file *file, void *data, int size, sqlite3_int64 offset)
{
    return fault_strikes(FAULT_READ) ? SQLITE_IOERR_READ
                                     : real(file)->pMethods->xRead(real(file), data, size, offset);
}

static int write_file(sqlite3_file *file, const void *data, int size, sqlite3_int64 offset)
{
    bool is_torn = fault_strikes(FAULT_TORN_WRITE);
    int written = is_torn ? size / 2 : size;
    if (fault_strikes(FAULT_FULL))
        return SQLITE_FULL;
    if (fault_strikes(FAULT_WRITE))
        return SQLITE_IOERR_WRITE;
    int code = real(file)->pMethods->xWrite(real(file), data, written, offset);
    keep(EVENT_WRITE, faulty(file)->kept, (size_t)offset,
         (struct bytes){.data = data, .size = (size_t)written});
    return is_torn ? SQLITE_IOERR_WRITE : code;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size)
{
    if (fault_strikes(FAULT_TRUNCATE))
        return SQLITE_IOERR_TRUNCATE;
    keep(EVENT_TRUNCATE, faulty(file)->kept, (size_t)size, (struct bytes){0});
    return real(file)->pMethods->xTruncate(real(file), size);
}

/* The real file is not synced: nobody waits for the disk. */
static int sync_file(sqlite3_file *file, int flags)
{
    (void)flags;
    if (fault_strikes(FAULT_SYNC))
        return SQLITE_IOERR_FSYNC;
    keep(EVENT_SYNC, faulty(file)->kept, 0, (struct bytes){0});
    if (faulty(file)->syncs_folder)
        keep(EVENT_FOLDER_SYNC, faulty(file)->kept, 0, (struct bytes){0});
    faulty(file)->syncs_folder = false;
    return SQLITE_OK;
}

static int measure_file(sqlite3_file *file, sqlite3_int64 *size)
{
    return fault_strikes(FAULT_LOOK) ? SQLITE_IOERR_FSTAT : real(file)->pMethods->xFileSize(real(file), size);
}

static int lock_file(sqlite3_file *file, int level)
{
    return fault_strikes(FAULT_LOCK) ? SQLITE_IOERR_LOCK : real(file)->pMethods->xLock(real(file), level);
}

static int unlock_file(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int look_at_lock(sqlite3_file *file, int *is_reserved)
{
    return fault_strikes(FAULT_LOCK) ? SQLITE_IOERR_CHECKRESERVEDLOCK
                                     : real(file)->pMethods->xCheckReservedLock(real(file), is_reserved);
}

static int control_file(sqlite3_file *file, int operation, void *argument)
{
    if (operation != SQLITE_FCNTL_LAST_ERRNO || plan.error == 0)
        return real(file)->pMethods->xFileControl(real(file), operation, argument);
    *(int *)argument = plan.error;
    return SQLITE_OK;
}

static int size_of_sector(sqlite3_file *file)
{
    return real(file)->pMethods->xSectorSize(real(file));
}

/* The file system gives no guarantees. */
static int characteristics(sqlite3_file *file)
{
    (void)file;
    return 0;
}

static int map_shared(sqlite3_file *file, int region, int size, int extends, void volatile **memory)
{
    return fault_strikes(FAULT_MAP)
               ? SQLITE_IOERR_SHMMAP
               : real(file)->pMethods->xShmMap(real(file), region, size, extends, memory);
}

static int lock_shared(sqlite3_file *file, int offset, int n, int flags)
{
    bool is_unlocking = (flags & SQLITE_SHM_UNLOCK) != 0;
    return !is_unlocking && fault_strikes(FAULT_MAP)
               ? SQLITE_IOERR_SHMLOCK
               : real(file)->pMethods->xShmLock(real(file), offset, n, flags);
}

static void put_barrier(sqlite3_file *file)
{
    real(file)->pMethods->xShmBarrier(real(file));
}

static int unmap_shared(sqlite3_file *file, int deletes)
{
    return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2, /* without memory mapping, except for the shared memory */
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = measure_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = look_at_lock,
    .xFileControl = control_file,
    .xSectorSize = size_of_sector,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_shared,
    .xShmLock = lock_shared,
    .xShmBarrier = put_barrier,
    .xShmUnmap = unmap_shared,
};

/* --- The system -------------------------------------------------------------------------------- */

enum { JOURNALS = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL };

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
    (void)vfs;
    file->pMethods = NULL; /* if opening fails, there is nothing to close */
    faulty(file)->real = (sqlite3_file *)(faulty(file) + 1);
    faulty(file)->kept = find_file(name);
    faulty(file)->syncs_folder = (flags & SQLITE_OPEN_CREATE) != 0 && (flags & JOURNALS) != 0;
    if (fault_strikes(FAULT_OPEN))
        return SQLITE_CANTOPEN;
    int code = real_vfs->xOpen(real_vfs, name, faulty(file)->real, flags, out_flags);
    if (faulty(file)->real->pMethods == NULL)
        return code;
    file->pMethods = &methods;
    return code;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int syncs_folder)
{
    (void)vfs;
    if (fault_strikes(FAULT_DELETE))
        return SQLITE_IOERR_DELETE;
    keep(EVENT_DELETE, find_file(name), 0, (struct bytes){0});
    if (syncs_folder != 0)
        keep(EVENT_FOLDER_SYNC, find_file(name), 0, (struct bytes){0});
    return real_vfs->xDelete(real_vfs, name, 0);
}

static int look_for_file(sqlite3_vfs *vfs, const char *name, int flags, int *result)
{
    (void)vfs;
    return fault_strikes(FAULT_LOOK) ? SQLITE_IOERR_ACCESS : real_vfs->xAccess(real_vfs, name, flags, result);
}

static int complete_path(sqlite3_vfs *vfs, const char *name, int size, char *path)
{
    (void)vfs;
    return real_vfs->xFullPathname(real_vfs, name, size, path);
}

/* Returns at once, as if the time had passed. */
static int sleep_not(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds;
}

static int last_error(sqlite3_vfs *vfs, int size, char *text)
{
    (void)vfs;
    return plan.error != 0 ? plan.error : real_vfs->xGetLastError(real_vfs, size, text);
}

static sqlite3_mem_methods real_memory;

static void *get_memory(int size)
{
    if (fault_strikes(FAULT_MEMORY))
        return NULL;
    plan.is_of_sqlite = true;
    void *block = real_memory.xMalloc(size);
    plan.is_of_sqlite = false;
    return block;
}

static void *grow_memory(void *block, int size)
{
    if (fault_strikes(FAULT_MEMORY))
        return NULL;
    plan.is_of_sqlite = true;
    void *grown = real_memory.xRealloc(block, size);
    plan.is_of_sqlite = false;
    return grown;
}

void fault_vfs_install(void)
{
    static sqlite3_vfs vfs;
    static sqlite3_mem_methods memory;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory), SQLITE_OK);
    memory = real_memory;
    memory.xMalloc = get_memory;
    memory.xRealloc = grow_memory;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &memory), SQLITE_OK);
    real_vfs = sqlite3_vfs_find(NULL);
    vfs = *real_vfs;
    vfs.zName = "faulty";
    vfs.szOsFile += (int)sizeof(struct faulty_file);
    vfs.xOpen = open_file;
    vfs.xDelete = delete_file;
    vfs.xAccess = look_for_file;
    vfs.xFullPathname = complete_path;
    vfs.xSleep = sleep_not;
    vfs.xGetLastError = last_error;
    assert_int_equal(sqlite3_vfs_register(&vfs, 1), SQLITE_OK);
}

/* --- The power is cut --------------------------------------------------------------------------- */

enum { SECTOR = 512 };

static const char *const cut_names[CUT_COUNT] = {
    [CUT_ALL_LOST] = "all that was not durable lost",
    [CUT_SOME_LOST] = "some of it lost",
    [CUT_TORN] = "sectors of it lost",
    [CUT_NONE_LOST] = "nothing lost",
};

const char *power_cut_name(enum power_cut cut)
{
    return cut_names[cut];
}

/* A file after the power cut. */
struct image {
    bool is_there;
    struct buffer content;
};

static bool is_lost(enum power_cut cut, struct random_source *random)
{
    return cut == CUT_ALL_LOST || (cut != CUT_NONE_LOST && random_below(random, 2) == 0);
}

static void resize(struct image *image, size_t size)
{
    while (image->content.size < size)
        buffer_add_byte(&image->content, '\0');
    image->content.size = size;
}

static void put(struct image *image, size_t offset, struct bytes data)
{
    if (image->content.size < offset + data.size)
        resize(image, offset + data.size);
    memcpy(image->content.data + offset, data.data, data.size);
    image->is_there = true;
}

static void put_some_sectors(struct image *image, const struct event *event, struct random_source *random)
{
    for (size_t at = 0; at < event->data.size;) {
        size_t end = (event->offset + at) / SECTOR * SECTOR + SECTOR - event->offset;
        end = end < event->data.size ? end : event->data.size;
        if (random_below(random, 2) == 0)
            put(image, event->offset + at, (struct bytes){.data = event->data.data + at, .size = end - at});
        at = end;
    }
}

static void happen(struct image *image, const struct event *event)
{
    switch (event->kind) {
    case EVENT_WRITE:
        put(image, event->offset, event->data);
        break;
    case EVENT_TRUNCATE:
        resize(image, event->offset);
        break;
    case EVENT_DELETE:
        resize(image, 0);
        image->is_there = false;
        break;
    case EVENT_SYNC:
    case EVENT_FOLDER_SYNC:
        break;
    }
}

/*
 * Applies an event that was not yet durable, as far as the cut lets it survive. Returns false if it was a deletion that
 * was lost: then the later events of this file are lost, too.
 */
static bool happen_in_part(struct image *image, const struct event *event, enum power_cut cut,
                           struct random_source *random)
{
    if (cut == CUT_TORN && event->kind == EVENT_WRITE) {
        put_some_sectors(image, event, random);
        return true;
    }
    bool is_kept = !is_lost(cut, random);
    if (is_kept)
        happen(image, event);
    return is_kept || event->kind != EVENT_DELETE; /* a file created later under this name is another file */
}

/*
 * Returns how many of the events are durable for this file: up to its last sync, or up to its deletion if the folder
 * was synced after that.
 */
static size_t count_durable(size_t file, size_t events)
{
    size_t durable = 0;
    size_t removed = 0;
    for (size_t i = 0; i < events; i++) {
        const struct event *event = &record.events[i];
        if (event->file == file && event->kind == EVENT_DELETE)
            removed = i + 1;
        if (event->file == file && event->kind == EVENT_SYNC)
            durable = i + 1;
        if (event->kind == EVENT_FOLDER_SYNC && removed > durable)
            durable = removed;
    }
    return durable;
}

static void write_image(const char *folder, const char *path, const struct image *image)
{
    struct arena arena = {0};
    FILE *file = fopen(arena_format(&arena, "%s/%s", folder, strrchr(path, '/') + 1), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(image->content.data, 1, image->content.size, file), image->content.size);
    fclose(file);
    arena_release(&arena);
}

void power_restore(const char *folder, size_t events, enum power_cut cut, struct random_source *random)
{
    for (size_t file = 0; file < record.n_files; file++) {
        struct image image = {.is_there = record.files[file].was_there};
        size_t durable = count_durable(file, events);
        buffer_add(&image.content, record.files[file].before);
        bool goes_on = true;
        for (size_t i = 0; i < events && goes_on; i++) {
            if (record.events[i].file != file)
                continue;
            if (i < durable)
                happen(&image, &record.events[i]);
            else
                goes_on = happen_in_part(&image, &record.events[i], cut, random);
        }
        if (image.is_there)
            write_image(folder, record.files[file].path, &image);
        buffer_release(&image.content);
    }
}
