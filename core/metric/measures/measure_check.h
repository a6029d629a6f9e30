/*
 * Checks whether a measure is defined on the given judgments.
 */
#pragma once

#include "core/metric/measures/measure_name.h"

/*
 * Returns the kind of truth with which the qrels must be read for all of the measures: TRUTH_GRADES, or one that
 * needs more. Subtopics take precedence over preferences.
 */
enum measure_truth measures_truth(const struct measure_list *measures);
/* Which texts the caller can print. */
enum texts { TEXTS_NONE, TEXTS_OF_RUN, TEXTS_ALL };

/*
 * Fails with ERR_USAGE if one of the measures is a text that `texts` does not allow: it cannot be averaged or
 * compared.
 */
MUST_CHECK bool measures_check_texts(const struct measure_list *measures, enum texts texts, struct err *err);
/* Fails with ERR_USAGE if one of the measures is a text, or needs more than grades, which are all that votes give. */
MUST_CHECK bool measures_check_live(const struct measure_list *measures, struct err *err);

/*
 * Checks that the measure is defined on these qrels: they have the groups that it needs, and grades that it
 * accepts. Otherwise fails with ERR_INPUT, which names question and document: a grade is too high (ERR: max_rel;
 * dcg='exp-log2': MEASURE_EXPONENT_MAX), or it is not whole and the measure needs whole grades (those two, and
 * gains= except for the grades that it names). measure_value treats a grade that is too high as the highest one,
 * and accepts any grade that is not whole.
 */
MUST_CHECK bool measure_check(const struct measure *measure, const struct qrels *qrels, struct err *err);
