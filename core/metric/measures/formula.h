/*
 * Shared parts of the formulas, and the functions in separate files that the rows of
 * core/metric/measures/formulas.c refer to. Internal to core/metric/measures/measure.h.
 */
#pragma once

#include "core/metric/measures/measure.h"

#include <math.h>

/* Returns 0 instead of dividing by 0. */
static inline double formula_ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static inline bool formula_is_relevant(const struct measure *measure, double grade)
{
    return grade >= measure->rel;
}

/*
 * Returns the gain of a document with this grade: by gains=, otherwise the grade itself; then by dcg=. Never below
 * 0.
 */
static inline double formula_gain(const struct measure *measure, double grade)
{
    double mapped = grade;
    for (size_t i = 0; i < measure->n_gains; i++) {
        if (measure->gains[i].grade == grade)
            mapped = measure->gains[i].gain;
    }
    if (mapped <= 0)
        return 0;
    return measure->exponential ? exp2(fmin(mapped, MEASURE_EXPONENT_MAX)) - 1 : mapped;
}

/* Returns the gain at a rank, from 1, with DCG's discount. */
static inline double formula_discounted(double gain_at_rank, size_t rank)
{
    return gain_at_rank / log2((double)rank + 1);
}

/* Returns R: the number of judged documents that are relevant, retrieved or not. */
double formula_count_relevant(const struct measure *measure, const struct ranking *ranking);
/* Returns how many relevant documents are retrieved up to this rank. */
double formula_count_relevant_within(const struct measure *measure, const struct ranking *ranking,
                                     double depth);
/*
 * Returns `depth` if it is finite, even if fewer documents were retrieved; otherwise the number of retrieved
 * documents.
 */
double formula_places_within(const struct ranking *ranking, double depth);
/* Returns the sum of P at the ranks of relevant documents. */
double formula_sum_of_precisions(const struct measure *measure, const struct ranking *ranking);
/*
 * Returns the gains of all judged documents, descending, one for each of the ranking's n_grades. The caller frees
 * them.
 */
double *formula_ideal_gains(const struct measure *measure, const struct ranking *ranking);
/* For qsort: sorts doubles, the highest first. */
int formula_compare_descending(const void *a, const void *b);

/* Measures that are parts of others. */
double formula_precision(const struct measure *measure, const struct ranking *ranking);
double formula_precision_at_multiple(const struct measure *measure, const struct ranking *ranking);
double formula_average_precision(const struct measure *measure, const struct ranking *ranking);
double formula_success(const struct measure *measure, const struct ranking *ranking);

/* --- core/metric/measures/formulas_gain.c: gains, beyond DCG ------------------------ */

double formula_ndcg_at_relevant(const struct measure *measure, const struct ranking *ranking);
double formula_ndcg_at_levels(const struct measure *measure, const struct ranking *ranking);
double formula_normalized_gain(const struct measure *measure, const struct ranking *ranking);
double formula_q_measure(const struct measure *measure, const struct ranking *ranking);
double formula_binary_gain(const struct measure *measure, const struct ranking *ranking);

/* --- core/metric/measures/formulas_user.c: how far a user reads --------------------- */

double formula_rank_biased_precision(const struct measure *measure, const struct ranking *ranking);
double formula_rank_biased_residual(const struct measure *measure, const struct ranking *ranking);
double formula_scaled_dcg(const struct measure *measure, const struct ranking *ranking);
double formula_bejeweled_player(const struct measure *measure, const struct ranking *ranking);
double formula_inst(const struct measure *measure, const struct ranking *ranking);
double formula_insq(const struct measure *measure, const struct ranking *ranking);
double formula_nearly_err_8(const struct measure *measure, const struct ranking *ranking);
double formula_nearly_err_9(const struct measure *measure, const struct ranking *ranking);
double formula_nearly_err_10(const struct measure *measure, const struct ranking *ranking);
double formula_nearly_err_11(const struct measure *measure, const struct ranking *ranking);
double formula_time_biased_gain(const struct measure *measure, const struct ranking *ranking);
double formula_compatibility(const struct measure *measure, const struct ranking *ranking);

/* --- core/metric/measures/formulas_subtopic.c: judgments in groups ------------------- */

double formula_alpha_dcg(const struct measure *measure, const struct ranking *ranking);
double formula_alpha_ndcg(const struct measure *measure, const struct ranking *ranking);
double formula_err_intent_aware(const struct measure *measure, const struct ranking *ranking);
double formula_nerr_intent_aware(const struct measure *measure, const struct ranking *ranking);
double formula_nrbp(const struct measure *measure, const struct ranking *ranking);
double formula_nnrbp(const struct measure *measure, const struct ranking *ranking);
double formula_precision_intent_aware(const struct measure *measure, const struct ranking *ranking);
double formula_ap_intent_aware(const struct measure *measure, const struct ranking *ranking);
double formula_subtopic_recall(const struct measure *measure, const struct ranking *ranking);
double formula_precision_over_groups(const struct measure *measure, const struct ranking *ranking);
double formula_ap_over_groups(const struct measure *measure, const struct ranking *ranking);
double formula_multiple_over_groups(const struct measure *measure, const struct ranking *ranking);

/* --- core/metric/measures/formulas_preference.c: preferences ------------------------- */

double formula_preferences_possible(const struct measure *measure, const struct ranking *ranking);
double formula_preferences_fulfilled(const struct measure *measure, const struct ranking *ranking);
double formula_preferences_simple(const struct measure *measure, const struct ranking *ranking);
double formula_preferences_by_pair(const struct measure *measure, const struct ranking *ranking);
double formula_preferences_by_group(const struct measure *measure, const struct ranking *ranking);
double formula_preferences_balanced(const struct measure *measure, const struct ranking *ranking);
