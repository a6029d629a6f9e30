/*
 * Expected values over ties: the average of a measure if documents with equal scores are in any order, each equally
 * likely (McSherry & Najork, Computing Information Retrieval Performance Measures Efficiently in the Presence of
 * Tied Scores, ECIR 2008).
 */
#pragma once

#include "core/base/err.h"
#include "core/metric/measures/measure_name.h"
#include "core/metric/ranking.h"

/*
 * Fails with ERR_USAGE if one of the first n measures is not a sum over documents of a gain at each rank: its mean
 * over all orders cannot be computed from the ranks of single documents.
 */
MUST_CHECK bool ties_check_average(const struct measure_list *measures, size_t n, struct err *err);

/*
 * Replaces the values of the measures that are such sums by their expected values. `ranking` must be that of
 * `retrieved`, just set; `values` has one value for each measure.
 */
void ties_average(const struct measure *measures, size_t n_measures, const struct ranking *ranking,
                  const struct run_question *retrieved, double *values);
