/*
 * Intervals that agree with a test: they contain the shifts d for which the test of the differences minus d is not
 * significant at 5 %. So the interval contains 0 exactly if p is above 0.05.
 *
 *     randomisation   for the mean. The ends are means of subsets of the questions: the probability that the mean
 *                     of a subset is below d is that of the signs of the differences minus d having a sum as
 *                     extreme (Hartigan, Using subsample values as typical values, Journal of the American
 *                     Statistical Association 64, 1969). For up to INVERSION_EXACT questions all subsets are
 *                     used; otherwise INVERSION_SUBSETS are drawn, with their complements.
 *     t               for the mean: Student's interval; Fieller's for weighted questions
 *     wilcoxon        for the pseudomedian of the questions that differ, the median of the means of all pairs
 *                     (Hodges & Lehmann, Annals of Mathematical Statistics 34, 1963): by the p of
 *                     significance_p itself, including its ties
 *     sign            for the median of the questions that differ: between two of their differences in order
 *
 * The last two leave out the questions without a difference, as their tests do, so the mean may be outside.
 */
#pragma once

#include "core/metric/statistics/significance.h"

enum {
    INVERSION_EXACT = 14,
    INVERSION_SUBSETS =
        20000, /* a multiple of 8; the second digit of an end is then certain, the third almost */
};

struct inverted_interval {
    double low, high; /* infinite if no shift is rejected because too few questions differ; NAN without any */
};

/*
 * `differences`, n of them, are the input of the test: each is multiplied by its question's share in `shares`
 * (NULL: all are equal). `p` is the result of significance_p for them with the same plan.
 */
struct inverted_interval inversion_make(const double *differences, const double *shares, size_t n, double p,
                                        const struct significance_plan *plan);
