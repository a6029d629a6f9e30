/*
 * Qrels, the truth: for each question, the grades of its judged documents.
 *
 * A grade is any finite number. Above 0 means relevant to some degree, 0 judged not relevant. Below 0 means pooled,
 * but without a judgment that binary measures could use.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/hash_index.h"
#include "core/base/judgment.h"
#include "core/base/map.h"
#include "core/base/must_check.h"
#include "core/metric/measures/judgment_groups.h"

struct qrels_question {
    struct bytes qid;
    struct judgment *judgments; /* in the order of addition */
    size_t n_judgments;
    uint64_t *hashes;           /* bytes_hash of each docid */
    size_t capacity;            /* of both arrays */
    struct hash_index by_docid; /* index of the judgments, if there are many */
    /*
     * The same judgments in groups, for measures that need them; a document's grade is then its highest one. NULL:
     * not kept.
     */
    struct judgment_groups *groups;
};

/* {0} holds no questions and is safe to release. */
struct qrels {
    struct qrels_question *questions; /* in the order of addition */
    size_t n_questions;
    size_t capacity;
    struct map by_qid;   /* qid → index of `questions` */
    struct arena memory; /* memory for ids that are stored nowhere else */
};

void qrels_release(struct qrels *qrels);
/*
 * Returns the question `qid`, and adds it without judgments if it is new. Adding moves the questions and shrinks
 * the previous one to its size, so pointers become invalid.
 */
struct qrels_question *qrels_question(struct qrels *qrels, struct bytes qid);
/* Returns the question `qid`, or NULL. Its blanks may be written as %20, as in files of TREC. */
const struct qrels_question *qrels_find(const struct qrels *qrels, struct bytes qid);

/*
 * Adds a judgment. The ids are not copied: they must be in `memory` or in something that outlives the qrels.
 * Returns false if the document is judged already; then nothing changes.
 */
MUST_CHECK bool qrels_add(struct qrels *qrels, struct bytes qid, struct bytes docid, double grade);
/* The same for a given question. */
MUST_CHECK bool qrels_question_add(struct qrels_question *question, struct bytes docid, double grade);
/*
 * Makes room for `n` judgments of the question in total. If the number is known, this allocates no more than
 * necessary.
 */
void qrels_question_reserve(struct qrels_question *question, size_t n);
/* Adds a judgment of a group, whose names are not copied either. Call judgment_groups_sort after the last one. */
void qrels_question_add_grouped(struct qrels_question *question, struct bytes docid, struct bytes group,
                                struct bytes subgroup, double grade);
/* Frees unused room for judgments. */
void qrels_fit(struct qrels *qrels);
/* Returns the highest of all grades; -INFINITY if there is none. */
double qrels_highest_grade(const struct qrels *qrels);
/* Removes all judgments of a question, but keeps their memory. */
void qrels_question_clear(struct qrels_question *question);
/* Frees the question's judgments and indexes. It must not be used again. */
void qrels_question_release(struct qrels_question *question);
/* Returns the judgment of a document, or NULL. */
const struct judgment *qrels_question_find(const struct qrels_question *question, struct bytes docid);
/* The same for a docid whose bytes_hash is known. */
const struct judgment *qrels_question_find_hashed(const struct qrels_question *question, struct bytes docid,
                                                  uint64_t hash);
/* Returns the bytes_hash of the docid of the judgment at this index. */
uint64_t qrels_question_hash(const struct qrels_question *question, size_t judgment);
