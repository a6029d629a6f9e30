/*
 * Bounds for a mean of values that lie between two ends, such as those of a measure between 0 and 1, or differences
 * of two.
 *
 * The lower bound for n values x, none of which can be below `least`, is the `tail` quantile of
 *
 *     (E0 least + E1 x1 + … + En xn) / (E0 + E1 + … + En),    E0 … En independent and exponential.
 *
 * This is a Bayesian bootstrap with one more value, the worst possible one (Gaffke, Three test statistics for a
 * nonparametric one-sided hypothesis on the mean of a nonnegative variable, Mathematical Methods of Statistics 14,
 * 2005; Learned-Miller & Thomas, A new confidence interval for the mean of a bounded random variable, arXiv
 * 1905.06208, 2019). So a sample without losses does not imply that losses never happen. For values that are all 0
 * or 1 it is the bound of Clopper & Pearson. For all distributions and every n, the true mean should be below it
 * with a probability of at most `tail`. That is proven for some distributions and conjectured for all, and no
 * counterexample is known; tests/unit/test_bounds.c adds up the probabilities for the worst known ones. The bound
 * approaches Student's as n grows. Bounds that are proven (empirical Bernstein, betting) stay wider by a third.
 *
 * The quantile is computed, not simulated: the saddlepoint approximation with Barndorff-Nielsen's r* gives the
 * quantile of a sum of exponential variables (Lugannani & Rice, Advances in Applied Probability 12, 1980;
 * Barndorff-Nielsen, Biometrika 73, 1986). Compared with Clopper & Pearson, its tail is 0.0237 to 0.0250 where
 * 0.0250 is asked for, from one value on. So its error is on the safe side.
 */
#pragma once

#include <stddef.h>

struct bounded_values {
    const double *values;
    size_t n, stride;   /* `n` values, at least 1, with a distance of `stride` */
    double least, most; /* finite; no value is outside of them */
    double times; /* how often each value counts: 1, or more to estimate the effect of more such values */
};

/* The mean is below the first, or above the second, with a probability of at most `tail` (below 0.5). */
double bound_below(const struct bounded_values *values, double tail);
double bound_above(const struct bounded_values *values, double tail);
