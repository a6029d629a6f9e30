/*
 * Comparison: whether a run is better than a baseline by a measure, over the same questions.
 *
 * The p value is that of a test (core/metric/statistics/significance.h), and the interval of the difference holds what that test does not
 * reject (core/metric/statistics/inversion.h): both say the same. The moments and the effect size are those of the differences.
 */
#ifndef ASSAY_CORE_METRIC_STATISTICS_COMPARISON_H
#define ASSAY_CORE_METRIC_STATISTICS_COMPARISON_H

#include "core/metric/statistics/estimate.h"
#include "core/metric/measures/measure.h"
#include "core/metric/statistics/significance.h"

/* How chance is drawn. The same plan on the same values gives the same comparison, however many threads. */
struct comparison_plan {
    struct significance_plan significance;
    struct workforce workforce;
};

struct comparison {
    size_t wins, ties, losses; /* questions on which the run is better than the baseline, equal, worse */
    double baseline_mean;
    double run_mean;
    struct estimate difference; /* run - baseline; an end is NAN where the test rejects nothing that far */
    double p;
    double p_corrected; /* for the family by comparison_correct; p before that */
};

/*
 * Compares the values of two runs by several measures: n rows, one a question, of n_measures each. `shares`: what each
 * question weighs, 1 in the mean, by which its values are multiplied already; NULL: all weigh the same. Values that differ by
 * no more than rounding are equal; a run compared with itself differs by 0 with p = 1, and so do two runs without
 * a question. False: told to stop.
 */
bool comparison_make(struct comparison *out, const double *baseline, const double *run, const double *shares,
                     size_t n, size_t n_measures, const struct comparison_plan *plan)
    __attribute__((warn_unused_result));

/* run - baseline; 0 when that is no more than rounding. */
double comparison_difference(double baseline, double run);

/* Corrects p for a family of `n` comparisons. */
void comparison_correct(struct comparison *family, size_t n, void (*correct)(double *p, size_t n));

/*
 * No measure of merit, but what explains one: the rank of the first of those documents that the truth grades
 * highest; 0 when none was retrieved, or none is relevant.
 */
extern const struct measure_row best_document_rank;

#endif
