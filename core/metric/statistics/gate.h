/*
 * The gate: whether a run may take the place of a baseline. It may where the run is not worse by more than a margin.
 *
 * That is decided by the interval of the difference, run - baseline, with the bounds of estimate_make:
 *
 *     not worse     the interval does not reach below -margin
 *     worse         else, it lies below 0
 *     cannot tell   else, or of fewer than SLICE_LEAST questions
 *
 * Each end is wrong with a chance of half of what the interval leaves out, 2.5 % of one of 95 %. So a run that is no worse at
 * all is called worse once in forty times at most, and one that is worse by the margin or more passes as rarely. A run in
 * between may be called either: both verdicts are right. If no question differs, the run may still lose on other questions: n
 * such questions say that it is worse by less than 1 - 0.025^(1/n), 0.071 of 50 and 0.02 of 183.
 *
 * Of many verdicts, such as those on each commit, more are wrong. With the interval's confidence at 1 - 0.05 / looks the
 * chance that any of so many is wrong is 2.5 % on either side (Bonferroni), on the same questions or on more of them. Of runs
 * that were tuned on the very questions nothing holds.
 */
#ifndef ASSAY_CORE_METRIC_STATISTICS_GATE_H
#define ASSAY_CORE_METRIC_STATISTICS_GATE_H

#include "core/base/words.h"
#include "core/metric/slices.h"
#include "core/metric/statistics/estimate.h"
#include "core/metric/statistics/power.h"

enum gate_verdict {
    GATE_NOT_WORSE,
    GATE_UNDECIDED, /* the greater of two is what both together come to */
    GATE_WORSE,
    GATE_VERDICT_COUNT,
};

/* By enum gate_verdict. */
extern const struct words gate_verdict_words;

enum gate_verdict gate_decide(const struct estimate *difference, double margin);

/* A sample of the differences of n questions, `stride` apart, to judge. */
struct gate_sample {
    const double *differences;
    size_t n, stride;
    struct estimate_kind kind;
};

/*
 * How many questions it takes in all until one of the first two verdicts has a chance of 80 %, if the differences stay as they
 * are; POWER_QUESTIONS_MAX where even so many are too few, as for a difference that is close to -margin and to 0.
 */
size_t gate_questions_needed(const struct gate_sample *sample, double margin);

/*
 * How many of them are still missing: what SLICE_LEAST lacks, as long as that is more than there are; else at least 1. 0: no number
 * of questions that people can label would do.
 */
static inline size_t gate_questions_more(const struct gate_sample *sample, double margin)
{
    const size_t needed = sample->n < SLICE_LEAST ? SLICE_LEAST : gate_questions_needed(sample, margin);
    if (needed == POWER_QUESTIONS_MAX)
        return 0;
    return needed > sample->n ? needed - sample->n : 1;
}

#endif
