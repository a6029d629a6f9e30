/*
 * A run and a baseline on the questions that both are scored on: what a comparison is made of.
 */
#ifndef ASSAY_CLI_SHARED_PAIRING_H
#define ASSAY_CLI_SHARED_PAIRING_H

#include "cli/shared/scores.h"

struct pairing {
    const struct scored_run *run;
    size_t slice; /* of the scores, whose questions alone are paired; or scores_whole */
    size_t n_questions;
    const struct qrels_question **questions; /* by ascending bytes of the qid */
    const double **baseline_rows;            /* for each question its values, measure after measure */
    const double **run_rows;
    double *shares; /* what each question weighs, 1 in the mean; NULL: all weigh the same */
};

/* How much worse is not yet worse; the struct `type` has a double `margin`. */
#define OPTION_ROW_MARGIN(type)                                                                              \
    REAL_OPTION("margin", "X", type, margin, 0, DBL_MAX, 0.02, "a number from 0, as in 0.02",                \
                .help = "largest drop that still counts as \"not worse\" (default 0.02)")
/* ERR_USAGE: a measure that was asked for is between 0 and 1, so that no run can be worse by more than the margin. */
bool pairing_check_margin(struct scores *scores, double margin, struct err *err)
    __attribute__((warn_unused_result));
/* ERR_INPUT: two of the runs are one file. */
bool pairing_check_files(const char *const *paths, size_t n, struct err *err)
    __attribute__((warn_unused_result));
/* The same of the runs behind the truth. */
bool pairing_check_runs(const struct arguments *arguments, struct err *err)
    __attribute__((warn_unused_result));
/* ERR_INPUT: no document is relevant. */
bool pairing_check_truth(const struct truth *truth, struct err *err) __attribute__((warn_unused_result));
/* ERR_USAGE: a measure that was asked for is a geometric mean, which is of all questions, while pairs are of each. */
bool pairing_check_means(struct scores *scores, struct err *err) __attribute__((warn_unused_result));
/* The same, or a count, which is no merit. */
bool pairing_check_measures(struct scores *scores, struct err *err) __attribute__((warn_unused_result));
/* The same, or less of it is better. ERR_INPUT: no grade is high enough for it to find a document relevant. */
bool pairing_check_gains(struct scores *scores, struct err *err) __attribute__((warn_unused_result));
/* Pairs what was scored by the same measures on the truth of `scores`, in their arena. */
void pairing_make(struct pairing *out, struct scores *scores, const struct scored_run *baseline,
                  const struct scored_run *run, size_t slice);
/*
 * The values that a comparison is by, those of the measures asked for: a row a question, of the pairing's baseline_rows or
 * run_rows. Each is multiplied by its question's share, so that plain means of them are the weighted ones.
 */
double *pairing_values(const struct pairing *pairing, const double *const *rows, size_t n_asked,
                       struct arena *arena);
/* The differences of such values, run - baseline, to estimate the mean of: as uncertain as the weighted one. */
double *pairing_differences(const struct pairing *pairing, const double *baseline, const double *run,
                            size_t n_asked, struct arena *arena);
/* The greatest share of a question; 1 where all weigh the same. */
double pairing_heaviest(const struct pairing *pairing);
/* Whether there are enough questions for a verdict: of all of them there always are. */
bool pairing_is_enough(const struct pairing *pairing);

#endif
