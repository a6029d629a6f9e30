/*
 * Linear algebra for the estimates: symmetric positive definite matrices of a few hundred rows, row by row in one
 * array. The same input gives the same numbers: nothing depends on time or threads.
 */
#pragma once

#include <stddef.h>

/* Returns the sum of a[i] · b[i]. */
double matrix_dot(const double *a, const double *b, size_t n);
/*
 * Computes the lower factor L of a = L Lᵀ (Cholesky) in the lower half of `lower`. Only a's lower half is read.
 * `lower` may be `a`. A diagonal that rounding made too small is replaced by a tiny one.
 */
void matrix_factor(const double *a, size_t n, double *lower);
/* Solves L Lᵀ x = b; x may be b. */
void matrix_solve(const double *lower, size_t n, const double *b, double *x);
/* Computes the inverse of L Lᵀ, both halves. `room` has room for n × n numbers, and `inverse` may be `lower`. */
void matrix_invert(const double *lower, size_t n, double *room, double *inverse);
