#include "cli/shared/vote_noise.h"

#include "core/base/distribution.h"
#include "core/base/memory.h"
#include "core/judge/revote.h"
#include "core/metric/scoring.h"

#include <math.h>
#include <stdlib.h>

/* Limits of the pairs of rounds for each question, and for all questions together. */
enum { ROUNDS_MIN = 2, ROUNDS_MAX = 50, ROUNDS_IN_ALL = 100000 };

struct noise_making {
    const struct scores *scores;
    const struct vote_noise_plan *plan;
    const struct vote_noise *out;
    size_t rounds;
    struct grading_rule rule;
    struct win_prior prior;
};

/* A question whose votes are drawn again, with working memory. */
struct ballot_box {
    struct revoting revoting;
    double *grades;
    struct ranking ranking;
    double *values[2]; /* for each round, a row of n_runs × n_measures */
};

static void open_box(struct ballot_box *box, const struct noise_making *making, size_t question)
{
    const struct kept_votes *votes = &making->scores->truth.base.kept[question];
    *box = (struct ballot_box){.grades = memory_get(votes->n_tallies * sizeof *box->grades)};
    revoting_begin(&box->revoting, votes, &making->prior);
    for (size_t round = 0; round < 2; round++)
        box->values[round] = memory_get(making->out->n_columns * sizeof(double));
}

static void close_box(struct ballot_box *box)
{
    revoting_end(&box->revoting);
    free(box->values[0]);
    free(box->values[1]);
    free(box->grades);
    ranking_release(&box->ranking);
}

static void score_round(struct ballot_box *box, const struct noise_making *making, size_t question,
                        size_t round)
{
    const struct scores *scores = making->scores;
    const size_t n = box->revoting.votes->n_tallies;
    grade_candidates(box->revoting.rounds[round], n, &making->rule, box->grades);
    for (size_t run = 0; run < scores->n_runs; run++) {
        ranking_set_grades(&box->ranking, &scores->runs[run].places[question], box->grades, n);
        score_ranking(scores->measures.items, making->out->n_measures, &box->ranking,
                      box->values[round] + run * making->out->n_measures);
    }
}

static void add_variances(const struct noise_making *making, const struct ballot_box *box, size_t question)
{
    const size_t n_measures = making->out->n_measures;
    const size_t row = question * making->out->n_columns;
    const size_t baseline = making->plan->baseline * n_measures;
    const double share = 1 / (2 * (double)making->rounds);
    for (size_t i = 0; i < making->out->n_columns; i++) {
        double apart = box->values[0][i] - box->values[1][i];
        size_t other = baseline + i % n_measures;
        double between = apart - (box->values[0][other] - box->values[1][other]);
        making->out->values[row + i] += apart * apart * share;
        making->out->differences[row + i] += between * between * share;
    }
}

static void revote_question(void *context, size_t question)
{
    const struct noise_making *making = context;
    struct random_source random = random_from(making->plan->seed, question);
    struct ballot_box box;
    open_box(&box, making, question);
    for (size_t i = 0; i < making->rounds; i++) {
        revoting_draw(&box.revoting, &random);
        score_round(&box, making, question, 0);
        score_round(&box, making, question, 1);
        add_variances(making, &box, question);
    }
    close_box(&box);
}

static struct win_prior fit_prior(const struct truth *truth)
{
    struct win_moments moments = {0};
    for (size_t q = 0; q < truth->qrels.n_questions; q++)
        win_moments_add(&moments, truth->base.kept[q].tallies, truth->base.kept[q].n_tallies);
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
    struct noise_making making = {
        .scores = scores,
        .plan = plan,
        .out = out,
        .rounds = rounds_of(n_questions),
        .rule = grading_rule_default(),
        .prior = fit_prior(&scores->truth),
    };
    return workforce_do(&plan->workforce, n_questions, revote_question, &making) ||
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
