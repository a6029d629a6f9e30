/*
 * Symmetric positive definite matrices of a few hundred rows, row after row in one array: what the estimates need of
 * linear algebra. The same numbers on each call: nothing depends on the time or on threads.
 */
#ifndef ASSAY_CORE_JUDGE_MATRIX_H
#define ASSAY_CORE_JUDGE_MATRIX_H

#include <stddef.h>

/* The sum of a[i] · b[i]. */
double matrix_dot(const double *a, const double *b, size_t n);
/*
 * The lower factor L of a = L Lᵀ (Cholesky), in its lower half; a's lower half alone is read. `lower` may be `a`. A
 * diagonal that rounding made too small counts as a tiny one.
 */
void matrix_factor(const double *a, size_t n, double *lower);
/* x of L Lᵀ x = b; x may be b. */
void matrix_solve(const double *lower, size_t n, const double *b, double *x);
/* The inverse of L Lᵀ, both halves; `room` is for n × n numbers, and `inverse` may be `lower`. */
void matrix_invert(const double *lower, size_t n, double *room, double *inverse);

#endif
