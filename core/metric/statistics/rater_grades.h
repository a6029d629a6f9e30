/*
 * The grades of all raters of a database. The ids of questions and documents are stored once for all raters, and
 * each grade refers to them by number. A grade takes twelve bytes; in qrels it takes fifty.
 */
#pragma once

#include "core/metric/qrels.h"

/* The ids that raters share. {0} is empty and safe to release. */
struct rated_ids {
    struct map qids, docids;
    struct arena memory;
};

void rated_ids_release(struct rated_ids *ids);

struct rater_question {
    uint32_t number; /* of its qid */
    uint32_t end;    /* end of its grades, which begin where those of the question before it end */
};

/* The grades of one rater. {0} is safe to release; the highest grade of a rater without grades is -INFINITY. */
struct rater_grades {
    struct rater_question *questions; /* by ascending number */
    size_t n_questions, questions_capacity;
    uint32_t *documents; /* the numbers of docids, ascending within each question */
    double *grades;      /* of the documents */
    size_t n_grades, grades_capacity, documents_capacity;
    double highest;
};

/*
 * Adds a rater's judgments of a question. The number of its qid must be higher than those of the questions added
 * before, so add questions in the same order for all raters. New ids are copied.
 */
void rater_grades_add(struct rater_grades *rater, struct rated_ids *ids, struct bytes qid,
                      const struct judgment *judgments, size_t n);
/* The same for all judgments of the qrels, which may be released afterwards. */
void rater_grades_make(struct rater_grades *out, struct rated_ids *ids, const struct qrels *qrels);
void rater_grades_release(struct rater_grades *rater);
