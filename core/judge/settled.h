/*
 * Whether a question is settled: its best document is known, or that none of them is relevant.
 *
 * The rule was chosen by simulation on real judgments; `make labels-bench` repeats it.
 */
#ifndef ASSAY_CORE_JUDGE_SETTLED_H
#define ASSAY_CORE_JUDGE_SETTLED_H

#include "core/judge/luce.h"

/*
 * The smallest difference of utilities that counts. The leader is the best if it is preferred to none and no other candidate is
 * above it by more than this (odds of 4.5 to 1), because experts hardly tell closer candidates apart. Nothing is relevant when
 * no candidate is preferred to none by more than the other one (7 to 1), and the leader rather is not at all: one that was
 * chosen more often than not is barely relevant, perhaps. Both were chosen by simulation, on real judgments.
 */
#define SETTLED_MARGIN 1.5
#define SETTLED_NONE_MARGIN 2.0

/* The verdict on a question. */
struct verdict {
    bool is_none;       /* that nothing is relevant; else that the leader is the best */
    size_t leader;      /* the candidate with the greatest utility */
    double probability; /* that it is right */
};

/* The more probable of both. All ballots are votes, none is in somebody's hands; there is at least one candidate. */
struct verdict settled_verdict(const struct luce_question *question);

#endif
