/*
 * Z-scores: how far the value of a question lies from what other runs scored on it, in their standard deviations. Then hard
 * and easy questions weigh alike (Webber, Moffat & Zobel, Score Standardization for Inter-Collection Comparison of Retrieval
 * Systems, SIGIR 2008).
 */
#ifndef ASSAY_CLI_SCORE_ZSCORES_H
#define ASSAY_CLI_SCORE_ZSCORES_H

#include "core/metric/evaluation.h"
#include "core/metric/measures/measure_name.h"
#include "import/runs/reference_scores.h"

/* What a measure is called without what the options say of all measures. */
struct measure_names {
    const char *trec_eval;
    struct bytes plain; /* its canonical name */
};

/* What the values are held against. {0} is safe to close. */
struct zscores {
    const char *path;
    struct reference_scores reference;
};

/* Reads the file at `path`: see reference_scores_read. */
bool zscores_open(struct zscores *zscores, struct err *err) __attribute__((warn_unused_result));
void zscores_close(struct zscores *zscores);
/* Whether a measure is printed beside z-scores: it is a text, or the file has scores of it and it is no mean of logarithms. */
bool zscores_has(const struct zscores *zscores, const struct measure *measure, struct bytes name);
/* Makes the measure one of z-scores, of any range, with a Z in front of its names. A text stays what it is. */
void zscores_rename(struct measure *measure, struct measure_names *names, struct arena *arena);
/*
 * Puts z-scores in the place of a run's values by the first measures, which have the names, and their means, of counts their
 * sums, in that of its means; texts stay. ERR_INPUT: a value has no reference score, or one without deviation that it differs from.
 */
bool zscores_apply(const struct zscores *zscores, const struct measure_names *names, size_t n_names,
                   const struct measure_list *measures, struct bytes run, struct evaluation *evaluation,
                   struct err *err) __attribute__((warn_unused_result));

#endif
