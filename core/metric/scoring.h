/*
 * From the labels of one question and what a run retrieved for it to the values of the measures: the one way that
 * evaluation, live scores and their history take.
 */
#ifndef ASSAY_CORE_METRIC_SCORING_H
#define ASSAY_CORE_METRIC_SCORING_H

#include "core/metric/measures/measure.h"
#include "core/metric/qrels.h"
#include "core/metric/ranked_run.h"
#include "core/metric/ranking.h"

/* The value of each measure, in the order of `measures`. */
void score_ranking(const struct measure *measures, size_t n_measures, const struct ranking *ranking,
                   double *values);

/* Scores runs on the labels of a question, of one after the other. {0} and the measures make it. */
struct scorer {
    const struct measure *measures; /* not copied */
    size_t n_measures;
    struct qrels_question truth; /* room to work in */
    struct ranking ranking;
};

void scorer_release(struct scorer *scorer);
/* From now on it scores on these labels. No docid is there twice; qid and docids are not copied. */
void scorer_set_labels(struct scorer *scorer, struct bytes qid, const struct judgment *judgments, size_t n);
/* The value of each measure; a run that does not answer the question retrieved nothing. */
void scorer_score(struct scorer *scorer, const struct ranked_run *run, double *values);

#endif
