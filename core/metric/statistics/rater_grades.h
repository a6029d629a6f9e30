/*
 * What raters graded, for as many as there are in a database: the ids of questions and documents are kept once for all of
 * them, and of each grade the numbers of its ids. A grade takes twelve bytes, where it takes fifty in qrels.
 */
#ifndef ASSAY_CORE_METRIC_STATISTICS_RATER_GRADES_H
#define ASSAY_CORE_METRIC_STATISTICS_RATER_GRADES_H

#include "core/metric/qrels.h"

/* The ids that raters share. {0} is empty and safe to release. */
struct rated_ids {
    struct map qids, docids;
    struct arena memory;
};

void rated_ids_release(struct rated_ids *ids);

struct rater_question {
    uint32_t number; /* of its qid */
    uint32_t end;    /* of its grades, which begin where those of the question before it end */
};

/* What one rater graded. {0} is safe to release; a rater without grades has -INFINITY as the highest one. */
struct rater_grades {
    struct rater_question *questions; /* by ascending number */
    size_t n_questions, questions_capacity;
    uint32_t *documents; /* the numbers of docids, ascending in each question */
    double *grades;      /* of the documents */
    size_t n_grades, grades_capacity, documents_capacity;
    double highest;
};

/*
 * Adds what the rater said of a question, the numbers of whose qid come behind those of the questions that were added before:
 * questions are added in one order for all raters. Ids that are new are copied.
 */
void rater_grades_add(struct rater_grades *rater, struct rated_ids *ids, struct bytes qid,
                      const struct judgment *judgments, size_t n);
/* The same as in the qrels, which may go then. */
void rater_grades_make(struct rater_grades *out, struct rated_ids *ids, const struct qrels *qrels);
void rater_grades_release(struct rater_grades *rater);

#endif
