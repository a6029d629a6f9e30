/*
 * Where a user's config file lies, and what the app remembers
 * (XDG Base Directory Specification 0.8):
 *
 *     $XDG_CONFIG_HOME/assay/config   ~/.config/assay/config        written by the user
 *     $XDG_STATE_HOME/assay/state     ~/.local/state/assay/state    written by assay
 */
#ifndef ASSAY_CLI_PREFERENCE_FILES_H
#define ASSAY_CLI_PREFERENCE_FILES_H

#include "cli/command.h"
#include "tui/keys/preferences.h"

/* {0} is safe to release. */
struct preferences {
    struct config config;
    struct buffer remembered; /* as it was loaded */
};

void preferences_release(struct preferences *preferences);

/* Reads both files; one that is not there says nothing. ERR_INPUT: see config_read. */
bool preferences_load(struct preferences *preferences, const struct world *world, struct err *err)
    __attribute__((warn_unused_result));

/* Writes what is to be remembered, if it has changed. Without a home there is no place for it: nothing is done. */
bool preferences_save(const struct preferences *preferences, const struct world *world, struct err *err)
    __attribute__((warn_unused_result));

#endif
