#include "cli/vote_noise.h"

#include "core/base/distribution.h"
#include "core/base/memory.h"
#include "core/judge/revote.h"
#include "core/metric/scoring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pairs of rounds for each question, and for all of them together. */
enum { ROUNDS_MIN = 2, ROUNDS_MAX = 50, ROUNDS_IN_ALL = 100000 };

struct revoting {
    const struct scores *scores;
    const struct vote_noise_plan *plan;
    const struct vote_noise *out;
    size_t rounds;
    struct grading_rule rule;
    struct win_prior prior;
};

/* A question on whose candidates is voted again, and room to work in. */
struct ballot_box {
    const struct tally *tallies;
    size_t n;
    struct tally *rounds[2];
    double *grades;
    struct ranking ranking;
    double *values[2]; /* of each round, a row of n_runs × n_measures */
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
        score_ranking(scores->measures.items, revoting->out->n_measures, &box->ranking,
                      box->values[round] + run * revoting->out->n_measures);
    }
}

static void add_variances(const struct revoting *revoting, const struct ballot_box *box, size_t question)
{
    const size_t n_measures = revoting->out->n_measures;
    const size_t row = question * revoting->out->n_columns;
    const size_t baseline = revoting->plan->baseline * n_measures;
    const double share = 1 / (2 * (double)revoting->rounds);
    for (size_t i = 0; i < revoting->out->n_columns; i++) {
        double apart = box->values[0][i] - box->values[1][i];
        size_t other = baseline + i % n_measures;
        double between = apart - (box->values[0][other] - box->values[1][other]);
        revoting->out->values[row + i] += apart * apart * share;
        revoting->out->differences[row + i] += between * between * share;
    }
}

static void revote_question(void *context, size_t question)
{
    const struct revoting *revoting = context;
    struct random_source random = random_from(revoting->plan->seed, question);
    struct ballot_box box;
    open_box(&box, revoting, question);
    for (size_t i = 0; i < revoting->rounds; i++) {
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

static size_t rounds_of(size_t n_questions)
{
    const size_t rounds = ROUNDS_IN_ALL / (n_questions + 1);
    return rounds < ROUNDS_MIN ? ROUNDS_MIN : rounds > ROUNDS_MAX ? ROUNDS_MAX : rounds;
}

bool vote_noise_make(struct vote_noise *out, const struct scores *scores, const struct vote_noise_plan *plan,
                     struct err *err)
{
    const size_t n_questions = scores->truth.qrels.n_questions;
    const size_t n_columns = scores->n_runs * plan->n_measures;
    *out = (struct vote_noise){
        .n_measures = plan->n_measures,
        .n_columns = n_columns,
        .values = memory_get_zeroed(n_questions * n_columns, sizeof(double)),
        .differences = memory_get_zeroed(n_questions * n_columns, sizeof(double)),
    };
    struct revoting revoting = {
        .scores = scores,
        .plan = plan,
        .out = out,
        .rounds = rounds_of(n_questions),
        .rule = grading_rule_default(),
        .prior = fit_prior(&scores->truth),
    };
    return workforce_do(&plan->workforce, n_questions, revote_question, &revoting) ||
           err_set(err, ERR_INTERRUPTED, "stopped before all intervals were made");
}

struct estimate vote_noise_interval(const struct vote_noise *noise, const double *variances,
                                    const struct scores *scores, const struct vote_mean *mean)
{
    const size_t column = mean->run * noise->n_measures + mean->measure;
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
