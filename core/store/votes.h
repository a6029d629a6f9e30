/*
 * The votes that stand, in the order in which they were cast: what a replay of them needs.
 */
#ifndef ASSAY_CORE_STORE_VOTES_H
#define ASSAY_CORE_STORE_VOTES_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

/* A slot of a vote that stands. */
struct choice_row {
    int64_t answer_id;
    struct bytes docid;
    bool is_chosen;
};

/*
 * The slots of the votes on a question that stand, up to answer number `last`, in the order in which they were
 * cast; those of a vote side by side. Copied into the arena.
 */
bool store_list_choices(struct store *store, int64_t question_id, int64_t last, struct arena *arena,
                        struct choice_row **rows, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* The nth (from 1) of the votes that stand and were cast after answer number `after`; 0: there are not so many. */
bool store_find_vote_after(struct store *store, int64_t after, int64_t nth, int64_t *answer_id,
                           struct err *err) __attribute__((warn_unused_result));

#endif
