/*
 * Bounds of a mean of values that have ends, such as those of a measure between 0 and 1, or differences of two.
 *
 * The bound from below of n values x, none of which can be below `least`, is the `tail` quantile of
 *
 *     (E0 least + E1 x1 + … + En xn) / (E0 + E1 + … + En),    E0 … En independent and exponential:
 *
 * a Bayesian bootstrap with one value more, the worst there can be (Gaffke, Three test statistics for a nonparametric
 * one-sided hypothesis on the mean of a nonnegative variable, Mathematical Methods of Statistics 14, 2005; Learned-Miller &
 * Thomas, A new confidence interval for the mean of a bounded random variable, arXiv 1905.06208, 2019). So a sample in which
 * nothing was lost does not say that nothing ever is. Of values that are all 0 or 1 it is Clopper & Pearson's. That the true
 * mean is below it with a chance of `tail` at most, for all distributions and every n, is proven for some of them, conjectured
 * for all, and no counterexample is known; tests/unit/test_bounds.c adds up the chances of the worst ones that are. It
 * approaches Student's as n grows, where bounds that are proven (empirical Bernstein's, betting) stay wider by a third.
 *
 * The quantile is not drawn: that of a sum of exponential variables is known by its saddlepoint, with Barndorff-Nielsen's r*
 * (Lugannani & Rice, Advances in Applied Probability 12, 1980; Barndorff-Nielsen, Biometrika 73, 1986). Beside Clopper &
 * Pearson's its tail is 0.0237 to 0.0250 where 0.0250 is asked for, from one value on: it errs on the side of caution.
 */
#ifndef ASSAY_CORE_METRIC_STATISTICS_BOUNDS_H
#define ASSAY_CORE_METRIC_STATISTICS_BOUNDS_H

#include <stddef.h>

struct bounded_values {
    const double *values;
    size_t n, stride;   /* `n` of them, 1 at least, each `stride` behind the one before */
    double least, most; /* finite; no value lies outside of them */
    double times;       /* how often each counts: 1, or more to ask what so many more like them would say */
};

/* The mean is below the first, or above the second, with a chance of `tail` (below 0.5) at most. */
double bound_below(const struct bounded_values *values, double tail);
double bound_above(const struct bounded_values *values, double tail);

#endif
