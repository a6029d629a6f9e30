/*
 * For this folder alone: which control an annotator is asked (core/judge/control.h). Inside the transaction that deals.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_CONTROLS_H
#define ASSAY_CORE_STORE_LABELLING_CONTROLS_H

#include "core/judge/control.h"
#include "core/store/labelling/step.h"

struct control_choice {
    int64_t question_id; /* 0: there is none to ask */
    int64_t number;      /* that the ballot has there */
    struct slot_set set;
    int64_t shown[BALLOT_SIZE_MAX]; /* of one that was asked before: the same as it stood there; else 0 */
};

/*
 * Draws one of the kind that was drawn, which is not CONTROL_ABSENT, to come behind an answer of the annotator that will be
 * written before it is.
 */
bool controls_choose(struct labelling_step *step, struct drawn_control *control,
                     struct control_choice *choice, struct err *err) __attribute__((warn_unused_result));
/* That is going to be done: what it reads first is foreseen (database/db.h). */
void controls_foresee(struct labelling_step *step, const struct drawn_control *control);

#endif
