/*
 * The evaluator has a row of values for each question of the qrels, in their order. A question writes only to its
 * own row, so threads that score different questions need no lock.
 *
 * When all are scored, the questions that count are sorted by their qids, and their rows are added in that order.
 * So a mean is the same to the last bit, whatever the order of lines and questions.
 */
#include "core/metric/evaluation.h"

#include "core/base/memory.h"
#include "core/metric/scoring.h"
#include "core/metric/tied_ranking.h"

#include <stdlib.h>
#include <string.h>

static const char *const questions_names[] = {
    [QUESTIONS_ALL] = "all",
    [QUESTIONS_BOTH] = "both",
};

const struct words questions_words = WORDS_OF(questions_names);

void evaluation_release(struct evaluation *evaluation)
{
    free(evaluation->questions);
    free(evaluation->values);
    free(evaluation->weights);
    free(evaluation->means);
    *evaluation = (struct evaluation){0};
}

static int compare_qids(const void *a, const void *b)
{
    const struct qrels_question *const *left = a;
    const struct qrels_question *const *right = b;
    return bytes_compare((*left)->qid, (*right)->qid);
}

/* --- Questions one at a time ---------------------------------------------- */

void evaluator_open(struct evaluator *out, const struct qrels *qrels, const struct measure *measures,
                    size_t n_measures, enum ties ties)
{
    *out = (struct evaluator){
        .qrels = qrels,
        .measures = measures,
        .n_measures = n_measures,
        .ties = ties,
        .depth = SIZE_MAX,
        .values = memory_get_zeroed(qrels->n_questions * n_measures, sizeof *out->values),
        .answered = memory_get_zeroed(qrels->n_questions, sizeof *out->answered),
    };
}

void evaluator_close(struct evaluator *evaluator)
{
    free(evaluator->values);
    free(evaluator->answered);
    *evaluator = (struct evaluator){0};
}

/* retrieved = NULL: the run does not answer the question. */
static void evaluate_question(const struct evaluator *evaluator, const struct run_question *retrieved,
                              const struct qrels_question *truth, struct ranking *ranking, double *values)
{
    ranking_set(ranking, retrieved, truth, evaluator->ties);
    ranking_cut(ranking, evaluator->depth);
    score_ranking(evaluator->measures, evaluator->n_measures, ranking, values);
}

static size_t index_of(const struct evaluator *evaluator, const struct qrels_question *truth)
{
    return (size_t)(truth - evaluator->qrels->questions);
}

/* `first` is what was retrieved, at least the first documents. */
static void keep_holes(struct evaluator *evaluator, const struct qrels_question *truth,
                       const struct run_question *first, const struct ranking *ranking)
{
    if (evaluator->holes != NULL)
        holes_set(&evaluator->holes[index_of(evaluator, truth)], first, truth, evaluator->ties,
                  ranking->n_hits);
}

/*
 * Saves what is needed of a scored question. `others` gets the same values, until evaluator_score_other_places or a
 * tie sets different ones.
 */
static void keep(struct evaluator *evaluator, const struct qrels_question *truth,
                 const struct run_question *first, const struct ranking *ranking)
{
    const size_t question = index_of(evaluator, truth);
    const size_t row = question * evaluator->n_measures;
    evaluator->answered[question] = true;
    keep_holes(evaluator, truth, first, ranking);
    if (evaluator->places != NULL)
        judged_places_set(&evaluator->places[question], ranking);
    if (evaluator->others != NULL)
        memcpy(evaluator->others + row, evaluator->values + row,
               evaluator->n_measures * sizeof *evaluator->others);
}

static void score_otherwise(struct evaluator *evaluator, const struct run_question *retrieved,
                            const struct qrels_question *truth, struct ranking *ranking)
{
    ranking_set(ranking, retrieved, truth, ties_other_way(evaluator->ties));
    ranking_cut(ranking, evaluator->depth);
    score_ranking(evaluator->measures, evaluator->n_measures, ranking,
                  evaluator->others + index_of(evaluator, truth) * evaluator->n_measures);
}

void evaluator_score(struct evaluator *evaluator, const struct run_question *retrieved,
                     struct ranking *ranking)
{
    const struct qrels_question *truth = qrels_find(evaluator->qrels, retrieved->qid);
    if (truth == NULL)
        return;
    size_t question = index_of(evaluator, truth);
    evaluate_question(evaluator, retrieved, truth, ranking,
                      evaluator->values + question * evaluator->n_measures);
    double *values = evaluator->values + question * evaluator->n_measures;
    if (evaluator->ties == TIES_AVERAGE)
        ties_average(evaluator->measures, evaluator->n_measures, ranking, retrieved, values);
    const bool is_tied = evaluator->others != NULL && ranking_is_tied(ranking, retrieved);
    keep(evaluator, truth, retrieved, ranking);
    if (is_tied)
        score_otherwise(evaluator, retrieved, truth, ranking);
}

