#include "export/folder.h"

#include "core/base/folder.h"
#include "export/file.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail_to_make(const char *path, struct err *err)
{
    return err_set(err, ERR_SYSTEM, "%s can't be made: %s", path, strerror(errno));
}

bool folder_writer_open(struct folder_writer *writer, const char *path, struct err *err)
{
    struct stat status;
    *writer = (struct folder_writer){.path = path};
    if (lstat(path, &status) == 0)
        return err_set(err, ERR_INPUT, "%s already exists; name a new folder, or remove it", path);
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/')
        size--;
    buffer_add_format(&writer->beside, "%.*s.XXXXXX", (int)size, path);
    if (mkdtemp(writer->beside.data) != NULL)
        return true;
    buffer_release(&writer->beside);
    return fail_to_make(path, err);
}

void folder_writer_path(const struct folder_writer *writer, const char *name, struct buffer *file)
{
    buffer_clear(file);
    buffer_add_format(file, "%s/%s", buffer_string(&writer->beside), name);
}

bool folder_writer_make(const struct folder_writer *writer, const char *name, struct err *err)
{
    struct buffer folder = {0};
    folder_writer_path(writer, name, &folder);
    bool made = mkdir(buffer_string(&folder), 0777) == 0 || fail_to_make(writer->path, err);
    buffer_release(&folder);
    return made;
}

bool folder_writer_finish(struct folder_writer *writer, struct err *err)
{
    const char *beside = buffer_string(&writer->beside);
    if (chmod(beside, file_new_rights(0777)) != 0 || rename(beside, writer->path) != 0)
        return fail_to_make(writer->path, err);
    buffer_release(&writer->beside);
    folder_sync_of(writer->path);
    return true;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    return remove(path);
}

void folder_writer_release(struct folder_writer *writer)
{
    enum { FOLDERS_OPEN = 8 };
    if (writer->beside.size > 0)
        nftw(buffer_string(&writer->beside), remove_entry, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS);
    buffer_release(&writer->beside);
}
