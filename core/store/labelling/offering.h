/*
 * For this folder alone: finds the question in which an annotator is dealt something new. It only reads. What a
 * question offers to the annotator is decided in core/judge/next_ballot.h.
 */
#pragma once

#include "core/judge/control.h"
#include "core/judge/deal.h"
#include "core/store/labelling/step.h"

/* The new ballot that a question has for an annotator. */
struct offer {
    int64_t question_id;
    int64_t number;   /* of the ballot in its question */
    struct deal deal; /* n_slots = 0: there is none */
    enum control control;
    struct expectation then;
    int kept_percent; /* as struct taken_ballot's */
};

/*
 * Prefetches the data that offer_new will read (database/db.h), as far as they are known; `then` NULL: it may be
 * anything.
 */
void offer_prefetch(struct labelling_step *step, const struct expectation *then);
/* The same after step_read: prefetches the questions that come first. */
MUST_CHECK bool offer_prefetch_questions(struct labelling_step *step, struct err *err);
/* Finds a new ballot for the annotator, or a disagreement for a judge, in this question (0: in any). */
MUST_CHECK bool offer_new(struct labelling_step *step, int64_t question_id, struct offer *offer,
                          struct err *err);

/* Counts the ballots for this judge; reads all questions with several voters. */
MUST_CHECK bool store_count_contested(struct store *store, int64_t annotator_id, int64_t *ballots,
                                      struct err *err);
