#include "core/metric/evaluation.h"

#include "core/base/bug.h"

#include <stdlib.h>

bool questions_parse(struct bytes text, enum questions *questions, struct err *err)
{
    if (bytes_equal(text, bytes_of("all")))
        *questions = QUESTIONS_ALL;
    else if (bytes_equal(text, bytes_of("both")))
        *questions = QUESTIONS_BOTH;
    else
        return err_set(err, ERR_USAGE, "'%.*s' is no choice of questions: all or both", BYTES_FORMAT(text));
    return true;
}

void evaluation_release(struct evaluation *evaluation)
{
    free(evaluation->questions);
    free(evaluation->values);
    free(evaluation->means);
    *evaluation = (struct evaluation){0};
}

static int compare_qids(const void *a, const void *b)
{
    const struct qrels_question *const *left = a;
    const struct qrels_question *const *right = b;
    return bytes_compare((*left)->qid, (*right)->qid);
}

/* Sorted, so that the sums do not depend on the order of lines in a file. */
static void choose_questions(struct evaluation *out, const struct run *run, const struct qrels *qrels,
                             enum questions questions)
{
    out->questions = memory_get(qrels->n_questions * sizeof *out->questions);
    for (size_t i = 0; i < qrels->n_questions; i++) {
        bool answered = run_find(run, qrels->questions[i].qid) != NULL;
        if (answered || questions == QUESTIONS_ALL)
            out->questions[out->n_questions++] = &qrels->questions[i];
        if (answered)
            out->n_answered++;
    }
    qsort(out->questions, out->n_questions, sizeof *out->questions, compare_qids);
}

static void add_row(double *sums, const double *row, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sums[i] += row[i];
}

static void set_means(struct evaluation *out, const struct measure *measures)
{
    out->means = memory_get_zeroed(out->n_measures, sizeof *out->means);
    for (size_t q = 0; q < out->n_questions; q++)
        add_row(out->means, out->values + q * out->n_measures, out->n_measures);
    for (size_t m = 0; m < out->n_measures; m++) {
        if (!measures[m].row->is_sum && out->n_questions > 0)
            out->means[m] /= (double)out->n_questions;
    }
}

void evaluation_make(struct evaluation *out, const struct run *run, const struct qrels *qrels,
                     const struct measure *measures, size_t n_measures, enum ties ties,
                     enum questions questions)
{
    struct ranking ranking = {0};
    *out = (struct evaluation){.n_measures = n_measures};
    choose_questions(out, run, qrels, questions);
    out->values = memory_get_zeroed(out->n_questions * n_measures, sizeof *out->values);
    for (size_t q = 0; q < out->n_questions; q++) {
        const struct qrels_question *truth = out->questions[q];
        ranking_set(&ranking, run_find(run, truth->qid), truth, ties);
        for (size_t m = 0; m < n_measures; m++)
            out->values[q * n_measures + m] = measure_value(&measures[m], &ranking);
    }
    set_means(out, measures);
    ranking_release(&ranking);
}
