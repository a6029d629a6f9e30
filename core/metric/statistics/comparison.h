/*
 * Comparison: whether a run is better than a baseline by a measure, over the same questions.
 *
 * The p value comes from a test (core/metric/statistics/significance.h). The interval of the difference has the
 * differences that the test does not reject (core/metric/statistics/inversion.h), so both always agree. The moments
 * and the effect size are those of the differences.
 */
#pragma once

#include "core/metric/statistics/estimate.h"
#include "core/metric/measures/measure.h"
#include "core/metric/statistics/significance.h"

/*
 * How random numbers are drawn. The same plan on the same values gives the same comparison, with any number of
 * threads.
 */
struct comparison_plan {
    struct significance_plan significance;
    struct workforce workforce;
};

struct comparison {
    size_t wins, ties, losses; /* questions on which the run is better than the baseline, equal, worse */
    double baseline_mean;
    double run_mean;
    struct estimate
        difference; /* run - baseline; an end is NAN if the test rejects nothing in that direction */
    double p;
    double p_corrected; /* after comparison_correct: corrected for the family; before: p */
};

/*
 * Compares the values of two runs by several measures: n rows, one per question, of n_measures each. `shares` are
 * the weights of the questions, 1 on average, by which the values are already multiplied; NULL: all are equal.
 * Values that differ only by rounding are equal. A run compared with itself differs by 0 with p = 1, and so do two
 * runs without questions. Returns false if interrupted.
 */
MUST_CHECK bool comparison_make(struct comparison *out, const double *baseline, const double *run,
                                const double *shares, size_t n, size_t n_measures,
                                const struct comparison_plan *plan);

/* Returns run - baseline, or 0 if that is only rounding. */
double comparison_difference(double baseline, double run);

/* Corrects p for a family of `n` comparisons. */
void comparison_correct(struct comparison *family, size_t n, void (*correct)(double *p, size_t n));

/*
 * Not a measure of merit, but used to explain one: the rank of the first document among those with the highest
 * grade. 0: none was retrieved, or none is relevant.
 */
extern const struct measure_row best_document_rank;
