/*
 * The gate: whether a run may replace a baseline. It may if it is not worse by more than a margin.
 *
 * The interval of the difference, run - baseline, decides, with the bounds of estimate_make:
 *
 *     not worse     the interval does not reach below -margin
 *     worse         otherwise, if it is below 0
 *     cannot tell   otherwise, or with fewer than SLICE_LEAST questions
 *
 * Each end of the interval is wrong with half the error probability, 2.5 % for a 95 % interval. So a run that is
 * not worse at all is called worse at most once in forty times, and a run that is worse by the margin or more
 * passes as rarely. A run in between may get either verdict, and both are right. If no question differs, the run
 * may still lose on other questions: n such questions show that it is worse by less than 1 - 0.025^(1/n), which is
 * 0.071 for 50 and 0.02 for 183.
 *
 * Of many verdicts, for example one for each commit, more are wrong. With a confidence of 1 - 0.05 / looks, the
 * probability that any of `looks` verdicts is wrong is 2.5 % on either side (Bonferroni), on the same questions or
 * on more of them. For runs that were tuned on the very questions, nothing is guaranteed.
 */
#pragma once

#include "core/base/words.h"
#include "core/metric/slices.h"
#include "core/metric/statistics/estimate.h"
#include "core/metric/statistics/power.h"

enum gate_verdict {
    GATE_NOT_WORSE,
    GATE_UNDECIDED, /* the combined verdict of two is the greater one */
    GATE_WORSE,
    GATE_VERDICT_COUNT,
};

/* By enum gate_verdict. */
extern const struct words gate_verdict_words;

enum gate_verdict gate_decide(const struct estimate *difference, double margin);

/* The differences of n questions, `stride` apart, to be judged. */
struct gate_sample {
    const double *differences;
    size_t n, stride;
    struct estimate_kind kind;
};

/*
 * Returns the total number of questions that gives one of the first two verdicts with a probability of 80 %, if the
 * differences stay as they are. POWER_QUESTIONS_MAX: even so many are too few, for example if the difference is
 * close to -margin and to 0.
 */
size_t gate_questions_needed(const struct gate_sample *sample, double margin);

/*
 * Returns how many questions are missing: up to SLICE_LEAST if there are fewer than that, otherwise at least 1. 0:
 * no realistic number of questions would be enough.
 */
static inline size_t gate_questions_more(const struct gate_sample *sample, double margin)
{
    const size_t needed = sample->n < SLICE_LEAST ? SLICE_LEAST : gate_questions_needed(sample, margin);
    if (needed == POWER_QUESTIONS_MAX)
        return 0;
    return needed > sample->n ? needed - sample->n : 1;
}