void evaluator_score_places(struct evaluator *evaluator, const struct qrels_question *truth,
                            const struct judged_places *places, const struct run_question *first,
                            struct ranking *ranking)
{
    size_t question = index_of(evaluator, truth);
    ranking_set_places(ranking, places, truth);
    ranking_cut(ranking, evaluator->depth);
    score_ranking(evaluator->measures, evaluator->n_measures, ranking,
                  evaluator->values + question * evaluator->n_measures);
    keep(evaluator, truth, first, ranking);
}

void evaluator_score_other_places(struct evaluator *evaluator, const struct qrels_question *truth,
                                  const struct judged_places *places, struct ranking *ranking)
{
    ranking_set_places(ranking, places, truth);
    ranking_cut(ranking, evaluator->depth);
    score_ranking(evaluator->measures, evaluator->n_measures, ranking,
                  evaluator->others + index_of(evaluator, truth) * evaluator->n_measures);
}

void evaluator_score_run(struct evaluator *evaluator, const struct run *run)
{
    struct ranking ranking = {0};
    for (size_t i = 0; i < run->n_questions; i++)
        evaluator_score(evaluator, &run->questions[i], &ranking);
    ranking_release(&ranking);
}

/* --- The whole ------------------------------------------------------------ */

/* Sorted, so that the sums do not depend on the order of lines in a file. */
static void choose_questions(const struct evaluator *evaluator, enum questions questions,
                             struct evaluation *out)
{
    const struct qrels *qrels = evaluator->qrels;
    out->questions = memory_get(qrels->n_questions * sizeof *out->questions);
    for (size_t i = 0; i < qrels->n_questions; i++) {
        if (evaluator->answered[i] || questions == QUESTIONS_ALL)
            out->questions[out->n_questions++] = &qrels->questions[i];
        out->n_answered += evaluator->answered[i];
    }
    qsort(out->questions, out->n_questions, sizeof *out->questions, compare_qids);
}

/*
 * A question without an answer is not simply a row of zeros: measures that count the truth (NumRel) count it there,
 * too.
 */
static void set_values(const struct evaluator *evaluator, struct evaluation *out)
{
    struct ranking ranking = {0};
    size_t n = out->n_measures;
    out->values = memory_get_zeroed(out->n_questions * n, sizeof *out->values);
    for (size_t q = 0; q < out->n_questions; q++) {
        const struct qrels_question *truth = out->questions[q];
        size_t question = (size_t)(truth - evaluator->qrels->questions);
        if (evaluator->answered[question])
            memcpy(out->values + q * n, evaluator->values + question * n, n * sizeof *out->values);
        else
            evaluate_question(evaluator, NULL, truth, &ranking, out->values + q * n);
    }
    ranking_release(&ranking);
}

static void set_weights(const struct evaluator *evaluator, struct evaluation *out)
{
    if (evaluator->weights == NULL)
        return;
    out->weights = memory_get(out->n_questions * sizeof *out->weights);
    for (size_t q = 0; q < out->n_questions; q++)
        out->weights[q] = evaluator->weights[out->questions[q] - evaluator->qrels->questions];
}

double evaluation_add_up(const struct evaluation *evaluation, const struct measure *measures,
                         const bool *takes_part, double *means)
{
    double weight = 0;
    for (size_t m = 0; m < evaluation->n_measures; m++)
        means[m] = 0;
    for (size_t q = 0; q < evaluation->n_questions; q++) {
        if (takes_part != NULL && !takes_part[q])
            continue;
        const double own = evaluation->weights != NULL ? evaluation->weights[q] : 1;
        weight += own;
        for (size_t m = 0; m < evaluation->n_measures; m++)
            means[m] +=
                (measures[m].row->is_sum ? 1 : own) * evaluation->values[q * evaluation->n_measures + m];
    }
    for (size_t m = 0; m < evaluation->n_measures; m++)
        means[m] = measure_total(measures[m].row, means[m], weight);
    return weight;
}

void evaluator_finish(const struct evaluator *evaluator, enum questions questions, struct evaluation *out)
{
    *out = (struct evaluation){.n_measures = evaluator->n_measures};
    choose_questions(evaluator, questions, out);
    set_values(evaluator, out);
    set_weights(evaluator, out);
    out->means = memory_get_zeroed(out->n_measures, sizeof *out->means);
    evaluation_add_up(out, evaluator->measures, NULL, out->means);
}
