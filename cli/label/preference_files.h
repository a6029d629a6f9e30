/*
 * The user's config file, and the file in which the app remembers choices (XDG Base Directory Specification 0.8):
 *
 *     $XDG_CONFIG_HOME/assay/config   ~/.config/assay/config        written by the user
 *     $XDG_STATE_HOME/assay/state     ~/.local/state/assay/state    written by assay
 */
#pragma once

#include "cli/command.h"
#include "tui/keys/preferences.h"

/* {0} is safe to release. */
struct preference_files {
    struct preferences preferences;
    struct buffer remembered; /* as loaded */
};

void preference_files_release(struct preference_files *files);

/* Reads both files; a missing file counts as empty. ERR_INPUT: see preferences_read. */
MUST_CHECK bool preference_files_load(struct preference_files *files, const struct world *world,
                                      struct err *err);

/* Reads neither file: for `assay label --kiosk`, whose screen opens and copies no files. */
void preference_files_for_kiosk(struct preference_files *files);

/* Writes the remembered choices if they have changed. Without a home folder, it does nothing. */
MUST_CHECK bool preference_files_save(const struct preference_files *files, const struct world *world,
                                      struct err *err);
