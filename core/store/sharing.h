/*
 * For this folder alone: which ballots of others an annotator is asked, too, where a share of them is asked of several
 * (core/judge/overlap.h). Inside the transaction that deals.
 */
#ifndef ASSAY_CORE_STORE_SHARING_H
#define ASSAY_CORE_STORE_SHARING_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/overlap.h"

struct store;

/* Who is asked, and when: what is in somebody's hands by then counts. */
struct shared_with {
    int64_t annotator_id;
    int64_t now;
};

/* A set of the question's pool that the annotator is to be asked because others were; an empty one: there is none. */
bool sharing_choose(struct store *store, const struct shared_with *with, int64_t question_id,
                    const struct overlap *overlap, const struct pool *pool, struct slot_set *set,
                    struct err *err) __attribute__((warn_unused_result));
/* Whether the set of a ballot is one of those, as if that ballot were not there. */
bool sharing_wants(struct store *store, const struct shared_with *with, int64_t question_id,
                   int64_t ballot_id, const struct slot_set *set, bool *wants, struct err *err)
    __attribute__((warn_unused_result));
/* The questions that can have such ballots, in the order of import. In the arena. */
bool sharing_list_questions(struct store *store, const struct overlap *overlap, struct arena *arena,
                            int64_t **question_ids, size_t *n, struct err *err)
    __attribute__((warn_unused_result));

#endif
