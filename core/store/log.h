/*
 * The log of the database: an event for each command that has written, stored in the transaction of the command. Votes
 * are not logged, because each vote names its annotator and its time.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/err.h"

struct store;

struct logged {
    int64_t at; /* ms since 1970 */
    struct bytes who, what;
};

/* Reads all events into the arena, ordered by time. ERR_DATABASE: the session has no right to see the log. */
MUST_CHECK bool store_list_log(struct store *store, struct arena *arena, struct logged **events, size_t *n,
                               struct err *err);
