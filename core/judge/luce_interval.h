/*
 * Intervals for the utilities of Luce's model (luce.h), by the likelihood of the votes rather than by standard
 * errors. A document that always wins may have any high utility, and one that never wins any low one; standard
 * errors cannot express that.
 *
 * The 95 % interval of a candidate ends where the profile log posterior (maximised over the utilities of all other
 * candidates) is 1.92 below its maximum. That is half of the 95 % quantile of chi-square with one degree of freedom
 * (Wilks, Annals of Mathematical Statistics 9, 1938). Two priors are used, and the wider end counts.
 * luce_belief_for_labels is one, because a leader partly leads by luck. A nearly flat prior is the other, because
 * the first one pulls candidates that always win to the middle. Both count at least one answer in five as a lapse,
 * and more if the annotator is known to lapse more often: an annotator who often answers without looking must not
 * make intervals too short. tests/bench/bench_intervals.c shows their coverage.
 */
#pragma once

#include "core/judge/luce.h"

/* Utilities. -INFINITY and INFINITY: the votes set no bound within ±6, which is a relevance of 0.0025 … 0.9975. */
struct luce_interval {
    double low, high;
};

/*
 * Fills intervals[i] for candidates[i], n of them. Of the question it reads only the candidates and the ballots,
 * which must all be votes. The time grows with the product of n and the number of ballots. The same question always
 * gives the same numbers.
 */
void luce_intervals(const struct luce_question *question, const size_t *candidates, size_t n,
                    struct luce_interval *intervals);
