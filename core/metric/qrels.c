/*
 * A map gives the number of a question, or of a document in its question, and that number is the index in an
 * array. This holds because both grow together: what is new to the map is pushed onto the array at once, and
 * nothing is ever taken out of one alone.
 */
#include "core/metric/qrels.h"

#include "core/base/memory.h"

#include <math.h>
#include <stdlib.h>

void qrels_release(struct qrels *qrels)
{
    for (size_t i = 0; i < qrels->n_questions; i++) {
        qrels_question_clear(&qrels->questions[i]);
        free(qrels->questions[i].judgments);
        if (qrels->questions[i].groups != NULL)
            judgment_groups_release(qrels->questions[i].groups);
        free(qrels->questions[i].groups);
    }
    free(qrels->questions);
    map_release(&qrels->by_qid);
    arena_release(&qrels->memory);
    *qrels = (struct qrels){0};
}

struct qrels_question *qrels_question(struct qrels *qrels, struct bytes qid)
{
    /* The judgments of a question mostly stand together: try the last one before hashing. */
    if (qrels->n_questions > 0 && bytes_equal(qrels->questions[qrels->n_questions - 1].qid, qid))
        return &qrels->questions[qrels->n_questions - 1];
    bool is_new;
    int64_t index = map_put(&qrels->by_qid, qid, &is_new);
    if (is_new) {
        VECTOR_PUSH(qrels->questions, qrels->n_questions, qrels->capacity) =
            (struct qrels_question){.qid = qid};
    }
    return &qrels->questions[index];
}

const struct qrels_question *qrels_find(const struct qrels *qrels, struct bytes qid)
{
    int64_t index = map_find(&qrels->by_qid, qid);
    return index == MAP_ABSENT ? NULL : &qrels->questions[index];
}

bool qrels_add(struct qrels *qrels, struct bytes qid, struct bytes docid, double grade)
{
    return qrels_question_add(qrels_question(qrels, qid), docid, grade);
}

bool qrels_question_add(struct qrels_question *question, struct bytes docid, double grade)
{
    bool is_new;
    map_put(&question->by_docid, docid, &is_new);
    if (!is_new)
        return false;
    VECTOR_PUSH(question->judgments, question->n_judgments, question->capacity) =
        (struct judgment){.docid = docid, .grade = grade};
    return true;
}

void qrels_question_reserve(struct qrels_question *question, size_t n)
{
    map_reserve(&question->by_docid, n);
    question->judgments =
        memory_grow(question->judgments, &question->capacity, n, sizeof *question->judgments);
}

void qrels_question_add_grouped(struct qrels_question *question, struct bytes docid, struct bytes group,
                                struct bytes subgroup, double grade)
{
    if (question->groups == NULL)
        question->groups = memory_get_zeroed(1, sizeof *question->groups);
    if (!qrels_question_add(question, docid, grade)) {
        struct judgment *judgment = &question->judgments[map_find(&question->by_docid, docid)];
        judgment->grade = fmax(judgment->grade, grade);
    }
    judgment_groups_add(question->groups, (size_t)map_find(&question->by_docid, docid), group, subgroup,
                        grade);
}

double qrels_highest_grade(const struct qrels *qrels)
{
    double highest = -INFINITY;
    for (size_t q = 0; q < qrels->n_questions; q++) {
        for (size_t i = 0; i < qrels->questions[q].n_judgments; i++)
            highest = fmax(highest, qrels->questions[q].judgments[i].grade);
    }
    return highest;
}

void qrels_question_clear(struct qrels_question *question)
{
    map_release(&question->by_docid);
    question->n_judgments = 0;
}

const struct judgment *qrels_question_find_hashed(const struct qrels_question *question, struct bytes docid,
                                                  uint64_t hash)
{
    int64_t index = map_find_hashed(&question->by_docid, docid, hash);
    return index == MAP_ABSENT ? NULL : &question->judgments[index];
}

const struct judgment *qrels_question_find(const struct qrels_question *question, struct bytes docid)
{
    return qrels_question_find_hashed(question, docid, bytes_hash(docid));
}

uint64_t qrels_question_hash(const struct qrels_question *question, size_t judgment)
{
    return map_hash(&question->by_docid, judgment);
}
