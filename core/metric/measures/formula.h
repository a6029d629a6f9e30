/*
 * What formulas share, and those that have a file of their own: the functions that rows of core/metric/measures/formulas.c
 * name. Part of core/metric/measures/measure.h; nobody else needs it.
 */
#ifndef ASSAY_CORE_METRIC_MEASURES_FORMULA_H
#define ASSAY_CORE_METRIC_MEASURES_FORMULA_H

#include "core/metric/measures/measure.h"

/* 0 where it would divide by nothing. */
double formula_ratio(double part, double whole);
bool formula_is_relevant(const struct measure *measure, double grade);
/* R: judged documents that are relevant, retrieved or not. */
double formula_count_relevant(const struct measure *measure, const struct ranking *ranking);
double formula_count_relevant_within(const struct measure *measure, const struct ranking *ranking,
                                     double depth);
/* What a document of this grade gives: by gains=, else the grade itself; by dcg=; never below 0. */
double formula_gain(const struct measure *measure, double grade);
/* A gain at a rank, from 1, as DCG counts it. */
double formula_discounted(double gain_at_rank, size_t rank);
/* The gains of all judged documents, descending, one for each of the ranking's n_grades. Freed by the caller. */
double *formula_ideal_gains(const struct measure *measure, const struct ranking *ranking);

/* For qsort: doubles, the highest first. */
int formula_compare_descending(const void *a, const void *b);

/* --- core/metric/measures/formulas.c: those that others are made of ------------------ */

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

#endif
