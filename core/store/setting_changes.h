/*
 * Who changed which setting, when, and from what to what, as the log of the database has it (log.h).
 */
#ifndef ASSAY_CORE_STORE_SETTING_CHANGES_H
#define ASSAY_CORE_STORE_SETTING_CHANGES_H

#include "core/store/settings.h"

struct setting_change {
    int64_t at; /* ms since 1970 */
    struct bytes who;
    enum setting setting;
    struct bytes before, after;
};

/* The newest first, at most so many, in the arena. What is too long for the log is not among them. ERR_DATABASE as store_list_log. */
bool store_list_setting_changes(struct store *store, size_t most, struct arena *arena,
                                struct setting_change **changes, size_t *n, struct err *err)
    __attribute__((warn_unused_result));

/*
 * For this folder: what the log says behind a command that has changed a setting; nothing of values that could not be told from it
 * again.
 */
void setting_change_add(enum setting setting, struct bytes before, struct bytes after, struct buffer *text);

#endif
