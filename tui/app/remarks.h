/*
 * The remarks of the status line after an answer.
 */
#ifndef ASSAY_TUI_APP_REMARKS_H
#define ASSAY_TUI_APP_REMARKS_H

#include "tui/app/frame.h"
#include "tui/screens/desk.h"

/* The facts about a ballot that are kept after it. */
struct answered {
    int64_t ballot_id;
    int64_t question_id;
    long long question_number;
    bool is_glance;
    struct buffer title; /* of the document that was chosen; empty: none was, or it has none */
};

/* `desk`: as it is after the answer; `answered`: the ballot that was in hand. */
void remark_answer(struct frame *frame, const struct desk *desk, const struct act *act,
                   const struct answered *answered, const struct outcome *outcome);

#endif
