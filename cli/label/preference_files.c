/*
 * The user's config file is read first, then the remembered choices. A fault in the config file is an error. A fault in
 * the state file is ignored, because assay wrote the file. The state file is written only if its content has changed.
 */
#include "cli/label/preference_files.h"

#include "cli/shared/user_files.h"
#include "core/base/bug.h"
#include "export/file.h"
#include "import/files/file.h"
#include "tui/screens/screens.h"

#include <string.h>
#include <unistd.h>

void preference_files_release(struct preference_files *files)
{
    preferences_release(&files->preferences);
    buffer_release(&files->remembered);
}

static const char *config_path(const struct world *world, struct arena *arena)
{
    return user_file_path(arena, world->config_folder, world->home, ".config", "config");
}

static const char *state_path(const struct world *world, struct arena *arena)
{
    return user_file_path(arena, world->state_folder, world->home, ".local/state", "state");
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
    /* The state file may be damaged or come from another version. That must not prevent the start. */
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

bool preference_files_save(const struct preference_files *files, const struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct buffer remembered = {0};
    const char *path = state_path(world, &arena);
    preferences_add_remembered(&files->preferences, &remembered);
    bool has_changed = !bytes_equal(buffer_bytes(&remembered), buffer_bytes(&files->remembered));
    bool saved = true;
    if (has_changed && path != NULL)
        saved = user_file_make_folders(path, err) && file_replace(path, buffer_bytes(&remembered), err);
    buffer_release(&remembered);
    arena_release(&arena);
    return saved;
}
