/*
 * Labels until it is known which of two runs is better: which question is asked next, and what the answer shall tell. The
 * runs' difference on a question follows from its candidates' relevances, of which the votes say something; those votes are
 * asked for that make the decision (core/metric/statistics/decision.h) surest.
 *
 * The question is chosen inside the transaction that deals, after the answer is stored: the store asks its
 * deal_advisor, which says before what it is going to read. Such votes can go beyond what the stop rule asks for,
 * because only the budget ends them.
 */
#ifndef ASSAY_LIVE_DECIDER_H
#define ASSAY_LIVE_DECIDER_H

#include "core/metric/statistics/decision.h"
#include "core/metric/measures/measure.h"
#include "core/store/labelling/dealing.h"

struct decider_options {
    const char *paths[2];          /* of the runs: is the second one better than the first? */
    const struct measure *measure; /* copied */
};

struct decider;

/* Reads both runs. Of many questions those with votes and the first DECIDER_QUESTIONS of the order of dealing take part. */
enum { DECIDER_QUESTIONS = 500 };
bool decider_open(struct decider **out, struct store *store, const struct decider_options *options,
                  struct err *err) __attribute__((warn_unused_result));
/* NULL is fine. */
void decider_close(struct decider *decider);

/* Valid as long as the decider is. */
const struct deal_advisor *decider_advisor(const struct decider *decider);
/* Brings the decision up to date with the votes of everybody. Giving advice does so, too. */
bool decider_look(struct decider *decider, struct err *err) __attribute__((warn_unused_result));

const struct run_decision *decider_decision(const struct decider *decider);
struct bytes decider_run_name(const struct decider *decider, size_t run); /* 0, 1 */
const struct measure *decider_measure(const struct decider *decider);
/* Adds "dense better than bm25 in nDCG@10: 83 %". */
void decider_add_state(const struct decider *decider, struct buffer *text);
/* Adds what is said at the end: which one is better, or that it can't be told within the budget. */
void decider_add_end(const struct decider *decider, struct buffer *text);
/* The line below: a warning about the limits of the probability (docs/statistics.md). NULL while nothing is decided. */
const char *decider_caution(const struct decider *decider);

#endif
