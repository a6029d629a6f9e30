/* A run and a baseline on the questions for which both have scores: the data of a comparison. */
#pragma once

#include "cli/shared/scores.h"

struct pairing {
    const struct scored_run *run;
    size_t slice; /* slice whose questions are paired; or scores_whole */
    size_t n_questions;
    const struct qrels_question **questions; /* by ascending bytes of the qid */
    const double **baseline_rows;            /* for each question the values of all measures */
    const double **run_rows;
    double *shares; /* weight of each question, with mean 1; NULL: equal weights */
};

/* Option row for the largest drop that still counts as "not worse". The struct `type` has a double `margin`. */
#define OPTION_ROW_MARGIN(type)                                                                              \
    REAL_OPTION("margin", "X", type, margin, 0, DBL_MAX, 0.02, "a number from 0, as in 0.02",                \
                .help = "largest drop that still counts as \"not worse\" (default 0.02)")
/* ERR_USAGE: a given measure is between 0 and 1 and the margin is so large that no run can be worse. */
MUST_CHECK bool pairing_check_margin(struct scores *scores, double margin, struct err *err);
/* ERR_INPUT: two of the runs are the same file. */
MUST_CHECK bool pairing_check_files(const char *const *paths, size_t n, struct err *err);
/* Does the same for the runs among the operands, which follow the truth. */
MUST_CHECK bool pairing_check_runs(const struct arguments *arguments, struct err *err);
/* ERR_INPUT: no document is relevant. */
MUST_CHECK bool pairing_check_truth(const struct truth *truth, struct err *err);
/* ERR_USAGE: a given measure is a geometric mean, which has no values for single questions. */
MUST_CHECK bool pairing_check_means(struct scores *scores, struct err *err);
/* Also refuses counts, which do not measure quality. */
MUST_CHECK bool pairing_check_measures(struct scores *scores, struct err *err);
/*
 * Also refuses measures whose lower values are better. ERR_INPUT: no grade is high enough for a measure to count a
 * document as relevant.
 */
MUST_CHECK bool pairing_check_gains(struct scores *scores, struct err *err);
/* Pairs two runs that were scored by the same measures on the truth of `scores`, in their arena. */
void pairing_make(struct pairing *out, struct scores *scores, const struct scored_run *baseline,
                  const struct scored_run *run, size_t slice);
/*
 * Returns the values for a comparison by the given measures: one row for each question of baseline_rows or run_rows.
 * Each value is multiplied by the weight of its question, so that plain means are weighted means.
 */
double *pairing_values(const struct pairing *pairing, const double *const *rows, size_t n_asked,
                       struct arena *arena);
/*
 * Returns the differences of such values, run - baseline, for estimating their mean. They are as uncertain as the
 * weighted mean.
 */
double *pairing_differences(const struct pairing *pairing, const double *baseline, const double *run,
                            size_t n_asked, struct arena *arena);
/* Returns the largest weight of a question; 1 with equal weights. */
double pairing_heaviest(const struct pairing *pairing);
/* Returns whether there are enough questions for a verdict. The whole always has enough. */
bool pairing_is_enough(const struct pairing *pairing);
