/*
 * Z-scores: the distance of a question's value from the mean of other runs on that question, in their standard
 * deviations. So hard and easy questions have equal weight (Webber, Moffat & Zobel, Score Standardization for
 * Inter-Collection Comparison of Retrieval Systems, SIGIR 2008).
 */
#pragma once

#include "core/metric/evaluation.h"
#include "core/metric/measures/measure_name.h"
#include "import/runs/reference_scores.h"

/* The names of a measure without what the options add to all measures. */
struct measure_names {
    const char *trec_eval;
    struct bytes plain; /* its canonical name */
};

/* The reference scores. {0} is safe to close. */
struct zscores {
    const char *path;
    struct reference_scores reference;
};

/* Reads the file at `path`: see reference_scores_read. */
MUST_CHECK bool zscores_open(struct zscores *zscores, struct err *err);
void zscores_close(struct zscores *zscores);
/*
 * Returns whether a measure can be printed with z-scores: it is a text, or the file has its scores and it is not a mean
 * of logarithms.
 */
bool zscores_has(const struct zscores *zscores, const struct measure *measure, struct bytes name);
/* Makes the measure one of z-scores, with any range, and puts a Z before its names. A text stays as it is. */
void zscores_rename(struct measure *measure, struct measure_names *names, struct arena *arena);
/*
 * Replaces the values of a run by z-scores, for the first `n_names` measures, and its means by the means of these, or
 * the sums for counts. Texts stay. ERR_INPUT: a value has no reference score, or differs from one with deviation 0.
 */
MUST_CHECK bool zscores_apply(const struct zscores *zscores, const struct measure_names *names,
                              size_t n_names, const struct measure_list *measures, struct bytes run,
                              struct evaluation *evaluation, struct err *err);
