/*
 * For this folder alone: in which question an annotator is dealt something new. It reads, and writes nothing.
 * What a question has for them is decided in core/judge/next_ballot.h.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_OFFERING_H
#define ASSAY_CORE_STORE_LABELLING_OFFERING_H

#include "core/judge/control.h"
#include "core/judge/deal.h"
#include "core/store/labelling/step.h"

/* What a question has for an annotator. */
struct offer {
    int64_t question_id;
    int64_t number;   /* that the ballot would have in its question */
    struct deal deal; /* n_slots = 0: nothing */
    enum control control;
    struct expectation then;
};

/* What will be read to offer something new is foreseen (database/db.h), as far as that is known; NULL: it may be anything. */
void offer_foresee(struct labelling_step *step, const struct expectation *then);
/* The same once that was read: the questions that come first. */
bool offer_foresee_questions(struct labelling_step *step, struct err *err)
    __attribute__((warn_unused_result));
/* What is new for the annotator, or what a judge is asked: of this question (0: any). */
bool offer_new(struct labelling_step *step, int64_t question_id, struct offer *offer, struct err *err)
    __attribute__((warn_unused_result));

/* How many ballots there are for this judge: all questions that several voted on are read. */
bool store_count_contested(struct store *store, int64_t annotator_id, int64_t *ballots, struct err *err)
    __attribute__((warn_unused_result));

#endif
