/*
 * Scores as trec_eval prints them, for the scripts that read its lines: name, qid and value, tab-separated, the
 * name filled up to 22 columns, counts without a point. A measure that trec_eval has no name for keeps its own.
 */
#ifndef ASSAY_EXPORT_FORMS_TREC_EVAL_H
#define ASSAY_EXPORT_FORMS_TREC_EVAL_H

#include "core/metric/evaluation.h"

/* How an evaluation is to be printed. */
struct trec_eval_style {
    const struct measure *measures; /* the first of the evaluation's */
    const char *const *names;       /* what trec_eval calls them */
    size_t n_measures;
    bool are_zscores;
    struct bytes runid; /* what the run is called, for who asks for it */
    /* Of measures that are texts, as the evaluation has values; NULL: there are none. */
    const struct bytes *texts;
    int precision; /* digits after the point; trec_eval's is 4 */
};

/* A question's lines, of the evaluation's; they have no num_q and no geometric means. */
void trec_eval_add_question(const struct evaluation *evaluation, size_t question,
                            const struct trec_eval_style *style, struct buffer *out);
/* The last lines: of all questions. */
void trec_eval_add_means(const struct evaluation *evaluation, const struct trec_eval_style *style,
                         struct buffer *out);

#endif
