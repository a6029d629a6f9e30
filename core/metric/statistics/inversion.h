/*
 * Intervals that agree with a test: they hold the shifts d for which the test of the differences less d finds nothing at 5 %.
 * So 0 lies in the interval where p is above 0.05, and nowhere else.
 *
 *     randomisation   of the mean. Its ends are means of subsets of the questions: the mean of a subset is below d with the
 *                     chance that the signs of the differences less d sum up as far (Hartigan, Using subsample values as
 *                     typical values, Journal of the American Statistical Association 64, 1969). Of up to INVERSION_EXACT
 *                     questions all subsets are taken, else INVERSION_SUBSETS are drawn, with their complements.
 *     t               of the mean: Student's interval; of weighted questions Fieller's
 *     wilcoxon        of the pseudomedian of the questions that differ, the middle of the means of all pairs (Hodges & Lehmann,
 *                     Annals of Mathematical Statistics 34, 1963): by the very p of significance_p, with its ties
 *     sign            of the median of the questions that differ: between two of their differences in order
 *
 * The last two leave out the questions without a difference, as their tests do, so that the mean may lie outside.
 */
#ifndef ASSAY_CORE_METRIC_STATISTICS_INVERSION_H
#define ASSAY_CORE_METRIC_STATISTICS_INVERSION_H

#include "core/metric/statistics/significance.h"

enum {
    INVERSION_EXACT = 14,
    INVERSION_SUBSETS =
        20000, /* a multiple of 8; the second digit of an end is certain then, the third nearly */
};

struct inverted_interval {
    double low, high; /* infinite where no shift is too far: too few questions differ; NAN of none */
};

/*
 * `differences`, n of them, are what the test was made with: each times its question's share, which `shares` has (NULL: all
 * weigh the same). `p`: what significance_p says of them with the same plan.
 */
struct inverted_interval inversion_make(const double *differences, const double *shares, size_t n, double p,
                                        const struct significance_plan *plan);

#endif
