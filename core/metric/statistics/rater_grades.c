#include "core/metric/statistics/rater_grades.h"

#include "core/base/bug.h"
#include "core/base/memory.h"

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

/* The grades of a question, by document. */
struct question_grades {
    struct numbered_grade *items;
    size_t n, capacity;
};

static void number_grades(struct question_grades *out, struct rated_ids *ids,
                          const struct qrels_question *question)
{
    out->n = 0;
    for (size_t i = 0; i < question->n_judgments; i++) {
        const struct judgment *judgment = &question->judgments[i];
        VECTOR_PUSH(out->items, out->n, out->capacity) =
            (struct numbered_grade){number_of(&ids->docids, judgment->docid, &ids->memory), judgment->grade};
    }
    if (out->n > 1)
        qsort(out->items, out->n, sizeof *out->items, compare_grades);
}

static size_t count_judgments(const struct qrels *qrels)
{
    size_t n = 0;
    for (size_t q = 0; q < qrels->n_questions; q++)
        n += qrels->questions[q].n_judgments;
    return n;
}

void rater_grades_make(struct rater_grades *out, struct rated_ids *ids, const struct qrels *qrels)
{
    const size_t n = count_judgments(qrels);
    struct numbered_question *questions = number_questions(ids, qrels);
    struct question_grades of_question = {0};
    size_t n_done = 0;
    BUG_UNLESS(n < UINT32_MAX);
    *out = (struct rater_grades){
        .questions = memory_get(qrels->n_questions * sizeof *out->questions),
        .n_questions = qrels->n_questions,
        .documents = memory_get(n * sizeof *out->documents),
        .grades = memory_get(n * sizeof *out->grades),
        .highest = qrels_highest_grade(qrels),
    };
    for (size_t q = 0; q < qrels->n_questions; q++) {
        number_grades(&of_question, ids, questions[q].question);
        for (size_t i = 0; i < of_question.n; i++, n_done++) {
            out->documents[n_done] = of_question.items[i].document;
            out->grades[n_done] = of_question.items[i].grade;
        }
        out->questions[q] = (struct rater_question){questions[q].number, (uint32_t)n_done};
    }
    free(of_question.items);
    free(questions);
}
