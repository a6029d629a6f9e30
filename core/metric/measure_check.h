/*
 * Whether a measure is defined on the grades that there are.
 */
#ifndef ASSAY_CORE_METRIC_MEASURE_CHECK_H
#define ASSAY_CORE_METRIC_MEASURE_CHECK_H

#include "core/metric/measure.h"

/*
 * Whether the measure is defined on these grades. ERR_INPUT, which names question and document: a grade is
 * higher than the measure goes (ERR: max_rel; dcg='exp-log2': MEASURE_EXPONENT_MAX), or it is not whole where
 * the measure needs that (those two, and gains= but for the grades it names). measure_value takes too high a
 * grade for the highest one there is, and one that is not whole as it is.
 */
bool measure_check(const struct measure *measure, const struct qrels *qrels, struct err *err)
    __attribute__((warn_unused_result));

#endif
