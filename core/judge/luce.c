/*
 * Newton's method starts at the prior's mean. Each vote is weighted by the probability that it was not a lapse.
 * That gives the gradient of the likelihood above. Its curvature is replaced by that of the weighted votes, which
 * is never indefinite. A step that would move a utility by more than two is shortened, because the model is flat
 * far out. The covariance comes from Fisher's information, which accounts for lapses.
 *
 * The prior was chosen by simulation on real judgments. If you change a number, run `make labels-bench` on more
 * than the sample data.
 */
#include "core/judge/luce.h"

#include "core/base/memory.h"
#include "core/judge/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct luce_belief luce_belief_for_labels = {.spread = 2, .question_spread = 1, .lapses = 0.1};

const struct luce_belief luce_belief_for_dealing = {.spread = 2,
                                                    .question_spread = 1.5,
                                                    .prior_weight = 0.3,
                                                    .prior_spread = 0.5,
                                                    .likeness_weight = 0.6,
                                                    .lapses = 0.1};

const struct luce_rater luce_rater_of_glances = {.lapses = 0.1, .threshold = -2};

enum { STEPS_MAX = 100 };
static const double step_max = 2, step_enough = 1e-6;
static const double last_digit = 1e-9; /* of a utility: smaller differences are rounding errors of the sums */

/* The working arrays of a fit, all of n or n × n numbers. */
struct fit {
    const struct luce_question *question;
    const struct luce_belief *belief;
    size_t n;
    double *mean;
    double *precision; /* of the prior */
    double *utilities;
    double *curvature;
    double *gradient;
    double *room;
};

static double prior_covariance(const struct fit *fit, size_t i, size_t j)
{
    const struct luce_belief *belief = fit->belief;
    const double *priors = fit->question->priors, *likeness = fit->question->likeness;
    double alike = i == j ? 1 : likeness != NULL ? belief->likeness_weight * likeness[i * fit->n + j] : 0;
    double covariance =
        belief->spread * belief->spread * alike + belief->question_spread * belief->question_spread;
    if (priors != NULL)
        covariance += belief->prior_spread * belief->prior_spread * priors[i] * priors[j];
    return covariance;
}

static void take_prior(struct fit *fit)
{
    size_t n = fit->n;
    for (size_t i = 0; i < n; i++) {
        fit->mean[i] =
            fit->question->priors != NULL ? fit->belief->prior_weight * fit->question->priors[i] : 0;
        fit->utilities[i] = fit->mean[i];
        for (size_t j = 0; j <= i; j++)
            fit->precision[i * n + j] = prior_covariance(fit, i, j);
    }
    matrix_factor(fit->precision, n, fit->precision);
    matrix_invert(fit->precision, n, fit->room, fit->precision);
}

double luce_lapses_of(const struct luce_ballot *ballot, const struct luce_belief *belief)
{
    return ballot->rater != NULL ? ballot->rater->lapses : belief->lapses;
}

/* The largest exponent is subtracted, so that none overflows. */
void luce_choose(const struct luce_ballot *ballot, const double *utilities,
                 double probabilities[BALLOT_SIZE_MAX + 1])
{
    size_t k = ballot->n_slots;
    const double none = ballot->rater != NULL ? ballot->rater->threshold : 0;
    double most = none, sum = 0;
    for (size_t a = 0; a < k; a++)
        most = fmax(most, utilities[a]);
    for (size_t a = 0; a <= k; a++) {
        probabilities[a] = exp((a < k ? utilities[a] : none) - most);
        sum += probabilities[a];
    }
    for (size_t a = 0; a <= k; a++)
        probabilities[a] /= sum;
}

static void choice_probabilities(const struct fit *fit, const struct luce_ballot *ballot,
                                 double probabilities[BALLOT_SIZE_MAX + 1])
{
    double utilities[BALLOT_SIZE_MAX] = {0};
    for (size_t a = 0; a < ballot->n_slots; a++)
        utilities[a] = fit->utilities[ballot->candidates[a]];
    luce_choose(ballot, utilities, probabilities);
}

/* Returns the score of an answer for a candidate of the ballot: the gradient of the log of Luce's probability. */
static double score_of(const double *probabilities, size_t candidate, size_t answer)
{
    return (candidate == answer ? 1 : 0) - probabilities[candidate];
}

void luce_ballot_take(struct luce_ballot *ballot, const struct choice *choice, int position, size_t candidate)
{
    ballot->candidates[ballot->n_slots++] = candidate;
    if (position == choice->position)
        ballot->position = (int)ballot->n_slots;
    else if (position == choice_tied(choice))
        ballot->tied = (int)ballot->n_slots;
}

double luce_share(const struct luce_ballot *ballot, size_t slot)
{
    const size_t chosen = ballot->position > VOTE_NONE ? (size_t)ballot->position - 1 : ballot->n_slots;
    if (ballot->position <= VOTE_NONE || ballot->tied == 0)
        return slot == chosen ? 1 : 0;
    return slot == chosen || (int)slot + 1 == ballot->tied ? 0.5 : 0;
}

/* Adds an answer, which may be half a vote. `p` are the probabilities of the choices. */
static void add_answer(struct fit *fit, const struct luce_ballot *ballot, const double *p, size_t chosen,
                       double share)
{
    size_t k = ballot->n_slots, n = fit->n;
    const double lapses = luce_lapses_of(ballot, fit->belief);
    double meant = (1 - lapses) * p[chosen];
    double weight = share * meant / (meant + lapses / (double)(k + 1));
    for (size_t a = 0; a < k; a++) {
        size_t i = ballot->candidates[a];
        fit->gradient[i] += weight * score_of(p, a, chosen);
        for (size_t b = 0; b < k; b++)
            fit->curvature[i * n + ballot->candidates[b]] += weight * p[a] * ((a == b ? 1 : 0) - p[b]);
    }
}

