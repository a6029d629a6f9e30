/*
 * Let y be the distances of the values from their worst end, with one more distance of 0. The mean with weights
 * that are tilted down by t is
 *
 *     m(t) = Σ y / (1 + t y) / Σ 1 / (1 + t y),
 *
 * and the probability that the random mean is below m(t) is Φ(w + log(u / w) / w), where
 *
 *     w = -√(2 (Σ log(1 + t y) - N log(1 + t m))),    u = -t √Σ ((y - m) / (1 + t y))².
 *
 * It falls as t grows, so the t with the wanted tail is found between two that enclose it.
 */
#include "core/metric/statistics/bounds.h"

#include "core/base/bug.h"
#include "core/base/distribution.h"

#include <math.h>
#include <stdbool.h>

/* The values as distances from the end on the side of the bound. */
struct distances {
    const struct bounded_values *values;
    bool is_below;
};

static double distance_at(const struct distances *distances, size_t i)
{
    const struct bounded_values *of = distances->values;
    const double value = of->values[i * of->stride];
    const double distance = distances->is_below ? value - of->least : of->most - value;
    return distance > 0 ? distance : 0; /* fmax would be a call for each value */
}

/* Computes the tilted mean, as a distance, in *mean. Returns the normal variable with the same tail. */
static double tilt_by(const struct distances *distances, double tilt, double *mean)
{
    double weights = 0, products = 0;            /* Σ 1 / (1 + t y), Σ y / (1 + t y) */
    double squares = 0, mixed = 0, weighted = 0; /* Σ 1, y and y² / (1 + t y)² */
    /* logarithms are slow, so they are taken of products while those are finite */
    double logarithms = 0, factors = 1;
    for (size_t i = 0; i < distances->values->n; i++) {
        const double distance = distance_at(distances, i), factor = 1 + tilt * distance, weight = 1 / factor;
        weights += weight;
        products += weight * distance;
        squares += weight * weight;
        mixed += weight * weight * distance;
        weighted += weight * weight * distance * distance;
        factors *= factor;
        if (factors > 1e150) {
            logarithms += log(factors);
            factors = 1;
        }
    }
    const double times = distances->values->times, n = times * (double)distances->values->n + 1;
    const double m = *mean = times * products / (times * weights + 1);
    const double spread = times * (weighted - 2 * m * mixed + m * m * squares) + m * m;
    const double w = sqrt(fmax(2 * (times * (logarithms + log(factors)) - n * log1p(tilt * m)), 0));
    return w > 0 ? w + log(tilt * sqrt(spread) / w) / w : 0;
}

/*
 * Returns the tilt per standard deviation of the tail: with many values, the tilt of a tail is nearly this times its
 * normal variable. 0: all values are the worst possible.
 */
static double tilt_per_deviation(const struct distances *distances)
{
    const double times = distances->values->times, n = times * (double)distances->values->n + 1;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < distances->values->n; i++)
        sum += times * distance_at(distances, i);
    for (size_t i = 0; i < distances->values->n; i++) {
        const double apart = distance_at(distances, i) - sum / n;
        squares += times * apart * apart;
    }
    return sum > 0 ? 1 / sqrt(squares + sum / n * (sum / n)) : 0;
}

/*
 * Finds the tilt between two that enclose it, by the secant, and every third time by bisection. The normal variable
 * begins at 0 without a tilt and is nearly linear, so few of these steps are needed: each reads all values.
 */
static double distance_of_tail(const struct distances *distances, double tail)
{
    enum { STEPS = 100 };
    const double wanted = normal_quantile(tail), unit = tilt_per_deviation(distances);
    double mean = 0;
    if (unit <= 0)
        return 0;
    double low = 0, high = 0;
    double below = -wanted, above = -wanted; /* distance from the wanted tail at both ends */
    double growth = 1.1;
    for (int step = 0; step < STEPS && above <= 0; step++, growth = fmin(growth * growth, 8)) {
        low = high;
        below = above;
        high = step > 0 ? high * growth : wanted * unit;
        above = tilt_by(distances, high, &mean) - wanted;
    }
    for (int step = 0; step < STEPS && fabs(above) >= 1e-9 && high - low > 1e-12 * high; step++) {
        const double place = step % 3 == 2 ? 0.5 : below / (below - above);
        const double middle = low + (high - low) * fmin(fmax(place, 0.01), 0.99);
        const double found = tilt_by(distances, middle, &mean) - wanted;
        if (fabs(found) < 1e-9)
            break;
        *(found < 0 ? &low : &high) = middle;
        *(found < 0 ? &below : &above) = found;
    }
    return mean;
}

static double bound_on_side(const struct bounded_values *values, bool is_below, double tail)
{
    BUG_UNLESS(values->n > 0 && tail > 0 && tail < 0.5);
    BUG_UNLESS(isfinite(values->least) && isfinite(values->most));
    const double distance = distance_of_tail(&(struct distances){values, is_below}, tail);
    return is_below ? values->least + distance : values->most - distance;
}

double bound_below(const struct bounded_values *values, double tail)
{
    return bound_on_side(values, true, tail);
}

double bound_above(const struct bounded_values *values, double tail)
{
    return bound_on_side(values, false, tail);
}
