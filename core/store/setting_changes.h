/*
 * The changes of settings: who changed which setting, when, and the values before and after. They are read from the log
 * (log.h).
 */
#pragma once

#include "core/store/settings.h"

struct setting_change {
    int64_t at; /* ms since 1970 */
    struct bytes who;
    enum setting setting;
    struct bytes before, after;
};

/*
 * Lists at most `most` changes, the newest first, in the arena. A change that was too long for the log is missing.
 * ERR_DATABASE as store_list_log.
 */
MUST_CHECK bool store_list_setting_changes(struct store *store, size_t most, struct arena *arena,
                                           struct setting_change **changes, size_t *n, struct err *err);

/*
 * For this folder: adds to `text` the note that the log keeps behind a command that has changed a setting. Adds nothing
 * when the values are equal, or when a note of them could not be read again.
 */
void setting_change_add(enum setting setting, struct bytes before, struct bytes after, struct buffer *text);
