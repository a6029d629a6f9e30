#include "core/metric/statistics/rater_grades.h"

#include "core/base/bug.h"
#include "core/base/memory.h"

#include <math.h>
#include <stdlib.h>

void rated_ids_release(struct rated_ids *ids)
{
    map_release(&ids->qids);
    map_release(&ids->docids);
    arena_release(&ids->memory);
    *ids = (struct rated_ids){0};
}

void rater_grades_release(struct rater_grades *rater)
{
    free(rater->questions);
    free(rater->documents);
    free(rater->grades);
    *rater = (struct rater_grades){0};
}

static uint32_t number_of(struct map *map, struct bytes id, struct arena *memory)
{
    const int64_t known = map_find(map, id);
    return (uint32_t)(known != MAP_ABSENT ? known : map_put(map, arena_copy(memory, id), NULL));
}

/* A question of the qrels, with the number of its qid. */
struct numbered_question {
    uint32_t number;
    const struct qrels_question *question;
};

static int compare_questions(const void *left, const void *right)
{
    const struct numbered_question *a = left, *b = right;
    return (a->number > b->number) - (a->number < b->number);
}

static struct numbered_question *number_questions(struct rated_ids *ids, const struct qrels *qrels)
{
    struct numbered_question *questions = memory_get(qrels->n_questions * sizeof *questions);
    for (size_t q = 0; q < qrels->n_questions; q++)
        questions[q] =
            (struct numbered_question){number_of(&ids->qids, qrels->questions[q].qid, &ids->memory),
                                       &qrels->questions[q]};
    if (qrels->n_questions > 1)
        qsort(questions, qrels->n_questions, sizeof *questions, compare_questions);
    return questions;
}

struct numbered_grade {
    uint32_t document;
    double grade;
};

static int compare_grades(const void *left, const void *right)
{
    const struct numbered_grade *a = left, *b = right;
    return (a->document > b->document) - (a->document < b->document);
}

/* Returns the judgments of a question, sorted by the numbers of their documents. */
static struct numbered_grade *number_grades(struct rated_ids *ids, const struct judgment *judgments, size_t n)
{
    struct numbered_grade *grades = memory_get(n * sizeof *grades);
    for (size_t i = 0; i < n; i++)
        grades[i] = (struct numbered_grade){number_of(&ids->docids, judgments[i].docid, &ids->memory),
                                            judgments[i].grade};
    if (n > 1)
        qsort(grades, n, sizeof *grades, compare_grades);
    return grades;
}

static void add_question(struct rater_grades *rater, struct rated_ids *ids, uint32_t number,
                         const struct judgment *judgments, size_t n)
{
    struct numbered_grade *grades = number_grades(ids, judgments, n);
    BUG_UNLESS(rater->n_questions == 0 || rater->questions[rater->n_questions - 1].number < number);
    BUG_UNLESS(rater->n_grades + n < UINT32_MAX);
    for (size_t i = 0; i < n; i++) {
        size_t n_documents = rater->n_grades;
        VECTOR_PUSH(rater->documents, n_documents, rater->documents_capacity) = grades[i].document;
        VECTOR_PUSH(rater->grades, rater->n_grades, rater->grades_capacity) = grades[i].grade;
        rater->highest = fmax(rater->highest, grades[i].grade);
    }
    VECTOR_PUSH(rater->questions, rater->n_questions, rater->questions_capacity) =
        (struct rater_question){number, (uint32_t)rater->n_grades};
    free(grades);
}

void rater_grades_add(struct rater_grades *rater, struct rated_ids *ids, struct bytes qid,
                      const struct judgment *judgments, size_t n)
{
    add_question(rater, ids, number_of(&ids->qids, qid, &ids->memory), judgments, n);
}

void rater_grades_make(struct rater_grades *out, struct rated_ids *ids, const struct qrels *qrels)
{
    struct numbered_question *questions = number_questions(ids, qrels);
    *out = (struct rater_grades){.highest = -INFINITY};
    for (size_t q = 0; q < qrels->n_questions; q++)
        add_question(out, ids, questions[q].number, questions[q].question->judgments,
                     questions[q].question->n_judgments);
    free(questions);
}
