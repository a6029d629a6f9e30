/* What the files of core/store share, and nobody else sees. */
#ifndef ASSAY_CORE_STORE_STORE_PRIVATE_H
#define ASSAY_CORE_STORE_STORE_PRIVATE_H

#include "core/base/arena.h"
#include "core/store/sqlite/db.h"
#include "core/store/store.h"

struct annotator_row;
struct dealer;
struct question_row;

struct store {
    struct db *db;
    bool is_new;             /* it has no tables yet, but in the transaction that makes them */
    struct buffer kept_copy; /* see store_kept_copy */
};

/* Leases a ballot to the annotator from now on. */
bool ballot_lease(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
    __attribute__((warn_unused_result));
/* Nobody will be asked it again, unless an answer is taken back. */
bool ballot_close(struct store *store, int64_t ballot_id, struct err *err)
    __attribute__((warn_unused_result));
/* The question of a ballot that is open for the annotator; 0: it is not. */
bool ballot_find_open(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                      int64_t *question_id, struct err *err) __attribute__((warn_unused_result));
/* The row of a question that is there. */
bool question_read(struct store *store, int64_t question_id, struct arena *arena,
                   struct question_row *question, struct err *err) __attribute__((warn_unused_result));
/* store_list_annotators inside the caller's reading. */
bool annotators_read(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                     struct err *err) __attribute__((warn_unused_result));

#endif
