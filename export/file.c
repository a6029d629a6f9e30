/*
 * The bytes go to a new file in the same folder, since a rename does not cross file systems. They are
 * synced before the rename, and the folder after it: a crash at any moment leaves the old file or the new
 * one. When something fails, the new file is removed and the old one has not been touched.
 */
#include "export/file.h"

#include "core/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail_to_write(const char *path, struct err *err)
{
    return err_set(err, ERR_SYSTEM, "%s: it can't be written: %s", path, strerror(errno));
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

static bool write_in_place(const char *path, struct bytes bytes, struct err *err)
{
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fail_to_write(path, err);
    bool written = write_all(descriptor, bytes);
    written = close(descriptor) == 0 && written;
    return written || fail_to_write(path, err);
}

/* A rename is durable once the folder is. */
static void sync_folder(const char *path)
{
    char *copy = memory_copy_string(path);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
    free(copy);
}

static mode_t rights_of_new_files(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool write_beside(const char *path, mode_t rights, struct bytes bytes, struct err *err)
{
    struct buffer name = {0};
    buffer_add_format(&name, "%s.XXXXXX", path);
    int descriptor = mkostemp(name.data, O_CLOEXEC);
    if (descriptor < 0) {
        buffer_release(&name);
        return fail_to_write(path, err);
    }
    bool written = fchmod(descriptor, rights) == 0 && write_all(descriptor, bytes) && fsync(descriptor) == 0;
    written = close(descriptor) == 0 && written;
    written = written && rename(name.data, path) == 0;
    if (!written) {
        fail_to_write(path, err);
        unlink(name.data);
    } else {
        sync_folder(path);
    }
    buffer_release(&name);
    return written;
}

bool file_replace(const char *path, struct bytes bytes, struct err *err)
{
    struct stat status;
    if (stat(path, &status) != 0 && lstat(path, &status) == 0)
        return err_set(err, ERR_SYSTEM, "%s: a link to a file that is not there; remove it or make the file",
                       path);
    if (stat(path, &status) != 0)
        return write_beside(path, rights_of_new_files(), bytes, err);
    if (!S_ISREG(status.st_mode))
        return write_in_place(path, bytes, err);
    char *target = realpath(path, NULL); /* renaming over a link would cut it */
    if (target == NULL)
        return fail_to_write(path, err);
    bool written = write_beside(target, status.st_mode & 07777, bytes, err);
    free(target);
    return written;
}
