/*
 * Measures as they are written, as ir_measures does: Name(parameter=value,…)@cutoff.
 * Names are taken in either case, with blanks, hyphens and underscores or without, and trec_eval's names ("ndcg_cut_10") too.
 */
#ifndef ASSAY_CORE_METRIC_MEASURES_MEASURE_NAME_H
#define ASSAY_CORE_METRIC_MEASURES_MEASURE_NAME_H

#include "core/metric/measures/measure.h"

/* One measure. ERR_USAGE: the text says what is wrong and what would be right (the nearest names, …). */
bool measure_parse(struct bytes text, struct measure *measure, struct err *err)
    __attribute__((warn_unused_result));

/*
 * The row that a text means, whether or not it is whole ("P", which needs a cutoff). NULL, and ERR_USAGE: it means none; the
 * error names the nearest.
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
 * Appends measures separated by commas, or by blanks; behind a comma a bare number is one more cutoff for
 * the measure before it: "nDCG@5,10,P(rel=2)@5" are three. On an error the list
 * holds what stood before the wrong one. trec_eval's choices may stand for a list: official (what it prints when it is
 * asked for nothing), set, all_trec, prefs, all_prefs, qrels_jg.
 */
bool measure_list_parse(struct bytes text, struct measure_list *list, struct err *err)
    __attribute__((warn_unused_result));
/* The measures that one of these choices means, by trec_eval's names and in its order; NULL: the name is none of a choice. */
const char *measure_choice(struct bytes name);

/* Adds the canonical name: "nDCG(dcg='exp-log2')@10", with the parameters that were given. */
void measure_add_name(const struct measure *measure, struct buffer *name);
/* Adds trec_eval's name, "ndcg_cut_10"; the canonical one where trec_eval has none, as with parameters. */
void measure_add_trec_eval_name(const struct measure *measure, struct buffer *name);
/* The name that ir_measures prints. */
void measure_add_ir_measures_name(const struct measure *measure, struct buffer *name);
/* Adds the parameters that a row takes, with their defaults: "p=0.8, rel=1, judged_only=False". */
void measure_add_parameters(const struct measure_row *row, struct buffer *text);
/* Adds how a measure of the row is written, with a cutoff, without one, or either way: "nDCG, nDCG@k". */
void measure_add_forms(const struct measure_row *row, const char *separator, struct buffer *text);
/* Adds the other names of the row: "MRR, recip_rank". */
void measure_add_aliases(const struct measure_row *row, struct buffer *text);

#endif