static void add_vote(struct fit *fit, const struct luce_ballot *ballot)
{
    double p[BALLOT_SIZE_MAX + 1];
    choice_probabilities(fit, ballot, p);
    for (size_t chosen = 0; chosen <= ballot->n_slots; chosen++) {
        const double share = luce_share(ballot, chosen);
        if (share > 0)
            add_answer(fit, ballot, p, chosen, share);
    }
}

/* Adds Fisher's information of a ballot, including lapses: the sum over answers of probability × score × scoreᵀ. */
static void add_information(struct fit *fit, const struct luce_ballot *ballot)
{
    double p[BALLOT_SIZE_MAX + 1];
    size_t k = ballot->n_slots;
    const double lapses = luce_lapses_of(ballot, fit->belief);
    choice_probabilities(fit, ballot, p);
    for (size_t answer = 0; answer <= k; answer++) {
        double meant = (1 - lapses) * p[answer];
        double probability = meant + lapses / (double)(k + 1);
        for (size_t a = 0; a < k; a++) {
            double *row = fit->curvature + ballot->candidates[a] * fit->n;
            for (size_t b = 0; b < k; b++)
                row[ballot->candidates[b]] +=
                    meant * meant / probability * score_of(p, a, answer) * score_of(p, b, answer);
        }
    }
}

/* Computes gradient and curvature at the current utilities. */
static void take_derivatives(struct fit *fit)
{
    size_t n = fit->n;
    double *from_mean = fit->room;
    memcpy(fit->curvature, fit->precision, n * n * sizeof *fit->curvature);
    for (size_t i = 0; i < n; i++)
        from_mean[i] = fit->utilities[i] - fit->mean[i];
    for (size_t i = 0; i < n; i++)
        fit->gradient[i] = -matrix_dot(fit->precision + i * n, from_mean, n);
    for (size_t i = 0; i < fit->question->n_ballots; i++) {
        if (fit->question->ballots[i].position != VOTE_ABSENT)
            add_vote(fit, &fit->question->ballots[i]);
    }
    for (size_t i = 0; i < fit->question->n_beside; i++)
        add_vote(fit, &fit->question->beside[i]);
}

static void take_covariance(struct fit *fit)
{
    size_t n = fit->n;
    memcpy(fit->curvature, fit->precision, n * n * sizeof *fit->curvature);
    for (size_t i = 0; i < fit->question->n_ballots; i++)
        add_information(fit, &fit->question->ballots[i]);
    for (size_t i = 0; i < fit->question->n_beside; i++)
        add_information(fit, &fit->question->beside[i]);
    matrix_factor(fit->curvature, n, fit->curvature);
    matrix_invert(fit->curvature, n, fit->room, fit->curvature);
}

/* Takes Newton's step. Returns its length: that of its largest component. */
static double take_step(struct fit *fit)
{
    size_t n = fit->n;
    double *step = fit->gradient, largest = 0;
    matrix_factor(fit->curvature, n, fit->curvature);
    matrix_solve(fit->curvature, n, fit->gradient, step);
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(step[i]));
    double share = largest > step_max ? step_max / largest : 1;
    for (size_t i = 0; i < n; i++)
        fit->utilities[i] += share * step[i];
    return largest;
}

/*
 * Candidates with the same votes must have equal utilities. The order of summation makes tiny differences, which
 * are rounded away.
 */
static void round_utilities(struct fit *fit)
{
    for (size_t i = 0; i < fit->n; i++)
        fit->utilities[i] = round(fit->utilities[i] / last_digit) * last_digit;
}

struct luce_estimate luce_fit(const struct luce_question *question, const struct luce_belief *belief,
                              struct arena *arena)
{
    size_t n = question->n_candidates;
    struct fit fit = {.question = question, .belief = belief, .n = n};
    fit.utilities = arena_get_array(arena, n, sizeof(double));
    fit.curvature = arena_get_array(arena, n * n, sizeof(double));
    double *room = memory_get_zeroed(2 * (n * n + n) + 1, sizeof *room);
    fit.precision = room;
    fit.room = fit.precision + n * n;
    fit.mean = fit.room + n * n;
    fit.gradient = fit.mean + n;

    take_prior(&fit);
    double largest = INFINITY;
    for (int step = 0; step < STEPS_MAX && largest > step_enough; step++) {
        take_derivatives(&fit);
        largest = take_step(&fit);
    }
    round_utilities(&fit);
    take_covariance(&fit);
    free(room);
    return (struct luce_estimate){.n = n, .utilities = fit.utilities, .covariance = fit.curvature};
}

void luce_standardise_priors(const double *priors, size_t n, double *standardised)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        double better = 0, alike = 0;
        for (size_t j = 0; j < n; j++) {
            better += priors[j] > priors[i] ? 1 : 0;
            alike += j != i && !(priors[j] < priors[i] || priors[j] > priors[i]) ? 1 : 0;
        }
        standardised[i] = -log(1 + better + alike / 2);
        sum += standardised[i];
        squares += standardised[i] * standardised[i];
    }
    double mean = n > 0 ? sum / (double)n : 0;
    double variance = n > 0 ? squares / (double)n - mean * mean : 0;
    double deviation = variance > 1e-9 ? sqrt(variance) : INFINITY;
    for (size_t i = 0; i < n; i++)
        standardised[i] = (standardised[i] - mean) / deviation;
}

double luce_relevance(double utility)
{
    return 1 / (1 + exp(-utility));
}

double luce_deviation(const struct luce_estimate *estimate, size_t candidate)
{
    return sqrt(estimate->covariance[candidate * estimate->n + candidate]);
}
