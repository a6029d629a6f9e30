#include "cli/shared/user_files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static bool is_given(const char *value)
{
    return value != NULL && value[0] != '\0';
}

const char *user_file_path(struct arena *arena, const char *folder, const char *home, const char *standard,
                           const char *name)
{
    if (is_given(folder) && folder[0] == '/')
        return arena_format(arena, "%s/assay/%s", folder, name);
    return is_given(home) ? arena_format(arena, "%s/%s/assay/%s", home, standard, name) : NULL;
}

bool user_file_make_folders(const char *path, struct err *err)
{
    struct arena arena = {0};
    char *folder = arena_copy_string(&arena, path);
    bool made = true;
    for (char *slash = strchr(folder + 1, '/'); made && slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        made = mkdir(folder, 0700) == 0 || errno == EEXIST ||
               err_set(err, ERR_SYSTEM, "%s: the folder can't be made: %s", folder, strerror(errno));
        *slash = '/';
    }
    arena_release(&arena);
    return made;
}
