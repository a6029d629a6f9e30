/*
 * Scores in the format of trec_eval, for scripts that read its lines: name, qid and value, separated by tabs. The name
 * is padded to 22 columns, and counts have no decimals. A measure without a name in trec_eval keeps its own.
 */
#pragma once

#include "core/metric/evaluation.h"

/* How an evaluation is printed. */
struct trec_eval_style {
    const struct measure *measures; /* the first ones of the evaluation */
    const char *const *names;       /* their names in trec_eval */
    size_t n_measures;
    bool are_zscores;
    struct bytes runid; /* name of the run, for the measure runid */
    /* Texts of measures that are texts, laid out like the values of the evaluation; NULL: none. */
    const struct bytes *texts;
    int precision; /* decimals; trec_eval has 4 */
};

/* Adds the lines of a question. They include no num_q and no geometric means. */
void trec_eval_add_question(const struct evaluation *evaluation, size_t question,
                            const struct trec_eval_style *style, struct buffer *out);
/* Adds the last lines: those for all questions. */
void trec_eval_add_means(const struct evaluation *evaluation, const struct trec_eval_style *style,
                         struct buffer *out);
