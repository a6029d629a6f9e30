/*
 * The share of chance in the votes: how far the scores from one voting may be from the mean over all possible votings
 * on the same questions.
 *
 * The votes of each question are drawn again many times (fewer times each when there are many questions), two rounds at
 * a time (core/judge/revote.h). Labels are made from each round, and both score the runs. Half the mean square of the
 * difference between the two rounds is the variance that the votes give to the question's value. These variances add up
 * over the questions.
 *
 * An interval over questions already contains this chance, because the values of the questions differ by it, too.
 * Drawing votes and questions again would count it twice. If the first of two stages is drawn with replacement, the
 * second need not be drawn again (Davison & Hinkley, Bootstrap Methods and their Application, 1997, section 3.8;
 * Cochran, Sampling Techniques, 1977, chapter 10). The result here is how much of that interval more votes would
 * remove.
 */
#pragma once

#include "cli/shared/scores.h"
#include "core/base/workforce.h"
#include "core/metric/statistics/estimate.h"

struct vote_noise_plan {
    size_t n_measures; /* number of given measures to use, the first ones */
    size_t baseline;   /* the run that differences are from */
    uint64_t seed;
    struct workforce workforce;
};

/* Variances from votes: for each question of the truth, in order, a row of n_runs × n_measures. */
struct vote_noise {
    size_t n_measures, n_columns;
    double *values;
    double *differences; /* the same for run - baseline */
};

void vote_noise_release(struct vote_noise *noise);
/*
 * Computes the variances. The truth must be labels from votes, with known tallies. ERR_INTERRUPTED: it was stopped.
 */
MUST_CHECK bool vote_noise_make(struct vote_noise *out, const struct scores *scores,
                                const struct vote_noise_plan *plan, struct err *err);

/* A mean over some questions of the truth. */
struct vote_mean {
    const struct qrels_question *const *questions;
    size_t n_questions;
    const double *shares; /* weight of each question, with mean 1; NULL: equal weights */
    size_t run, measure;
    double value;
};

/*
 * Returns the part of its 95 % interval that comes from the votes, for the mean over all votings. Another single voting
 * may lie further off, by a factor √2. `variances` are those of the run's values, or of its differences from the
 * baseline.
 */
struct estimate vote_noise_interval(const struct vote_noise *noise, const double *variances,
                                    const struct scores *scores, const struct vote_mean *mean);
