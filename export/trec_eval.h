/*
 * Scores as trec_eval prints them, for the scripts that read its lines: name, qid and value, tab-separated, the
 * name filled up to 22 columns, counts without a point. A measure that trec_eval has no name for keeps its own.
 */
#ifndef ASSAY_EXPORT_TREC_EVAL_H
#define ASSAY_EXPORT_TREC_EVAL_H

#include "core/metric/evaluation.h"

/* What trec_eval prints when it is asked for nothing, in its order, but for gm_map: assay has no geometric mean. */
#define TREC_EVAL_OFFICIAL                                                                                   \
    "NumQ,NumRet,NumRel,NumRelRet,AP,Rprec,Bpref,RR,IPrec@0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1,"          \
    "P@5,10,15,20,30,100,200,500,1000"

/* How an evaluation is to be printed. */
struct trec_eval_style {
    const struct measure *measures; /* the first of the evaluation's */
    size_t n_measures;
    struct bytes runid; /* without data: no line that names the run */
    /* Each question's lines, by qid, before the means; num_q is there in the means alone. */
    bool per_question;
    int precision; /* digits after the point; trec_eval's is 4 */
};

void trec_eval_write(const struct evaluation *evaluation, const struct trec_eval_style *style,
                     struct buffer *out);

#endif
