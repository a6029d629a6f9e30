/*
 * Z-scores: how far the value of a question lies from what other runs scored on it, in their standard deviations. Then hard
 * and easy questions weigh alike (Webber, Moffat & Zobel, Score Standardization for Inter-Collection Comparison of Retrieval
 * Systems, SIGIR 2008).
 */
#ifndef ASSAY_CLI_ZSCORES_H
#define ASSAY_CLI_ZSCORES_H

#include "core/metric/evaluation.h"
#include "import/reference_scores.h"

/* What the values are held against, and of which measures: the first ones of the evaluations. */
struct zscores {
    const char *path;
    struct reference_scores reference;
    const struct measure *measures;
    size_t n_measures;
};

/* See reference_scores_read. ERR_USAGE: a measure is no mean of values. */
bool zscores_open(struct zscores *out, const char *path, const struct measure *measures, size_t n_measures,
                  struct err *err) __attribute__((warn_unused_result));
void zscores_close(struct zscores *zscores);

/*
 * Puts z-scores in the place of a run's values, and their means in that of its means; counts and texts stay. ERR_INPUT: a
 * value has no reference score, or one without deviation that it differs from.
 */
bool zscores_apply(const struct zscores *zscores, struct bytes run, struct evaluation *evaluation,
                   struct err *err) __attribute__((warn_unused_result));

#endif
