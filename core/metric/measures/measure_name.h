/*
 * The names of measures, in the syntax of ir_measures: Name(parameter=value,…)@cutoff. Case does not matter, nor do
 * blanks, hyphens and underscores in names. trec_eval's names ("ndcg_cut_10") are accepted, too.
 */
#pragma once

#include "core/metric/measures/measure.h"

/*
 * Parses one measure. Fails with ERR_USAGE, whose text says what is wrong and what would be right (the nearest
 * names, …).
 */
MUST_CHECK bool measure_parse(struct bytes text, struct measure *measure, struct err *err);

/*
 * Returns the row that a text refers to, even if the text is incomplete ("P", which needs a cutoff). Otherwise
 * returns NULL with ERR_USAGE, which names the nearest ones.
 */
const struct measure_row *measure_find(struct bytes text, struct err *err);

/* {0} is an empty list and safe to release. */
struct measure_list {
    struct measure *items;
    size_t count;
    size_t capacity;
};

void measure_list_release(struct measure_list *list);
void measure_list_add(struct measure_list *list, const struct measure *measure);
/*
 * Appends measures separated by commas or blanks. A bare number after a comma is a further cutoff of the measure
 * before it: "nDCG@5,10,P(rel=2)@5" are three measures. On an error the list has the measures before the wrong one.
 * trec_eval's names for groups of measures are accepted: official (its default output), set, all_trec, prefs,
 * all_prefs, qrels_jg.
 */
MUST_CHECK bool measure_list_parse(struct bytes text, struct measure_list *list, struct err *err);
/*
 * Returns the measures of such a group, by trec_eval's names and in its order. NULL if there is no group of this
 * name.
 */
const char *measure_choice(struct bytes name);

/* Adds the canonical name with the parameters that were given: "nDCG(dcg='exp-log2')@10". */
void measure_add_name(const struct measure *measure, struct buffer *name);
/* Adds trec_eval's name, "ndcg_cut_10". If trec_eval has none, for example with parameters, adds the canonical name. */
void measure_add_trec_eval_name(const struct measure *measure, struct buffer *name);
/* Adds the name that ir_measures prints. */
void measure_add_ir_measures_name(const struct measure *measure, struct buffer *name);
/* Adds the parameters that a row takes, with their defaults: "p=0.8, rel=1, judged_only=False". */
void measure_add_parameters(const struct measure_row *row, struct buffer *text);
/* Adds how a measure of the row is written, with a cutoff, without one, or both: "nDCG, nDCG@k". */
void measure_add_forms(const struct measure_row *row, const char *separator, struct buffer *text);
/* Adds the other names of the row: "MRR, recip_rank". */
void measure_add_aliases(const struct measure_row *row, struct buffer *text);
