/*
 * Who has changed what in the database, beside votes, which say so themselves: an event for each command that has written,
 * kept in the transaction of what it did.
 */
#ifndef ASSAY_CORE_STORE_LOG_H
#define ASSAY_CORE_STORE_LOG_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/err.h"

struct store;

struct logged {
    int64_t at; /* ms since 1970 */
    struct bytes who, what;
};

/* All events by their time, in the arena. ERR_DATABASE: the session may not see who did what. */
bool store_list_log(struct store *store, struct arena *arena, struct logged **events, size_t *n,
                    struct err *err) __attribute__((warn_unused_result));

#endif
