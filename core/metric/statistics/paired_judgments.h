/*
 * Paired judgments: the documents that two raters graded, with both grades. All coefficients of agreement are
 * computed from them. They also show how well the order of runs is preserved if the grades of one rater replace
 * those of the other.
 *
 * Judgments of one question are not independent, so intervals are over questions
 * (core/metric/statistics/resampling.h).
 */
#pragma once

#include "core/metric/statistics/agreement.h"
#include "core/metric/qrels.h"
#include "core/metric/statistics/rater_grades.h"
#include "core/metric/statistics/resampling.h"

/* Two grades, as indices into the list of all grades; small, because there may be a million pairs. */
struct paired_judgment {
    uint8_t first, second;
};

struct paired_question {
    struct bytes qid;
    size_t begin, end; /* of its judgments */
};

/* {0} is empty and safe to release. */
struct paired_judgments {
    struct paired_question *questions; /* by ascending bytes of the qid */
    size_t n_questions, questions_capacity;
    struct paired_judgment *judgments;
    size_t n_judgments, judgments_capacity;
    double *grades; /* all grades that occur, ascending */
    size_t n_grades;
};

enum { PAIRED_GRADES_MAX = 100 };

/*
 * Pairs the judgments. Qids are not copied: the first qrels must outlive the result. If there are more than
 * PAIRED_GRADES_MAX grades, n_grades is PAIRED_GRADES_MAX + 1, and paired_judgments_estimate must not be called.
 */
void paired_judgments_make(struct paired_judgments *out, const struct qrels *first,
                           const struct qrels *second);
/* The same for two raters, whose ids must outlive the result. */
void paired_judgments_of_raters(struct paired_judgments *out, const struct rated_ids *ids,
                                const struct rater_grades *first, const struct rater_grades *second);
void paired_judgments_release(struct paired_judgments *pairs);

/* A coefficient of two raters, as a row of a table. */
struct coefficient_row {
    const char *name;
    const char *help;
};

/* In the order of reports. */
enum coefficient {
    COEFFICIENT_RAW,
    COEFFICIENT_KAPPA,
    COEFFICIENT_KAPPA_QUADRATIC,
    COEFFICIENT_KAPPA_RELEVANT,
    COEFFICIENT_ALPHA,
    COEFFICIENT_ALPHA_ORDINAL,
    COEFFICIENT_AC1,
    COEFFICIENT_AUC,
    COEFFICIENT_PAIRS_AGREE,
    COEFFICIENT_PAIRS_TIE,
    COEFFICIENT_PAIRS_AGAINST,
    COEFFICIENT_OVER_RATING,
    COEFFICIENT_UNDER_RATING,
    N_COEFFICIENTS,
};

extern const struct coefficient_row coefficient_rows[N_COEFFICIENTS];

/* Computes all coefficients. There must be at most PAIRED_GRADES_MAX grades. */
void paired_judgments_estimate(const struct paired_judgments *pairs, struct relevant_grades relevant,
                               const struct resampling *resampling,
                               struct resampled_estimate out[N_COEFFICIENTS]);

/* The values of runs on the same questions, by the grades of each rater: first[run * n_questions + question]. */
struct paired_values {
    const double *first, *second;
    size_t n_runs, n_questions;
};

/*
 * Estimates how well the two means of the runs agree on their order: Kendall's tau-b, and the largest change of a
 * rank.
 */
void paired_values_estimate(const struct paired_values *values, const struct resampling *resampling,
                            struct resampled_estimate *tau, struct resampled_estimate *rank_change);
