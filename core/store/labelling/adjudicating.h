/*
 * What a judge is asked (core/judge/adjudication.h). But for the count for this folder alone, inside the transaction that deals.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_ADJUDICATING_H
#define ASSAY_CORE_STORE_LABELLING_ADJUDICATING_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/deal_request.h"

struct store;

/*
 * A set of the question that others disagree on and the annotator has not judged; an empty one: there is none. Also the set
 * `judging` counts as judged; NULL: none does. *is_last: once it is answered, there is none any more.
 */
bool adjudicating_choose(struct store *store, int64_t annotator_id, int64_t question_id,
                         const struct slot_set *judging, struct slot_set *set, bool *is_last, struct err *err)
    __attribute__((warn_unused_result));
/* That is going to be asked: see query_foresee (database/db.h). */
void adjudicating_foresee(struct store *store, int64_t question_id);
/* The questions on which two others have voted, in the order of dealing. In the arena. */
bool adjudicating_list_questions(struct store *store, int64_t annotator_id, struct arena *arena,
                                 int64_t **question_ids, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* Likewise. */
void adjudicating_foresee_questions(struct store *store, int64_t annotator_id);

/* How many ballots there are for this judge: all questions that several voted on are read. */
bool store_count_contested(struct store *store, int64_t annotator_id, int64_t *ballots, struct err *err)
    __attribute__((warn_unused_result));

#endif
