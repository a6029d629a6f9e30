#include "core/metric/statistics/gate.h"

#include "core/base/distribution.h"
#include "core/metric/statistics/power.h"
#include "core/metric/slices.h"

#include <math.h>

static const char *const verdict_names[GATE_VERDICT_COUNT] = {
    [GATE_NOT_WORSE] = "not worse",
    [GATE_UNDECIDED] = "cannot tell",
    [GATE_WORSE] = "worse",
};

const struct words gate_verdict_words = WORDS_OF(verdict_names);

enum gate_verdict gate_decide(const struct estimate *difference, double margin)
{
    if (difference->n < SLICE_LEAST)
        return GATE_UNDECIDED;
    if (difference->low >= -margin)
        return GATE_NOT_WORSE;
    return difference->high < 0 ? GATE_WORSE : GATE_UNDECIDED;
}

/* Returns whether n questions in total give a verdict with the probability POWER_USUAL. */
static bool is_enough(const struct gate_sample *sample, double margin, size_t n)
{
    struct estimate_kind kind = sample->kind;
    kind.times = (double)n / (double)sample->n;
    const struct estimate estimate = estimate_make(sample->differences, sample->n, sample->stride, &kind);
    const double unlucky = normal_quantile(1 - POWER_USUAL) * estimate.deviation / sqrt((double)n);
    return estimate.low - unlucky >= -margin || estimate.high + unlucky < 0;
}

/* More questions give more certainty, so bisection finds the least number. */
size_t gate_questions_needed(const struct gate_sample *sample, double margin)
{
    size_t low = SLICE_LEAST, high = POWER_QUESTIONS_MAX;
    while (sample->n > 1 && low < high) {
        const size_t middle = low + (high - low) / 2;
        if (is_enough(sample, margin, middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
