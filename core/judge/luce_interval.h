/*
 * Where the utilities of Luce's model (luce.h) lie, by the likelihood of the votes and not by standard errors: a document that
 * always wins may be as good as can be, and one that never wins as bad, and no standard error says that.
 *
 * An end of the 95 % interval of a candidate is where the log of the posterior, highest over the utilities of all other candidates,
 * is 1.92 below the highest one there is (half of the 95 % quantile of chi-square with one degree of freedom: Wilks, Annals
 * of Mathematical Statistics 9, 1938). Two beliefs are asked, and the one that puts the end further out decides:
 * luce_belief_for_labels, since a leader leads by luck, too, and a belief that says next to nothing beforehand, since the first one
 * pulls what always wins to the middle. Both count one answer in five as a lapse, or more where
 * that is known of the annotator: whoever answers without a look more often than is believed of everybody must not make intervals
 * too short. tests/bench/bench_intervals.c shows what they hold.
 */
#ifndef ASSAY_CORE_JUDGE_LUCE_INTERVAL_H
#define ASSAY_CORE_JUDGE_LUCE_INTERVAL_H

#include "core/judge/luce.h"

/* Utilities; -INFINITY and INFINITY: the votes set no bound within ±6, a relevance of 0.0025 … 0.9975. */
struct luce_interval {
    double low, high;
};

/*
 * Fills intervals[i] for candidates[i], n of them. Of the question the candidates and the ballots are read, and nothing beside
 * them; all ballots are votes. Takes a time in the product of n and the number of ballots. Repeatable.
 */
void luce_intervals(const struct luce_question *question, const size_t *candidates, size_t n,
                    struct luce_interval *intervals);

#endif
