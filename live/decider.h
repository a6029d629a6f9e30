/*
 * Labels until it is known which of two runs is better. The decider chooses the next question and can report the
 * decision. The difference of the runs on a question follows from the relevance of its candidates, about which the
 * votes give evidence. The decider asks for the votes that make the decision (core/metric/statistics/decision.h) most
 * certain.
 *
 * The question is chosen inside the transaction that deals, after the answer is stored: the store asks its
 * deal_advisor, which announces beforehand what it will read. These votes can exceed what the stop rule asks for,
 * because only the budget ends them.
 */
#pragma once

#include "core/metric/statistics/decision.h"
#include "core/metric/measures/measure.h"
#include "core/store/labelling/dealing.h"

struct decider_options {
    /* of the runs; the question is whether the second is better than the first */
    const char *paths[2];
    const struct measure *measure; /* copied */
};

struct decider;

/*
 * Reads both runs. If there are many questions, those with votes and the first DECIDER_QUESTIONS in the order of
 * dealing take part.
 */
enum { DECIDER_QUESTIONS = 500 };
MUST_CHECK bool decider_open(struct decider **out, struct store *store, const struct decider_options *options,
                             struct err *err);
/* NULL is allowed. */
void decider_close(struct decider *decider);

/* The advisor for dealing, valid as long as the decider. */
const struct deal_advisor *decider_advisor(const struct decider *decider);
/* Updates the decision with everybody's votes. Giving advice does this too. */
MUST_CHECK bool decider_look(struct decider *decider, struct err *err);

const struct run_decision *decider_decision(const struct decider *decider);
struct bytes decider_run_name(const struct decider *decider, size_t run); /* run 0 or 1 */
const struct measure *decider_measure(const struct decider *decider);
/* Appends "dense better than bm25 in nDCG@10: 83 %". */
void decider_add_state(const struct decider *decider, struct buffer *text);
/* Appends the result at the end: which run is better, or that it can't be told within the budget. */
void decider_add_end(const struct decider *decider, struct buffer *text);
/*
 * A warning about the limits of the probability (docs/statistics.md), for the line below the result. NULL while
 * nothing is decided.
 */
const char *decider_caution(const struct decider *decider);
