/* In which questions a judge is asked something (core/judge/adjudication.h). */
#ifndef ASSAY_CORE_STORE_LABELLING_ADJUDICATING_H
#define ASSAY_CORE_STORE_LABELLING_ADJUDICATING_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

/* For this folder alone: the questions on which two others have voted, in the order of dealing. In the arena. */
bool adjudicating_list_questions(struct store *store, int64_t annotator_id, struct arena *arena,
                                 int64_t **question_ids, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* That is going to be asked: see query_foresee (database/db.h). */
void adjudicating_foresee_questions(struct store *store, int64_t annotator_id);

/* How many ballots there are for this judge: all questions that several voted on are read. */
bool store_count_contested(struct store *store, int64_t annotator_id, int64_t *ballots, struct err *err)
    __attribute__((warn_unused_result));

#endif
