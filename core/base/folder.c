#include "core/base/folder.h"

#include "core/base/memory.h"

#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <unistd.h>

void folder_sync_of(const char *path)
{
    char *copy = memory_copy_string(path);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
    free(copy);
}

bool folder_of_is_there(const char *path)
{
    char *copy = memory_copy_string(path);
    bool is_there = access(dirname(copy), F_OK) == 0;
    free(copy);
    return is_there;
}
