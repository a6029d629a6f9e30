#include "core/judge/matrix.h"

#include <math.h>

/* Four sums, so that no addition waits for the one before. The order of addition is still fixed. */
double matrix_dot(const double *a, const double *b, size_t n)
{
    double sums[4] = {0, 0, 0, 0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        sums[0] += a[i] * b[i];
        sums[1] += a[i + 1] * b[i + 1];
        sums[2] += a[i + 2] * b[i + 2];
        sums[3] += a[i + 3] * b[i + 3];
    }
    for (; i < n; i++)
        sums[0] += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

static const double smallest_pivot = 1e-10;

void matrix_factor(const double *a, size_t n, double *lower)
{
    for (size_t i = 0; i < n; i++) {
        double *row = lower + i * n;
        for (size_t j = 0; j < i; j++)
            row[j] = (a[i * n + j] - matrix_dot(row, lower + j * n, j)) / lower[j * n + j];
        row[i] = sqrt(fmax(a[i * n + i] - matrix_dot(row, row, i), smallest_pivot));
    }
}

void matrix_solve(const double *lower, size_t n, const double *b, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (b[i] - matrix_dot(lower + i * n, x, i)) / lower[i * n + i];
    for (size_t i = n;
         i-- > 0;) { /* by rows, as they are stored: the known x is subtracted from the ones above */
        x[i] /= lower[i * n + i];
        for (size_t j = 0; j < i; j++)
            x[j] -= lower[i * n + j] * x[i];
    }
}

/* Row j of `columns` is column j of the inverse of L, so that both products run along rows. */
void matrix_invert(const double *lower, size_t n, double *columns, double *inverse)
{
    for (size_t j = 0; j < n; j++) {
        double *column = columns + j * n;
        column[j] = 1 / lower[j * n + j];
        for (size_t i = j + 1; i < n; i++)
            column[i] = -matrix_dot(lower + i * n + j, column + j, i - j) / lower[i * n + i];
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= i; j++) {
            double sum = matrix_dot(columns + i * n + i, columns + j * n + i, n - i);
            inverse[i * n + j] = inverse[j * n + i] = sum;
        }
    }
}
