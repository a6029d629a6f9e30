/*
 * The remarks of the status line after an answer.
 */
#pragma once

#include "tui/app/frame.h"
#include "tui/screens/desk.h"

/* What is kept about a ballot after it was answered. */
struct answered {
    int64_t ballot_id;
    int64_t question_id;
    long long question_number;
    bool is_glance;
    struct buffer title; /* title of the chosen document; empty: no document was chosen, or it has no title */
};

/* Remarks on the outcome of an answer. `desk`: the state after the answer; `answered`: the ballot that was in hand. */
void remark_answer(struct frame *frame, const struct desk *desk, const struct act *act,
                   const struct answered *answered, const struct outcome *outcome);

/* Adds why the question in hand begins with its ballots, not with its list (labelling_kept_percent); nothing of 0. */
void remark_dense(struct frame *frame, int kept_percent);
