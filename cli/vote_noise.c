#include "cli/vote_noise.h"

#include "core/base/distribution.h"
#include "core/base/memory.h"
#include "core/judge/revote.h"
#include "core/metric/scoring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 50 }; /* pairs of them, for each question */

struct revoting {
    const struct scores *scores;
    const struct vote_noise *out;
    struct grading_rule rule;
    struct win_prior prior;
    uint64_t seed;
};

/* A question on whose candidates is voted again, and room to work in. */
struct ballot_box {
    const struct tally *tallies;
    size_t n;
    struct tally *rounds[2];
    double *grades;
    struct ranking ranking;
    double *values[2]; /* of each round, a row of n_runs × n_asked */
};

static void open_box(struct ballot_box *box, const struct revoting *revoting, size_t question)
{
    *box = (struct ballot_box){
        .tallies = revoting->scores->truth.base.tallies[question],
        .n = revoting->scores->truth.qrels.questions[question].n_judgments,
    };
    box->grades = memory_get(box->n * sizeof *box->grades);
    for (size_t round = 0; round < 2; round++) {
        box->rounds[round] = memory_get(box->n * sizeof *box->rounds[round]);
        memcpy(box->rounds[round], box->tallies, box->n * sizeof *box->rounds[round]);
        box->values[round] = memory_get(revoting->out->n_columns * sizeof(double));
    }
}

static void close_box(struct ballot_box *box)
{
    for (size_t round = 0; round < 2; round++) {
        free(box->rounds[round]);
        free(box->values[round]);
    }
    free(box->grades);
    ranking_release(&box->ranking);
}

static void vote_again(struct ballot_box *box, const struct win_prior *prior, struct random_source *random)
{
    for (size_t i = 0; i < box->n; i++) {
        int64_t wins[2];
        revote(&box->tallies[i], prior, random, wins);
        box->rounds[0][i].wins = wins[0];
        box->rounds[1][i].wins = wins[1];
    }
}

static void score_round(struct ballot_box *box, const struct revoting *revoting, size_t question,
                        size_t round)
{
    const struct scores *scores = revoting->scores;
    grade_candidates(box->rounds[round], box->n, &revoting->rule, box->grades);
    for (size_t run = 0; run < scores->n_runs; run++) {
        ranking_set_grades(&box->ranking, &scores->runs[run].places[question], box->grades, box->n);
        score_ranking(scores->measures.items, scores->n_asked, &box->ranking,
                      box->values[round] + run * scores->n_asked);
    }
}

static void add_variances(const struct revoting *revoting, const struct ballot_box *box, size_t question)
{
    const size_t n_asked = revoting->scores->n_asked;
    const size_t row = question * revoting->out->n_columns;
    for (size_t i = 0; i < revoting->out->n_columns; i++) {
        double apart = box->values[0][i] - box->values[1][i];
        double first_apart = box->values[0][i % n_asked] - box->values[1][i % n_asked];
        revoting->out->values[row + i] += apart * apart / (2 * ROUNDS);
        revoting->out->differences[row + i] += (apart - first_apart) * (apart - first_apart) / (2 * ROUNDS);
    }
}

static void revote_question(void *context, size_t question)
{
    const struct revoting *revoting = context;
    struct random_source random = random_from(revoting->seed, question);
    struct ballot_box box;
    open_box(&box, revoting, question);
    for (size_t i = 0; i < ROUNDS; i++) {
        vote_again(&box, &revoting->prior, &random);
        score_round(&box, revoting, question, 0);
        score_round(&box, revoting, question, 1);
        add_variances(revoting, &box, question);
    }
    close_box(&box);
}

static struct win_prior fit_prior(const struct truth *truth)
{
    struct win_moments moments = {0};
    for (size_t q = 0; q < truth->qrels.n_questions; q++)
        win_moments_add(&moments, truth->base.tallies[q], truth->qrels.questions[q].n_judgments);
    return win_prior_of(&moments);
}

void vote_noise_release(struct vote_noise *noise)
{
    free(noise->values);
    free(noise->differences);
    *noise = (struct vote_noise){0};
}

bool vote_noise_make(struct vote_noise *out, const struct scores *scores, const struct workforce *workforce,
                     uint64_t seed, struct err *err)
{
    const size_t n_questions = scores->truth.qrels.n_questions;
    const size_t n_columns = scores->n_runs * scores->n_asked;
    *out = (struct vote_noise){
        .n_columns = n_columns,
        .values = memory_get_zeroed(n_questions * n_columns, sizeof(double)),
        .differences = memory_get_zeroed(n_questions * n_columns, sizeof(double)),
    };
    struct revoting revoting = {
        .scores = scores,
        .out = out,
        .rule = grading_rule_default(),
        .prior = fit_prior(&scores->truth),
        .seed = seed,
    };
    return workforce_do(workforce, n_questions, revote_question, &revoting) ||
           err_set(err, ERR_INTERRUPTED, "stopped before all intervals were made");
}

struct estimate vote_noise_interval(const struct vote_noise *noise, const double *variances,
                                    const struct scores *scores, const struct vote_mean *mean)
{
    const size_t column = mean->run * scores->n_asked + mean->measure;
    double sum = 0;
    for (size_t i = 0; i < mean->n_questions; i++) {
        size_t question = (size_t)(mean->questions[i] - scores->truth.qrels.questions);
        double share = mean->shares != NULL ? mean->shares[i] : 1;
        sum += share * share * variances[question * noise->n_columns + column];
    }
    double error = sqrt(sum) / (double)mean->n_questions;
    double reach = normal_quantile(0.025) * error;
    return (struct estimate){
        .n = mean->n_questions,
        .mean = mean->value,
        .standard_error = error,
        .low = mean->value - reach,
        .high = mean->value + reach,
    };
}
