/* Finds the questions in which a judge is asked about disagreements (core/judge/adjudication.h). */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

/*
 * For this folder alone: lists the questions on which at least two other annotators have voted, in the order of
 * dealing. In the arena.
 */
MUST_CHECK bool adjudicating_list_questions(struct store *store, int64_t annotator_id, struct arena *arena,
                                            int64_t **question_ids, size_t *n, struct err *err);
/* Announces adjudicating_list_questions: see query_prefetch (database/db.h). */
void adjudicating_prefetch_questions(struct store *store, int64_t annotator_id);

/* Counts the ballots for this judge; reads all questions with several voters. */
MUST_CHECK bool store_count_contested(struct store *store, int64_t annotator_id, int64_t *ballots,
                                      struct err *err);
