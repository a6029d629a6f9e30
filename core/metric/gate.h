/*
 * The gate: whether a run may take the place of a baseline. It may where the run is not worse by more than a margin.
 *
 * That is decided by the 95 % interval of the difference, run - baseline:
 *
 *     not worse     the interval does not reach below -margin (a test of non-inferiority at 2.5 %)
 *     worse         else, it lies below 0
 *     cannot tell   else, or of fewer than SLICE_LEAST questions
 *
 * So a run that is no worse at all is called worse once in forty times at most, and one that is worse by the margin or
 * more passes as rarely. What lies between may be called either: both would be right. Where no question differs there is
 * nothing to tell from, and no run is worse.
 */
#ifndef ASSAY_CORE_METRIC_GATE_H
#define ASSAY_CORE_METRIC_GATE_H

#include "core/base/words.h"
#include "core/metric/estimate.h"

enum gate_verdict {
    GATE_NOT_WORSE,
    GATE_UNDECIDED, /* the greater of two is what both together come to */
    GATE_WORSE,
    GATE_VERDICT_COUNT,
};

/* By enum gate_verdict. */
extern const struct words gate_verdict_words;

enum gate_verdict gate_decide(const struct estimate *difference, double margin);

/*
 * How many questions it takes in all until one of the first two holds with a power of 80 %, if the difference stays as it
 * is; POWER_QUESTIONS_MAX where even so many are too few, as for a difference that is close to -margin and to 0.
 */
size_t gate_questions_needed(const struct estimate *difference, double margin);

#endif
