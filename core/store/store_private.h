/* What the files of core/store share, and nobody else sees. */
#ifndef ASSAY_CORE_STORE_STORE_PRIVATE_H
#define ASSAY_CORE_STORE_STORE_PRIVATE_H

#include "core/store/db.h"
#include "core/store/store.h"

struct store {
    struct db *db;
    bool is_new; /* it has no tables yet, but in the transaction that makes them */
};

/* The row of a question that is there. */
bool question_read(struct store *store, int64_t question_id, struct arena *arena,
                   struct question_row *question, struct err *err) __attribute__((warn_unused_result));
/* store_list_annotators inside the caller's reading. */
bool annotators_read(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                     struct err *err) __attribute__((warn_unused_result));

#endif
