/*
 * Expected values over ties: what a measure comes to on average if documents with equal scores stand in any order, each as
 * likely as the others (McSherry & Najork, Computing Information Retrieval Performance Measures Efficiently in the Presence of
 * Tied Scores, ECIR 2008).
 */
#ifndef ASSAY_CORE_METRIC_TIED_RANKING_H
#define ASSAY_CORE_METRIC_TIED_RANKING_H

#include "core/base/err.h"
#include "core/metric/measures/measure_name.h"
#include "core/metric/ranking.h"

/*
 * ERR_USAGE: one of the first measures is no sum over documents of what each gains at its rank, so that its mean over all orders
 * is not to be had from the ranks of each document.
 */
bool ties_check_average(const struct measure_list *measures, size_t n, struct err *err)
    __attribute__((warn_unused_result));

/*
 * Replaces the values of the measures that are such sums by their expectations. `ranking` is that of `retrieved`, just set, with
 * the values of which `values` has one for each measure.
 */
void ties_average(const struct measure *measures, size_t n_measures, const struct ranking *ranking,
                  const struct run_question *retrieved, double *values);

#endif
