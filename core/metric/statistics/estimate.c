/*
 * Moments of values, and intervals for their mean: by the bounds of core/metric/statistics/bounds.h, or from sums
 * alone.
 */
#include "core/metric/statistics/estimate.h"

#include "core/base/distribution.h"
#include "core/metric/statistics/bounds.h"

#include <math.h>

/* --- Moments -------------------------------------------------------------- */

static double mean_of(const double *column, size_t n, size_t stride)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += column[i * stride];
    return n > 0 ? sum / (double)n : 0;
}

static double deviation_of(const double *column, size_t n, size_t stride, double mean)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (column[i * stride] - mean) * (column[i * stride] - mean);
    /* The mean of equal values may differ from them by rounding. */
    double deviation = n > 1 ? sqrt(sum / (double)(n - 1)) : NAN;
    return deviation <= 1e-12 * fabs(mean) ? 0 : deviation;
}

/* Returns an estimate without an interval. */
static struct estimate estimate_of_moments(size_t n, double mean, double deviation)
{
    return (struct estimate){
        .n = n,
        .mean = mean,
        .deviation = deviation,
        .standard_error = deviation / sqrt((double)n),
        .low = NAN,
        .high = NAN,
        .effect = deviation == 0 && mean == 0 ? 0 : mean / deviation,
    };
}

struct estimate estimate_moments(const double *values, size_t n, size_t stride)
{
    const double mean = mean_of(values, n, stride);
    return estimate_of_moments(n, mean, deviation_of(values, n, stride, mean));
}

/* --- By bounds ------------------------------------------------------------ */

/* Uses the observed values as ends if the measure has none. */
static void set_seen_ends(struct bounded_values *of, bool are_differences)
{
    of->least = of->most = 0;
    for (size_t i = 0; i < of->n; i++) {
        of->least = fmin(of->least, of->values[i * of->stride]);
        of->most = fmax(of->most, of->values[i * of->stride]);
    }
    if (are_differences) {
        of->most = fmax(of->most, -of->least);
        of->least = -of->most;
    }
}

/* A value with the share w is linearised to mean + w (value - mean); with a smaller share it is nearer to the mean. */
static void set_ends(struct bounded_values *of, double mean, const struct estimate_kind *kind)
{
    of->least = mean + kind->heaviest * ((kind->are_differences ? -1 : 0) - mean);
    of->most = mean + kind->heaviest * (1 - mean);
}

struct estimate_kind estimate_kind_of(bool are_differences, bool is_bounded)
{
    return (struct estimate_kind){.are_differences = are_differences,
                                  .is_bounded = is_bounded,
                                  .heaviest = 1,
                                  .confidence = 0.95,
                                  .times = 1};
}

struct estimate estimate_make(const double *values, size_t n, size_t stride, const struct estimate_kind *kind)
{
    const double tail = (1 - kind->confidence) / 2;
    struct estimate estimate = estimate_moments(values, n, stride);
    struct bounded_values of = {.values = values, .n = n, .stride = stride, .times = kind->times};
    if (n < 2)
        return estimate;
    if (kind->is_bounded)
        set_ends(&of, estimate.mean, kind);
    else
        set_seen_ends(&of, kind->are_differences);
    if (of.least == of.most)
        return estimate;
    estimate.low = bound_below(&of, tail);
    estimate.high = bound_above(&of, tail);
    if (kind->is_bounded)
        estimate_clip(&estimate, kind->are_differences ? -1 : 0, 1);
    return estimate;
}

void estimate_linearise(double *values, const double *shares, size_t n, size_t n_columns, size_t width)
{
    for (size_t column = 0; shares != NULL && column < n_columns; column++) {
        const double mean = mean_of(values + column, n, width);
        for (size_t i = 0; i < n; i++)
            values[i * width + column] += mean * (1 - shares[i]);
    }
}

/* Returns Student's bound for n values, from their sums. */
static double student_bound(double n, double sum, double squares, double side, double tail)
{
    const double mean = sum / n, spread = squares - sum * mean;
    const double variance = spread > 1e-9 * squares ? spread / (n - 1) : 0;
    return mean + side * student_quantile(tail, n - 1) * sqrt(variance / n);
}

struct estimate estimate_mean_by_sums(size_t n, double sum, double squares, bool is_bounded)
{
    const double mean = sum / (double)n;
    const double spread = squares - sum * mean;
    const double deviation = n > 1 ? sqrt(spread > 1e-9 * squares ? spread / (double)(n - 1) : 0) : NAN;
    struct estimate estimate = estimate_of_moments(n, mean, deviation);
    const double more = (double)n + (is_bounded ? 1 : 0), one = is_bounded ? 1 : 0;
    if (n < 2)
        return estimate;
    estimate.low = student_bound(more, sum, squares, -1, 0.025);
    estimate.high = student_bound(more, sum + one, squares + one, 1, 0.025);
    if (is_bounded)
        estimate_clip(&estimate, 0, 1);
    return estimate;
}

void estimate_clip(struct estimate *estimate, double least, double most)
{
    if (isnan(estimate->low))
        return;
    estimate->low = fmax(estimate->low, least);
    estimate->high = fmin(estimate->high, most);
}
