/*
 * How much of the scores is the chance of the votes: how far from one voting lies what all votings on the same questions
 * come to.
 *
 * Each question's votes are cast again many times (of many questions fewer times each), two rounds at a time
 * (core/judge/revote.h), the labels are made of them
 * as they are of votes, and the runs scored by both. Half the mean square of what lies between the two rounds is
 * the variance that the votes give to the question's value; over the questions it adds up.
 *
 * This chance is in an interval over questions already: the values that it is made of differ by it, too. Where the first of
 * two stages is drawn with replacement, nothing is to be drawn again at the second (Davison & Hinkley, Bootstrap Methods
 * and their Application, 1997, section 3.8; Cochran, Sampling Techniques, 1977, chapter 10). What is told here is how much
 * of that interval more votes would take away.
 *
 * An interval over questions contains the chance of the votes, because the values of the questions differ by it.
 * Drawing votes anew and questions as well would count that chance twice.
 */
#ifndef ASSAY_CLI_SHARED_VOTE_NOISE_H
#define ASSAY_CLI_SHARED_VOTE_NOISE_H

#include "cli/shared/scores.h"
#include "core/base/workforce.h"
#include "core/metric/statistics/estimate.h"

struct vote_noise_plan {
    size_t n_measures; /* so many of those asked for, the first ones */
    size_t baseline;   /* the run that differences are from */
    uint64_t seed;
    struct workforce workforce;
};

/* Variances that votes give to values: of each question of the truth, in its order, a row of n_runs × n_measures. */
struct vote_noise {
    size_t n_measures, n_columns;
    double *values;
    double *differences; /* the same of run - baseline */
};

void vote_noise_release(struct vote_noise *noise);
/* The truth is labels from votes: its tallies are known. ERR_INTERRUPTED: told to stop. */
bool vote_noise_make(struct vote_noise *out, const struct scores *scores, const struct vote_noise_plan *plan,
                     struct err *err) __attribute__((warn_unused_result));

/* A mean over some questions of the truth. */
struct vote_mean {
    const struct qrels_question *const *questions;
    size_t n_questions;
    const double *shares; /* what each question weighs, 1 in the mean; NULL: all weigh the same */
    size_t run, measure;
    double value;
};

/*
 * Its 95 % interval, as far as it is the votes', for what all votings come to; another voting may lie further, by √2.
 * `variances` are those of the run's values, or of what lies between it and the baseline.
 */
struct estimate vote_noise_interval(const struct vote_noise *noise, const double *variances,
                                    const struct scores *scores, const struct vote_mean *mean);

#endif
