/*
 * Evaluation: one run against the truth, by several measures at once.
 */
#ifndef ASSAY_CORE_METRIC_EVALUATION_H
#define ASSAY_CORE_METRIC_EVALUATION_H

#include "core/metric/holes.h"
#include "core/metric/measures/measure.h"
#include "core/metric/qrels.h"
#include "core/metric/ranking.h"
#include "core/metric/run.h"
#include "core/metric/run_rules.h"

/* Which questions the means are over. Questions of the run alone never count. */
enum questions {
    QUESTIONS_ALL,  /* all of the qrels; 0 where the run has no answer: trec_eval -c, and the default */
    QUESTIONS_BOTH, /* those in both: trec_eval without -c */
};

/* By enum questions. */
extern const struct words questions_words;

/* {0} is empty and safe to release. */
struct evaluation {
    size_t n_measures;
    size_t n_questions;                      /* that take part */
    size_t n_answered;                       /* of those, how many the run answers */
    const struct qrels_question **questions; /* of the qrels, by ascending bytes of the qid */
    double *values;                          /* n_questions × n_measures, a row a question */
    double *weights;                         /* of each question; NULL: all weigh the same */
    double *means;                           /* n_measures; Num* measures: sums; 0 without questions */
};

void evaluation_release(struct evaluation *evaluation);
/*
 * The means, or sums, over some of the questions: those for which takes_part (NULL: all) holds, a flag for each of the
 * evaluation's. `means` has room for n_measures. Returns what these questions weigh in all: where that is 0, so are the
 * means.
 */
double evaluation_add_up(const struct evaluation *evaluation, const struct measure *measures,
                         const bool *takes_part, double *means);

/*
 * An evaluation under way: the questions of a run are scored one at a time, as a reader comes by them, in any
 * order. Different threads may score different questions at once.
 */
struct evaluator {
    const struct qrels *qrels;
    const struct measure *measures;
    size_t n_measures;
    enum ties ties;
    /* As who reads a run for it makes them (run_question_round); SCORE_FLOAT64 at first. */
    enum score_type scores;
    /* Changes to the retrieved documents before the evaluation, made by the reader of the run; {0}, the default: none. */
    struct run_rules rules;
    size_t depth;   /* so many of a question's documents count, the first ones; SIZE_MAX, as at first: all */
    double *values; /* a row of n_measures for each question of the qrels, in their order */
    /* Likewise, with the ties of the judged documents broken the other way (ties_other_way), in the caller's room; NULL, as at
     * first: not wanted. */
    double *others;
    bool *answered; /* of each question of the qrels, whether it has been scored */
    /* Of each question, in the caller's room; NULL, as at first: not wanted. */
    struct holes *holes;
    struct judged_places *places;
    /* Of each question, not below 0 and some above; NULL, as at first: all weigh the same. Sums are not weighted. */
    const double *weights;
};

/* Qrels and measures must outlive the evaluator, the qrels the evaluation too. */
void evaluator_open(struct evaluator *out, const struct qrels *qrels, const struct measure *measures,
                    size_t n_measures, enum ties ties);
void evaluator_close(struct evaluator *evaluator);
/*
 * Scores what the run retrieved for a question; does nothing if it is none of the qrels. Of several calls for one
 * question the last one counts. `ranking` is room to work in; each thread has its own.
 */
void evaluator_score(struct evaluator *evaluator, const struct run_question *retrieved,
                     struct ranking *ranking);
/*
 * The same for who knows where the judged documents of one of the questions stand. `first` has its first HOLES_DEPTH
 * documents, or all there are, and may have more.
 */
void evaluator_score_places(struct evaluator *evaluator, const struct qrels_question *truth,
                            const struct judged_places *places, const struct run_question *first,
                            struct ranking *ranking);
/* Adds, behind that call, what the places are with ties broken the other way, where that is not the same. */
void evaluator_score_other_places(struct evaluator *evaluator, const struct qrels_question *truth,
                                  const struct judged_places *places, struct ranking *ranking);
/* Scores all questions of a run in memory. */
void evaluator_score_run(struct evaluator *evaluator, const struct run *run);
/* Computes the result from the scores so far; questions without a score count as not answered. */
void evaluator_finish(const struct evaluator *evaluator, enum questions questions, struct evaluation *out);

#endif
