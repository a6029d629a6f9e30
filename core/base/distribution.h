/*
 * The distributions that tests and intervals are made of. Tails are upper ones: the chance of more than that, with all
 * digits where it is small.
 */
#ifndef ASSAY_CORE_BASE_DISTRIBUTION_H
#define ASSAY_CORE_BASE_DISTRIBUTION_H

double normal_tail(double z);
/* The z that has this tail; 0 < tail < 1. */
double normal_quantile(double tail);

/* Student's t, `freedom` > 0 degrees of freedom. */
double student_tail(double t, double freedom);
/* Of infinitely many degrees it is the normal one. */
double student_quantile(double tail, double freedom);

/* The regularised incomplete beta function I_x(a, b), 0 ≤ x ≤ 1, a and b > 0: what a beta variable has below x. */
double beta_below(double x, double a, double b);

/*
 * The chance of at most `k` marked ones among `n` that are drawn without putting back from `all`, `marked` of which are
 * marked (the hypergeometric distribution). All are whole numbers, n and marked at most all.
 */
double hypergeometric_below(double k, double n, double marked, double all);

#endif
