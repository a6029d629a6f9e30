/*
 * The bytes go to a temporary file in the same folder, because a rename does not cross file systems. The file is synced
 * before the rename, and the folder after it. A crash at any moment leaves the old file or the new one. On an error,
 * the temporary file is removed and the old file is unchanged.
 */
#include "export/file.h"

#include "core/base/folder.h"
#include "core/base/memory.h"
#include "export/shape.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PASS_SIZE = 1 << 20 };

static bool fail_to_write(const char *path, struct err *err)
{
    return err_set(err, ERR_SYSTEM, "%s can't be written: %s", path, strerror(errno));
}

static bool write_all(int descriptor, struct bytes bytes)
{
    while (bytes.size > 0) {
        ssize_t written = write(descriptor, bytes.data, bytes.size);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0)
            bytes = bytes_from(bytes, (size_t)written);
    }
    return true;
}

unsigned file_new_rights(unsigned wanted)
{
    mode_t mask = umask(0);
    umask(mask);
    return wanted & ~(unsigned)mask;
}

/* --- Opening -------------------------------------------------------------- */

/* Creates a temporary file beside the target, with its permissions from the beginning. Takes over `target`. */
static bool open_beside(struct file_writer *writer, char *target, mode_t rights, struct err *err)
{
    writer->target = target;
    buffer_add_format(&writer->beside, "%s.XXXXXX", target);
    writer->descriptor = mkostemp(writer->beside.data, O_CLOEXEC);
    if (writer->descriptor < 0) {
        buffer_clear(&writer->beside);
        return fail_to_write(writer->path, err);
    }
    return fchmod(writer->descriptor, rights) == 0 || fail_to_write(writer->path, err);
}

static bool open_writer(struct file_writer *writer, struct err *err)
{
    const char *path = writer->path;
    struct stat status;
    if (stat(path, &status) != 0 && lstat(path, &status) == 0)
        return err_set(err, ERR_SYSTEM, "%s: a link to a file that is not there; remove it or make the file",
                       path);
    if (stat(path, &status) != 0)
        return open_beside(writer, memory_copy_string(path), file_new_rights(0666), err);
    if (!S_ISREG(status.st_mode)) {
        writer->descriptor = open(path, O_WRONLY | O_CLOEXEC);
        return writer->descriptor >= 0 || fail_to_write(path, err);
    }
    char *target = realpath(path, NULL); /* renaming over a link would replace the link */
    if (target == NULL)
        return fail_to_write(path, err);
    return open_beside(writer, target, status.st_mode & 0777, err);
}

bool file_writer_open(struct file_writer *writer, const char *path, struct err *err)
{
    *writer = (struct file_writer){.path = memory_copy_string(path), .descriptor = -1};
    if (open_writer(writer, err))
        return true;
    file_writer_release(writer);
    return false;
}

void file_writer_open_stream(struct file_writer *writer, FILE *stream, const char *name)
{
    *writer = (struct file_writer){.path = memory_copy_string(name), .descriptor = -1, .stream = stream};
}

/* --- Writing -------------------------------------------------------------- */

static bool write_text(struct file_writer *writer, struct err *err)
{
    struct bytes text = buffer_bytes(&writer->text);
    bool written = writer->stream != NULL ? fwrite(text.data, 1, text.size, writer->stream) == text.size
                                          : write_all(writer->descriptor, text);
    buffer_clear(&writer->text);
    return written || fail_to_write(writer->path, err);
}

bool file_writer_pass(struct file_writer *writer, struct err *err)
{
    return writer->text.size < PASS_SIZE || write_text(writer, err);
}

static bool close_descriptor(struct file_writer *writer)
{
    int descriptor = writer->descriptor;
    writer->descriptor = -1;
    return close(descriptor) == 0;
}

static struct bytes read_beginning(const char *path, char beginning[SHAPE_SIZE])
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = descriptor >= 0 ? read(descriptor, beginning, SHAPE_SIZE) : 0;
    if (descriptor >= 0)
        close(descriptor);
    return (struct bytes){.data = beginning, .size = size > 0 ? (size_t)size : 0};
}

/* The writer reports a file that is unreadable. */
static bool check_shape(const struct file_writer *writer, struct err *err)
{
    char there[SHAPE_SIZE], written[SHAPE_SIZE];
    return !writer->spares_others ||
           shape_is_alike(read_beginning(writer->target, there),
                          read_beginning(writer->beside.data, written)) ||
           err_set(err, ERR_USAGE,
                   "%s: the file there is of another kind, so assay does not replace it; name another file, "
                   "or remove that one",
                   writer->path);
}

bool file_writer_finish(struct file_writer *writer, struct err *err)
{
    if (writer->text.size > 0 && !write_text(writer, err))
        return false;
    if (writer->stream != NULL)
        return fflush(writer->stream) == 0 || fail_to_write(writer->path, err);
    if (writer->target == NULL)
        return close_descriptor(writer) || fail_to_write(writer->path, err);
    if (!check_shape(writer, err))
        return false;
    if (fsync(writer->descriptor) != 0 || !close_descriptor(writer) ||
        rename(writer->beside.data, writer->target) != 0)
        return fail_to_write(writer->path, err);
    buffer_clear(&writer->beside);
    folder_sync_of(writer->target);
    return true;
}

void file_writer_release(struct file_writer *writer)
{
    if (writer->descriptor >= 0 && writer->path != NULL)
        close(writer->descriptor);
    if (writer->beside.size > 0)
        unlink(writer->beside.data);
    buffer_release(&writer->text);
    buffer_release(&writer->beside);
    free(writer->path);
    free(writer->target);
    *writer = (struct file_writer){.descriptor = -1};
}

bool file_replace(const char *path, struct bytes bytes, struct err *err)
{
    struct file_writer writer;
    if (!file_writer_open(&writer, path, err))
        return false;
    buffer_add(&writer.text, bytes);
    bool replaced = file_writer_finish(&writer, err);
    file_writer_release(&writer);
    return replaced;
}
