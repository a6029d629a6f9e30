/*
 * Evaluation: one run against the truth, by several measures at once.
 */
#pragma once

#include "core/metric/holes.h"
#include "core/metric/measures/measure.h"
#include "core/metric/qrels.h"
#include "core/metric/ranking.h"
#include "core/metric/run.h"
#include "core/metric/run_rules.h"

/* Which questions the means are over. Questions that are only in the run never count. */
enum questions {
    QUESTIONS_ALL,  /* all of the qrels; 0 if the run has no answer: trec_eval -c, and the default */
    QUESTIONS_BOTH, /* questions in both: trec_eval without -c */
};

/* By enum questions. */
extern const struct words questions_words;

/* {0} is empty and safe to release. */
struct evaluation {
    size_t n_measures;
    size_t n_questions;                      /* that count */
    size_t n_answered;                       /* how many of them the run answers */
    const struct qrels_question **questions; /* of the qrels, by ascending bytes of the qid */
    double *values;                          /* n_questions × n_measures, one row per question */
    double *weights;                         /* one per question; NULL: all have the same weight */
    double *means;                           /* n_measures; sums for Num* measures; 0 without questions */
};

void evaluation_release(struct evaluation *evaluation);
/*
 * Computes the means (or sums) over some of the questions: those whose flag in takes_part is set (NULL: all).
 * `means` has room for n_measures. Returns the total weight of these questions; if it is 0, so are the means.
 */
double evaluation_add_up(const struct evaluation *evaluation, const struct measure *measures,
                         const bool *takes_part, double *means);

/*
 * An evaluation in progress. The questions of a run are scored one at a time, as a reader finds them, in any order.
 * Different threads may score different questions at once.
 */
struct evaluator {
    const struct qrels *qrels;
    const struct measure *measures;
    size_t n_measures;
    enum ties ties;
    /* How readers of a run must round its scores (run_question_round); initially SCORE_FLOAT64. */
    enum score_type scores;
    /*
     * Changes to the retrieved documents before the evaluation, made by the reader of the run; {0}, the default:
     * none.
     */
    struct run_rules rules;
    size_t depth;   /* only the first `depth` documents of a question count; initially SIZE_MAX: all */
    double *values; /* a row of n_measures for each question of the qrels, in their order */
    /*
     * The same, with the ties of the judged documents broken the other way (ties_other_way), in the caller's
     * memory. NULL, the initial value: not needed.
     */
    double *others;
    bool *answered; /* for each question of the qrels, whether it was scored */
    /* For each question, in the caller's memory. NULL, the initial value: not needed. */
    struct holes *holes;
    struct judged_places *places;
    /*
     * One per question, not negative and some above 0. NULL, the initial value: all are equal. Sums are not
     * weighted.
     */
    const double *weights;
};

/* Opens an evaluator. Qrels and measures must outlive the evaluator, and the qrels must outlive the evaluation. */
void evaluator_open(struct evaluator *out, const struct qrels *qrels, const struct measure *measures,
                    size_t n_measures, enum ties ties);
void evaluator_close(struct evaluator *evaluator);
/*
 * Scores what the run retrieved for a question. Does nothing if the qrels do not have the question. If a question
 * is scored again, the last call counts. `ranking` is working space; each thread needs its own.
 */
void evaluator_score(struct evaluator *evaluator, const struct run_question *retrieved,
                     struct ranking *ranking);
/*
 * The same for callers that know the places of the judged documents of a question. `first` has its first
 * HOLES_DEPTH documents, or all if there are fewer; it may have more.
 */
void evaluator_score_places(struct evaluator *evaluator, const struct qrels_question *truth,
                            const struct judged_places *places, const struct run_question *first,
                            struct ranking *ranking);
/* After that call, adds the places with ties broken the other way, if they differ. */
void evaluator_score_other_places(struct evaluator *evaluator, const struct qrels_question *truth,
                                  const struct judged_places *places, struct ranking *ranking);
/* Scores all questions of a run in memory. */
void evaluator_score_run(struct evaluator *evaluator, const struct run *run);
/* Computes the result from the scores so far. Questions without a score count as not answered. */
void evaluator_finish(const struct evaluator *evaluator, enum questions questions, struct evaluation *out);
