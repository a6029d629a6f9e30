/*
 * Whether a question is settled: its best document is known, or it is known that no document is relevant.
 *
 * The rule was chosen by simulation on real judgments; `make labels-bench` repeats it.
 */
#pragma once

#include "core/judge/luce.h"

/*
 * The smallest differences of utilities that count. The leader is the best if it is preferred to none and no other
 * candidate is above it by more than SETTLED_MARGIN (odds of 4.5 to 1), because experts can hardly distinguish
 * closer candidates. Nothing is relevant if the leader is not preferred to none, and no candidate exceeds none by
 * more than SETTLED_NONE_MARGIN (odds of 7 to 1): a candidate that was chosen slightly more often than not may be
 * barely relevant. Both were chosen by simulation on real judgments.
 */
#define SETTLED_MARGIN 1.5
#define SETTLED_NONE_MARGIN 2.0

/* The verdict on a question. */
struct verdict {
    bool is_none;       /* nothing is relevant; else the leader is the best */
    size_t leader;      /* the candidate with the greatest utility */
    double probability; /* of the verdict */
};

/* Returns the more probable of both verdicts. All ballots must be votes, and there must be at least one candidate. */
struct verdict settled_verdict(const struct luce_question *question);
