/*
 * Evaluation: one run against the truth, by several measures at once.
 */
#ifndef ASSAY_CORE_METRIC_EVALUATION_H
#define ASSAY_CORE_METRIC_EVALUATION_H

#include "core/metric/measure.h"
#include "core/metric/qrels.h"
#include "core/metric/ranking.h"
#include "core/metric/run.h"

/* Which questions the means are over. Questions of the run alone never count. */
enum questions {
    QUESTIONS_ALL,  /* all of the qrels; 0 where the run has no answer: trec_eval -c, and the default */
    QUESTIONS_BOTH, /* those in both: trec_eval without -c */
};

/* "all" or "both". ERR_USAGE lists them. */
bool questions_parse(struct bytes text, enum questions *questions, struct err *err)
    __attribute__((warn_unused_result));

/* {0} is empty and safe to release. */
struct evaluation {
    size_t n_measures;
    size_t n_questions; /* that take part */
    size_t n_answered;  /* of those, how many the run answers */
    const struct qrels_question *
        *questions; /* by ascending bytes of the qid; of the qrels that were passed */
    double *values; /* n_questions × n_measures, a row a question */
    double *means;  /* n_measures; Num* measures: sums; 0 without questions */
};

void evaluation_release(struct evaluation *evaluation);
/* The qrels must outlive the evaluation; its release is the caller's. */
void evaluation_make(struct evaluation *out, const struct run *run, const struct qrels *qrels,
                     const struct measure *measures, size_t n_measures, enum ties ties,
                     enum questions questions);

#endif
