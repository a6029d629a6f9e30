#include "core/metric/statistics/power.h"

#include "core/base/distribution.h"

#include <math.h>

static const double level = 0.05;

double power_smallest_difference(double deviation, size_t n, double power)
{
    if (n < 2)
        return NAN;
    const double freedom = (double)(n - 1);
    return (student_quantile(level / 2, freedom) + student_quantile(1 - power, freedom)) * deviation /
           sqrt((double)n);
}

/* The smallest difference falls with n, so bisection finds the least n. */
size_t power_questions_needed(double deviation, double difference, double power)
{
    size_t low = 2;
    size_t high = POWER_QUESTIONS_MAX;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (power_smallest_difference(deviation, middle, power) <= fabs(difference))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
