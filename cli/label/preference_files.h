/*
 * Where a user's config file lies, and what the app remembers
 * (XDG Base Directory Specification 0.8):
 *
 *     $XDG_CONFIG_HOME/assay/config   ~/.config/assay/config        written by the user
 *     $XDG_STATE_HOME/assay/state     ~/.local/state/assay/state    written by assay
 */
#ifndef ASSAY_CLI_LABEL_PREFERENCE_FILES_H
#define ASSAY_CLI_LABEL_PREFERENCE_FILES_H

#include "cli/command.h"
#include "tui/keys/preferences.h"

/* {0} is safe to release. */
struct preference_files {
    struct preferences preferences;
    struct buffer remembered; /* as it was loaded */
};

void preference_files_release(struct preference_files *files);

/* Reads both files; one that is not there says nothing. ERR_INPUT: see preferences_read. */
bool preference_files_load(struct preference_files *files, const struct world *world, struct err *err)
    __attribute__((warn_unused_result));

/* Reads none of them: those of `assay label --kiosk`, whose screen opens no file and copies nothing. */
void preference_files_for_kiosk(struct preference_files *files);

/* Writes what is to be remembered, if it has changed. Without a home there is no place for it: nothing is done. */
bool preference_files_save(const struct preference_files *files, const struct world *world, struct err *err)
    __attribute__((warn_unused_result));

#endif
