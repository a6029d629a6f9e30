/*
 * Computes the values of the measures from the labels of one question and what a run retrieved for it. Evaluation,
 * live scores and their history all use this.
 */
#pragma once

#include "core/metric/measures/measure.h"
#include "core/metric/qrels.h"
#include "core/metric/ranked_run.h"
#include "core/metric/ranking.h"

/* Computes the value of each measure, in the order of `measures`. */
void score_ranking(const struct measure *measures, size_t n_measures, const struct ranking *ranking,
                   double *values);

/* Scores runs on the labels of one question after another. Begin with {0} and set the measures. */
struct scorer {
    const struct measure *measures; /* not copied */
    size_t n_measures;
    struct qrels_question truth; /* working space */
    struct ranking ranking;
};

void scorer_release(struct scorer *scorer);
/* Sets the labels to score with. No docid may occur twice; qid and docids are not copied. */
void scorer_set_labels(struct scorer *scorer, struct bytes qid, const struct judgment *judgments, size_t n);
/* Computes the value of each measure. A run that does not answer the question has retrieved nothing. */
void scorer_score(struct scorer *scorer, const struct ranked_run *run, double *values);
