/*
 * The evidence is the score test of the weight at the general belief β: with θ the posterior mode, Σ its covariance and
 * u = K⁻¹ z, the slope of the log of the marginal likelihood is uᵀ (θ - β z), and its information is uᵀ z - uᵀ Σ u.
 * Candidates that no vote shows integrate out, so only the others are fitted. Without likeness K is σ² I + τ² 1 1ᵀ,
 * whose inverse Sherman and Morrison give. The mode is nearer to β than the mean, so what is learned is about a quarter
 * nearer to β than the truth.
 */
#include "core/judge/prior_weight.h"

#include "core/judge/matrix.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double mean_spread = 0.4;     /* of β before any vote */
static const double question_spread = 0.3; /* ω */

/* The candidates that were on a ballot, numbered anew. */
struct shown {
    size_t *numbers; /* by old number; SIZE_MAX: not shown */
    double *priors;
    size_t n;
};

static struct luce_ballot renumber(struct shown *shown, const struct luce_question *question,
                                   const struct luce_ballot *ballot)
{
    struct luce_ballot renumbered = *ballot;
    for (size_t a = 0; a < ballot->n_slots; a++) {
        size_t *number = &shown->numbers[ballot->candidates[a]];
        if (*number == SIZE_MAX) {
            *number = shown->n;
            shown->priors[shown->n++] = question->priors[ballot->candidates[a]];
        }
        renumbered.candidates[a] = *number;
    }
    return renumbered;
}

static struct luce_question keep_shown(const struct luce_question *question, struct arena *arena)
{
    const size_t n = question->n_candidates;
    struct shown shown = {.numbers = arena_get_array(arena, n, sizeof(size_t)),
                          .priors = arena_get_array(arena, n, sizeof(double))};
    struct luce_ballot *ballots = arena_get_array(arena, question->n_ballots, sizeof *ballots);
    struct luce_ballot *beside = arena_get_array(arena, question->n_beside, sizeof *beside);
    struct luce_question kept = {.ballots = ballots, .beside = beside, .priors = shown.priors};
    memset(shown.numbers, 0xff, n * sizeof *shown.numbers);
    for (size_t i = 0; i < question->n_ballots; i++) {
        if (question->ballots[i].position != VOTE_ABSENT)
            ballots[kept.n_ballots++] = renumber(&shown, question, &question->ballots[i]);
    }
    for (size_t i = 0; i < question->n_beside; i++) {
        if (question->beside[i].rater != &luce_rater_of_glances)
            beside[kept.n_beside++] = renumber(&shown, question, &question->beside[i]);
    }
    kept.n_candidates = shown.n;
    return kept;
}

/* Computes K⁻¹ z. */
static void divide_by_covariance(const struct luce_belief *belief, const double *z, size_t n, double *u)
{
    const double variance = belief->spread * belief->spread;
    const double shared = belief->question_spread * belief->question_spread;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += z[i];
    for (size_t i = 0; i < n; i++)
        u[i] = (z[i] - shared / (variance + (double)n * shared) * sum) / variance;
}

struct prior_evidence prior_evidence_of(const struct luce_question *question)
{
    struct arena arena = {0};
    struct luce_belief belief = luce_belief_for_dealing;
    const struct luce_question kept = keep_shown(question, &arena);
    const size_t n = kept.n_candidates;
    const double *z = kept.priors;
    double *u = arena_get_array(&arena, n, sizeof *u);
    double slope = 0, information = 0;
    belief.prior_spread = 0;
    const struct luce_estimate estimate = luce_fit(&kept, &belief, &arena);
    divide_by_covariance(&belief, z, n, u);
    for (size_t i = 0; i < n; i++) {
        slope += u[i] * (estimate.utilities[i] - belief.prior_weight * z[i]);
        information += u[i] * (z[i] - matrix_dot(estimate.covariance + i * n, u, n));
    }
    arena_release(&arena);
    return (struct prior_evidence){.pull = slope + belief.prior_weight * information,
                                   .precision = information};
}

static double learn(const struct prior_evidence *evidence, size_t n, double most)
{
    const double variance = question_spread * question_spread;
    double precision = 1 / (mean_spread * mean_spread);
    double sum = precision * luce_belief_for_dealing.prior_weight;
    for (size_t i = 0; i < n; i++) {
        sum += evidence[i].pull / (1 + variance * evidence[i].precision);
        precision += evidence[i].precision / (1 + variance * evidence[i].precision);
    }
    return fmax(0, fmin(sum / precision, most));
}

double prior_weight_learn(const struct prior_evidence *evidence, size_t n)
{
    return learn(evidence, n, luce_belief_for_dealing.prior_weight);
}

double prior_weight_learn_for_labels(const struct prior_evidence *evidence, size_t n)
{
    return learn(evidence, n, PRIOR_WEIGHT_MAX);
}
