/*
 * The incomplete beta function is the continued fraction 26.5.8 of Abramowitz & Stegun (1964). It is evaluated by
 * the method of Lentz as modified by Thompson & Barnett (1986), on the side where it converges fast. Quantiles are
 * found by bisection, because tails fall monotonically.
 */
#include "core/base/distribution.h"

#include <math.h>

double normal_tail(double z)
{
    return erfc(z / sqrt(2)) / 2;
}

/* The numerators of the fraction 1 + n(1) / (1 + n(2) / (1 + …)). */
static double numerator(double x, double a, double b, int i)
{
    double m = i / 2; /* whole pairs of numerators before this one */
    return i % 2 == 0 ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
                      : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
}

static double away_from_0(double value)
{
    static const double tiny = 1e-300;
    return fabs(value) < tiny ? tiny : value;
}

static double beta_fraction(double x, double a, double b)
{
    enum { NUMERATORS_MOST = 100000 };
    static const double precision = 1e-15;
    double value = 1;
    double c = 1;
    double d = 0;
    double step = 0;
    for (int i = 1; i < NUMERATORS_MOST && fabs(step - 1) > precision; i++) {
        d = 1 / away_from_0(1 + numerator(x, a, b, i) * d);
        c = away_from_0(1 + numerator(x, a, b, i) / c);
        step = c * d;
        value *= step;
    }
    return value;
}

double beta_below(double x, double a, double b)
{
    if (x <= 0 || x >= 1)
        return x <= 0 ? 0 : 1;
    if (x > (a + 1) / (a + b + 2))
        return 1 - beta_below(1 - x, b, a);
    double log_front = a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b);
    return exp(log_front) / (a * beta_fraction(x, a, b));
}

double student_tail(double t, double freedom)
{
    double below = beta_below(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
    return t < 0 ? 1 - below : below;
}

/* --- Quantiles ------------------------------------------------------------ */

static double tail_of(double value, double freedom)
{
    return isinf(freedom) ? normal_tail(value) : student_tail(value, freedom);
}

/* For tails of at most one half, where the quantile is not negative. */
static double find_quantile(double tail, double freedom)
{
    double low = 0;
    double high = 1;
    while (tail_of(high, freedom) > tail)
        high *= 2;
    for (double middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
        if (tail_of(middle, freedom) > tail)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/*
 * Each run, measure and moment asks for the same quantile if the number of questions is the same, so the last one
 * is kept.
 */
double student_quantile(double tail, double freedom)
{
    static _Thread_local struct {
        double tail, freedom, quantile;
    } last = {.tail = NAN};
    if (last.tail != tail || last.freedom != freedom) {
        last.quantile = tail < 0.5 ? find_quantile(tail, freedom) : -find_quantile(1 - tail, freedom);
        last.tail = tail;
        last.freedom = freedom;
    }
    return last.quantile;
}

double normal_quantile(double tail)
{
    return student_quantile(tail, INFINITY);
}

static double log_choose(double n, double k)
{
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
}

double hypergeometric_below(double k, double n, double marked, double all)
{
    const double least = fmax(0, n - (all - marked));
    double sum = 0;
    for (double i = least; i <= k; i++)
        sum += exp(log_choose(marked, i) + log_choose(all - marked, n - i) - log_choose(all, n));
    return fmin(sum, 1);
}
