/*
 * Whether a measure is defined on the judgments that there are.
 */
#ifndef ASSAY_CORE_METRIC_MEASURES_MEASURE_CHECK_H
#define ASSAY_CORE_METRIC_MEASURES_MEASURE_CHECK_H

#include "core/metric/measures/measure_name.h"

/*
 * The kind of truth with which to read the qrels for all of the measures: TRUTH_GRADES, or one that needs more: subtopics
 * before preferences.
 */
enum measure_truth measures_truth(const struct measure_list *measures);
/* Which texts there is room for. */
enum texts { TEXTS_NONE, TEXTS_OF_RUN, TEXTS_ALL };

/* ERR_USAGE: one of the measures is another text, which can't be averaged or compared. */
bool measures_check_texts(const struct measure_list *measures, enum texts texts, struct err *err)
    __attribute__((warn_unused_result));
/* ERR_USAGE: one of the measures is a text, or needs more than grades, which is what votes come to. */
bool measures_check_live(const struct measure_list *measures, struct err *err)
    __attribute__((warn_unused_result));

/*
 * Whether the measure is defined on these qrels: they have the groups that it needs, and grades that it takes. ERR_INPUT,
 * which names question and document: a grade is higher than the measure goes (ERR: max_rel; dcg='exp-log2':
 * MEASURE_EXPONENT_MAX), or it is not whole where the measure needs that (those two, and gains= but for the grades it
 * names). measure_value takes too high a grade for the highest one there is, and one that is not whole as it is.
 */
bool measure_check(const struct measure *measure, const struct qrels *qrels, struct err *err)
    __attribute__((warn_unused_result));

#endif
