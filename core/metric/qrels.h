/*
 * Qrels, the truth: for each question, the grades of its judged documents.
 *
 * A grade is any finite number. Above 0 is relevant to some degree, 0 is
 * judged not relevant, below 0 is seen (it was in the pool) without a judgment
 * that binary measures could use.
 */
#ifndef ASSAY_CORE_METRIC_QRELS_H
#define ASSAY_CORE_METRIC_QRELS_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/hash_index.h"
#include "core/base/judgment.h"
#include "core/base/map.h"
#include "core/metric/measures/judgment_groups.h"

struct qrels_question {
    struct bytes qid;
    struct judgment *judgments; /* in the order they were added */
    size_t n_judgments;
    uint64_t *hashes;           /* bytes_hash of each docid */
    size_t capacity;            /* of both */
    struct hash_index by_docid; /* of the judgments, once they are many */
    /* The same judgments apart, for measures that look at that; a document's grade is then the highest. NULL: not kept. */
    struct judgment_groups *groups;
};

/* {0} holds no questions and is safe to release. */
struct qrels {
    struct qrels_question *questions; /* in the order they were added */
    size_t n_questions;
    size_t capacity;
    struct map by_qid;   /* qid → index of `questions` */
    struct arena memory; /* a home for ids that have no other */
};

void qrels_release(struct qrels *qrels);
/*
 * The question `qid`, added without judgments if it is new. Adding moves the questions and fits the one before: pointers are
 * for now.
 */
struct qrels_question *qrels_question(struct qrels *qrels, struct bytes qid);
/* The question `qid`, or NULL. */
const struct qrels_question *qrels_find(const struct qrels *qrels, struct bytes qid);

/*
 * Adds a judgment. The ids are not copied: they lie in `memory` or in something
 * that outlives the qrels. False: the document is judged already, and nothing changes.
 */
bool qrels_add(struct qrels *qrels, struct bytes qid, struct bytes docid, double grade)
    __attribute__((warn_unused_result));
/* The same for a question in hand. */
bool qrels_question_add(struct qrels_question *question, struct bytes docid, double grade)
    __attribute__((warn_unused_result));
/* Makes room for so many judgments of the question in all: where their number is known they take no more. */
void qrels_question_reserve(struct qrels_question *question, size_t n);
/* Adds a judgment of one group, whose names are not copied either. judgment_groups_sort is due when all are added. */
void qrels_question_add_grouped(struct qrels_question *question, struct bytes docid, struct bytes group,
                                struct bytes subgroup, double grade);
/* Gives the room back that was made for judgments that did not come. */
void qrels_fit(struct qrels *qrels);
/* The highest of all grades; -INFINITY: there is none. */
double qrels_highest_grade(const struct qrels *qrels);
/* Takes all judgments of a question away, and keeps their room. */
void qrels_question_clear(struct qrels_question *question);
/* Frees its judgments and all that lies in no other place; the question is not to be used again. */
void qrels_question_release(struct qrels_question *question);
/* The judgment of a document, or NULL. */
const struct judgment *qrels_question_find(const struct qrels_question *question, struct bytes docid);
/* The same for a docid whose bytes_hash is known. */
const struct judgment *qrels_question_find_hashed(const struct qrels_question *question, struct bytes docid,
                                                  uint64_t hash);
/* The bytes_hash of the docid of the judgment at this index. */
uint64_t qrels_question_hash(const struct qrels_question *question, size_t judgment);

#endif
