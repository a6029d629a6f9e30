/* What the files of core/store share, and nobody else sees. */
#ifndef ASSAY_CORE_STORE_STORE_PRIVATE_H
#define ASSAY_CORE_STORE_STORE_PRIVATE_H

#include "core/judge/stop_rule.h"
#include "core/store/sqlite/db.h"
#include "core/store/store.h"

struct store {
    struct db *db;
    bool is_new; /* it has no tables yet, but in the transaction that makes them */
};

/*
 * Keeps a copy of a database that is about to be brought up to date: complete, beside it, "labels.db.version-2" or,
 * where there is such a file already, "labels.db.version-2.2" and so on. To be called in the write transaction that
 * does it, so that nobody's votes come between, and one program alone makes a copy.
 */
bool keep_copy(struct db *db, int64_t version, struct err *err) __attribute__((warn_unused_result));
/* Candidates and needs of a question; the impressions of ballots leased at `now` count, but for ballot `except` (0:
 * none). With NO_LEASES those of votes alone. In the arena. */
#define NO_LEASES INT64_MAX
bool pool_read(struct store *store, int64_t question_id, int64_t now, int64_t except, struct arena *arena,
               struct pool *pool, struct err *err) __attribute__((warn_unused_result));
/* Writes anew what is left of a question: to be called where its votes, pool or target change. */
bool settle_ballots_left(struct store *store, int64_t question_id, struct err *err)
    __attribute__((warn_unused_result));
/* The row of a question that is there. */
bool question_read(struct store *store, int64_t question_id, struct arena *arena,
                   struct question_row *question, struct err *err) __attribute__((warn_unused_result));
/* store_list_annotators inside the caller's reading. */
bool annotators_read(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                     struct err *err) __attribute__((warn_unused_result));

#endif
