#include "import/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIPE_CHUNK = 64 * 1024 };

const char *file_label(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* Turns errno into a sentence. */
static bool fail(struct err *err, const char *path)
{
    const char *label = file_label(path);
    switch (errno) {
    case ENOENT:
        return err_set(err, ERR_SYSTEM, "%s: there is no such file; check the path", label);
    case EACCES:
        return err_set(err, ERR_SYSTEM, "%s: not allowed to read it; check its permissions", label);
    case EINTR:
        return err_set(err, ERR_INTERRUPTED, "%s: stopped while reading", label);
    default:
        return err_set(err, ERR_SYSTEM, "%s: cannot be read: %s", label, strerror(errno));
    }
}

/* A regular file says its size: one block, filled in place. It ends early when the file shrinks meanwhile. */
static bool read_sized(struct file *out, int descriptor, size_t size)
{
    char *data = arena_get(&out->memory, size);
    size_t filled = 0;
    while (filled < size) {
        ssize_t got = read(descriptor, data + filled, size - filled);
        if (got < 0)
            return false;
        if (got == 0)
            break;
        filled += (size_t)got;
    }
    out->bytes = (struct bytes){.data = data, .size = filled};
    return true;
}

static bool read_to_end(struct file *out, int descriptor)
{
    struct buffer content = {0};
    char chunk[PIPE_CHUNK];
    ssize_t got;
    while ((got = read(descriptor, chunk, sizeof chunk)) > 0)
        buffer_add(&content, (struct bytes){.data = chunk, .size = (size_t)got});
    int reason = errno;
    if (got == 0)
        out->bytes = arena_copy(&out->memory, buffer_bytes(&content));
    buffer_release(&content);
    errno = reason;
    return got == 0;
}

static bool read_descriptor(struct file *out, int descriptor, const char *path, struct err *err)
{
    struct stat status;
    if (fstat(descriptor, &status) < 0)
        return fail(err, path);
    if (S_ISDIR(status.st_mode))
        return err_set(err, ERR_SYSTEM, "%s: is a folder; name a file in it", file_label(path));
    /* Files of /proc are regular and claim to be empty. */
    bool sized = S_ISREG(status.st_mode) && status.st_size > 0;
    if (sized ? !read_sized(out, descriptor, (size_t)status.st_size) : !read_to_end(out, descriptor))
        return fail(err, path);
    return true;
}

static void skip_byte_order_mark(struct bytes *bytes)
{
    static const char mark[] = "\xef\xbb\xbf";
    if (bytes_starts_with(*bytes, mark)) {
        bytes->data += strlen(mark);
        bytes->size -= strlen(mark);
    }
}

bool file_open(struct file *out, const char *path, struct err *err)
{
    *out = (struct file){0};
    bool standard_input = strcmp(path, "-") == 0;
    int descriptor = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fail(err, path);
    bool ok = read_descriptor(out, descriptor, path, err);
    if (!standard_input)
        close(descriptor);
    if (ok)
        skip_byte_order_mark(&out->bytes);
    else
        file_close(out);
    return ok;
}

void file_close(struct file *file)
{
    arena_release(&file->memory);
    *file = (struct file){0};
}

bool file_peek(const char *path, char *beginning, size_t room, size_t *size, struct err *err)
{
    struct stat status;
    *size = 0;
    if (strcmp(path, "-") == 0)
        return true;
    if (stat(path, &status) < 0)
        return fail(err, path);
    /* A pipe must not even be opened twice: its writer would be told that its reader has left. */
    if (!S_ISREG(status.st_mode))
        return true;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fail(err, path);
    ssize_t got = read(descriptor, beginning, room);
    bool ok = got >= 0 || fail(err, path);
    *size = ok ? (size_t)got : 0;
    close(descriptor);
    return ok;
}

struct line_reader line_reader_of(struct bytes bytes)
{
    return (struct line_reader){.rest = bytes};
}

bool line_reader_next(struct line_reader *reader, struct bytes *line)
{
    if (reader->rest.size == 0)
        return false;
    const char *start = reader->rest.data;
    const char *feed = memchr(start, '\n', reader->rest.size);
    size_t taken = feed != NULL ? (size_t)(feed - start) + 1 : reader->rest.size;
    size_t size = feed != NULL ? taken - 1 : taken;
    if (feed != NULL && size > 0 && start[size - 1] == '\r')
        size--;
    *line = (struct bytes){.data = start, .size = size};
    reader->rest.data += taken;
    reader->rest.size -= taken;
    reader->number++;
    return true;
}
