#include "core/metric/gate.h"

#include "core/metric/power.h"
#include "core/metric/slices.h"

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

/* How many it takes to tell the difference from `from`. */
static size_t needed_from(const struct estimate *difference, double from)
{
    return power_questions_needed(difference->deviation, difference->mean - from, POWER_USUAL);
}

size_t gate_questions_needed(const struct estimate *difference, double margin)
{
    size_t needed = POWER_QUESTIONS_MAX;
    if (difference->mean > -margin)
        needed = needed_from(difference, -margin);
    if (difference->mean < 0) {
        size_t to_be_worse = needed_from(difference, 0);
        needed = to_be_worse < needed ? to_be_worse : needed;
    }
    return needed > SLICE_LEAST ? needed : SLICE_LEAST;
}
