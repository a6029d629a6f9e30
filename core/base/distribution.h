/*
 * Distributions for tests and intervals. All tails are upper tails: the probability of a greater value, with full
 * precision where it is small.
 */
#pragma once

double normal_tail(double z);
/* Returns the z that has this upper tail; 0 < tail < 1. */
double normal_quantile(double tail);

/* Student's t with `freedom` > 0 degrees of freedom. */
double student_tail(double t, double freedom);
/* With infinitely many degrees of freedom it is the normal quantile. */
double student_quantile(double tail, double freedom);

/*
 * The regularised incomplete beta function I_x(a, b) for 0 ≤ x ≤ 1, a and b > 0: the probability that a beta
 * variable is below x.
 */
double beta_below(double x, double a, double b);

/*
 * The hypergeometric distribution: `n` items are drawn without replacement from `all`, of which `marked` are
 * marked. Returns the probability that at most `k` of the drawn items are marked. All arguments are whole numbers;
 * n and marked are at most all.
 */
double hypergeometric_below(double k, double n, double marked, double all);
