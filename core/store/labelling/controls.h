/*
 * For this folder alone: chooses the control that an annotator is asked (core/judge/control.h). Inside the transaction
 * that deals.
 */
#pragma once

#include "core/judge/control.h"
#include "core/store/labelling/step.h"

struct control_choice {
    int64_t question_id; /* 0: there is no control to ask */
    int64_t number;      /* of the ballot in its question */
    struct slot_set set;
    /* For a ballot that is repeated: its documents in the order shown; else 0. */
    int64_t shown[BALLOT_SIZE_MAX];
};

/*
 * Chooses a control of the drawn kind, which is not CONTROL_ABSENT. It follows an answer of the annotator that is
 * written before it.
 */
MUST_CHECK bool controls_choose(struct labelling_step *step, struct drawn_control *control,
                                struct control_choice *choice, struct err *err);
/* Announces controls_choose: prefetches what it reads first (database/db.h). */
void controls_prefetch(struct labelling_step *step, const struct drawn_control *control);
