#include "import/files/spool.h"

#include "core/base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_ROOM = 64 * 1024 };

/* As in SQLite: large files belong in /var/tmp, because /tmp may be in memory. */
static const char *const usual_folders[] = {"/var/tmp", "/tmp"};

static const char *chosen_folder;

void spool_use_folder(const char *folder)
{
    chosen_folder = folder != NULL && folder[0] != '\0' ? folder : NULL;
}

static const char *folder_of_files(void)
{
    return chosen_folder != NULL                        ? chosen_folder
           : access(usual_folders[0], W_OK | X_OK) == 0 ? usual_folders[0]
                                                        : usual_folders[1];
}

static bool fail(struct err *err)
{
    return err_set(
        err, ERR_SYSTEM,
        "a temporary file does not fit into %s (%s); free some space, or set TMPDIR to another folder",
        folder_of_files(), strerror(errno));
}

static bool open_file(struct spool *spool, struct err *err)
{
    spool->descriptor = system_unnamed_file(folder_of_files());
    spool->has_file = spool->descriptor >= 0;
    return spool->has_file || fail(err);
}

/* Appends the bytes in memory to the file. */
static bool empty_into_file(struct spool *spool, struct err *err)
{
    size_t written = 0;
    if (!spool->has_file && !open_file(spool, err))
        return false;
    while (written < spool->size) {
        ssize_t put = write(spool->descriptor, spool->data + written, spool->size - written);
        if (put < 0 && errno != EINTR)
            return fail(err);
        written += put > 0 ? (size_t)put : 0;
    }
    spool->size = 0;
    return true;
}

bool spool_make_room(struct spool *spool, struct err *err)
{
    if (spool->size < spool->room)
        return true;
    if (spool->room >= spool->most_in_memory)
        return empty_into_file(spool, err);
    size_t room = spool->room > 0 ? spool->room * 2 : FIRST_ROOM;
    spool->data = arena_extend(&spool->memory, spool->data, spool->room, room);
    spool->room = room;
    return true;
}

bool spool_add(struct spool *spool, struct bytes bytes, struct err *err)
{
    while (bytes.size > 0) {
        if (!spool_make_room(spool, err))
            return false;
        size_t room = spool->room - spool->size, n = bytes.size < room ? bytes.size : room;
        memcpy(spool->data + spool->size, bytes.data, n);
        spool->size += n;
        bytes = bytes_from(bytes, n);
    }
    return true;
}

bool spool_end(struct spool *spool, struct err *err)
{
    return !spool->has_file || empty_into_file(spool, err);
}

bool spool_read(const struct spool *spool, void *out, size_t size, struct err *err)
{
    size_t done = spool->has_file ? 0 : size;
    if (!spool->has_file && size > 0)
        memcpy(out, spool->data, size);
    while (done < size) {
        ssize_t got = pread(spool->descriptor, (char *)out + done, size - done, (off_t)done);
        if (got == 0 || (got < 0 && errno != EINTR))
            return err_set(err, ERR_SYSTEM, "a temporary file in %s can't be read back: %s",
                           folder_of_files(), got == 0 ? "it is too short" : strerror(errno));
        done += got > 0 ? (size_t)got : 0;
    }
    return true;
}

void spool_release(struct spool *spool)
{
    if (spool->has_file)
        close(spool->descriptor);
    arena_release(&spool->memory);
    *spool = (struct spool){0};
}
