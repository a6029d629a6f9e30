/*
 * The user's config file is read first, then what the app remembered. The config file may be wrong, which
 * is an error; the state file may not matter, since assay wrote it: a bad one is as good as none. It is
 * written only if something in it has changed.
 */
#include "cli/label/preference_files.h"

#include "core/base/bug.h"
#include "export/file.h"
#include "import/files/file.h"
#include "tui/screens/screens.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void preference_files_release(struct preference_files *files)
{
    preferences_release(&files->preferences);
    buffer_release(&files->remembered);
}

static bool is_given(const char *value)
{
    return value != NULL && value[0] != '\0';
}

/* NULL: the user has no home. The specification wants relative paths ignored. */
static const char *path_of(struct arena *arena, const char *folder, const char *home, const char *standard,
                           const char *name)
{
    if (is_given(folder) && folder[0] == '/')
        return arena_format(arena, "%s/assay/%s", folder, name);
    return is_given(home) ? arena_format(arena, "%s/%s/assay/%s", home, standard, name) : NULL;
}

static const char *config_path(const struct world *world, struct arena *arena)
{
    return path_of(arena, world->config_folder, world->home, ".config", "config");
}

static const char *state_path(const struct world *world, struct arena *arena)
{
    return path_of(arena, world->state_folder, world->home, ".local/state", "state");
}

static bool read_preference_file(struct preferences *preferences, const char *path, struct err *err)
{
    struct file file = {0};
    if (path == NULL || access(path, F_OK) != 0)
        return true;
    bool read = file_open(&file, path, err) &&
                preferences_read(preferences, screens_key_table, path, file.bytes, err);
    file_close(&file);
    return read;
}

bool preference_files_load(struct preference_files *files, const struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct err forgotten;
    bool loaded = read_preference_file(&files->preferences, config_path(world, &arena), err);
    preferences_keep_wishes(&files->preferences);
    /* The program's own file: of another version, or damaged, it is no reason not to start. */
    if (loaded && !read_preference_file(&files->preferences, state_path(world, &arena), &forgotten))
        memcpy(files->preferences.values, files->preferences.wished, sizeof files->preferences.values);
    preferences_add_remembered(&files->preferences, &files->remembered);
    arena_release(&arena);
    return loaded;
}

void preference_files_for_kiosk(struct preference_files *files)
{
    static const char text[] = "key.open-run = none\nkey.copy = none\n";
    struct err impossible;
    if (!preferences_read(&files->preferences, screens_key_table, "kiosk", bytes_of(text), &impossible))
        BUG("kiosk: %s", impossible.text);
    preferences_keep_wishes(&files->preferences);
}

/* Makes the folders above the file. */
static bool make_folders(char *path, struct err *err)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool there = mkdir(path, 0700) == 0 || errno == EEXIST;
        if (!there)
            err_set(err, ERR_SYSTEM, "%s: the folder can't be made: %s", path, strerror(errno));
        *slash = '/';
        if (!there)
            return false;
    }
    return true;
}

bool preference_files_save(const struct preference_files *files, const struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct buffer remembered = {0};
    const char *path = state_path(world, &arena);
    preferences_add_remembered(&files->preferences, &remembered);
    bool has_changed = !bytes_equal(buffer_bytes(&remembered), buffer_bytes(&files->remembered));
    bool saved = true;
    if (has_changed && path != NULL)
        saved = make_folders(arena_copy_string(&arena, path), err) &&
                file_replace(path, buffer_bytes(&remembered), err);
    buffer_release(&remembered);
    arena_release(&arena);
    return saved;
}
