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

enum { LOG_WHAT_MAX = 1000 /* bytes of what was done; more is cut off */ };

/*
 * The next transaction that is committed is the user's who did this at that time. On a server `who` is not taken: it is the session's
 * user. Copies.
 */
void store_sign(struct store *store, struct bytes who, struct bytes what, int64_t at);

struct logged {
    int64_t at; /* ms since 1970 */
    struct bytes who, what;
};

/* All events by their time, in the arena. ERR_DATABASE: the session may not see who did what. */
bool store_list_log(struct store *store, struct arena *arena, struct logged **events, size_t *n,
                    struct err *err) __attribute__((warn_unused_result));

/* For this folder: adds the event of store_sign, if there is one, to the transaction that is about to be committed. */
bool log_write(struct store *store, struct err *err) __attribute__((warn_unused_result));
/* Adds to what is signed; nothing where nothing is, or where all of it would be too long. */
void log_note(struct store *store, struct bytes what);
/* And that it is committed. */
void log_forget(struct store *store);

#endif
