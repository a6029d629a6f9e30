#include "core/judge/revote.h"

#include "core/judge/luce.h"
#include "core/judge/matrix.h"

#include <math.h>

/* --- Rates -------------------------------------------------------------------------------------------- */

void win_moments_add(struct win_moments *moments, const struct kept_tally *tallies, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (tallies[i].impressions == 0)
            continue;
        double share = (double)tallies[i].wins / (double)tallies[i].impressions;
        moments->candidates++;
        moments->impressions += (double)tallies[i].impressions;
        moments->wins += (double)tallies[i].wins;
        moments->shares += share;
        moments->squares += share * share;
        moments->variances += 1 / (double)tallies[i].impressions;
    }
}

struct win_prior win_prior_of(const struct win_moments *moments)
{
    static const double weight_least = 0.1;
    static const double weight_most = 1000;
    double mean = moments->impressions > 0 ? moments->wins / moments->impressions : 0;
    double chance = moments->candidates > 0 ? moments->variances / moments->candidates : 1;
    double weight = 1;
    if (chance < 1 && mean > 0 && mean < 1) {
        /* The squared distance from the mean is mean (1 - mean) (chance + (1 - chance) / (weight + 1)). */
        double spread = (moments->squares - 2 * mean * moments->shares) / moments->candidates + mean * mean;
        double kinship = (spread / (mean * (1 - mean)) - chance) / (1 - chance);
        weight = kinship > 0 ? fmin(fmax(1 / kinship - 1, weight_least), weight_most) : weight_most;
    }
    return (struct win_prior){.wins = mean * weight, .losses = (1 - mean) * weight};
}

static void draw_wins(const struct kept_tally *tally, const struct win_prior *prior,
                      struct random_source *random, int64_t wins[2])
{
    double won = prior->wins + (double)tally->wins;
    double all = prior->wins + prior->losses + (double)tally->impressions;
    for (size_t round = 0; round < 2; round++) {
        wins[round] = 0;
        for (uint32_t i = 0; i < tally->impressions; i++, all++) {
            if (random_uniform(random) * all < won) {
                won++;
                wins[round]++;
            }
        }
    }
}

static void draw_by_rates(struct revoting *revoting, struct random_source *random)
{
    for (size_t i = 0; i < revoting->votes->n_tallies; i++) {
        int64_t wins[2];
        draw_wins(&revoting->votes->tallies[i], &revoting->prior, random, wins);
        revoting->rounds[0][i].wins = (double)wins[0];
        revoting->rounds[1][i].wins = (double)wins[1];
    }
}

/* --- Luce's model ------------------------------------------------------------------------------------- */

/* The model has no duplicates, so it numbers the candidates differently. */
struct revoting_model {
    struct luce_question question;
    size_t *tallies; /* by candidate of the question */
    struct luce_ballot *ballots;
    struct luce_estimate posterior;
    double *lower;     /* Cholesky factor of the posterior's covariance */
    double *normals;   /* working space */
    double *utilities; /* the utilities that are assumed to be true */
    struct arena of_round;
};

static void number_candidates(struct revoting_model *model, const struct kept_votes *votes, size_t *numbers,
                              struct arena *arena)
{
    model->tallies = arena_get_array(arena, votes->n_tallies, sizeof *model->tallies);
    for (size_t i = 0; i < votes->n_tallies; i++) {
        if (votes->tallies[i].twin_of == 0) {
            numbers[i] = model->question.n_candidates;
            model->tallies[model->question.n_candidates++] = i;
        }
    }
}

static struct luce_ballot *list_ballots(const struct kept_ballot *kept, size_t n, const size_t *numbers,
                                        struct arena *arena)
{
    struct luce_rater *raters = arena_get_array(arena, n, sizeof *raters);
    struct luce_ballot *ballots = arena_get_array(arena, n, sizeof *ballots);
    for (size_t i = 0; i < n; i++) {
        raters[i] =
            (struct luce_rater){.lapses = (double)kept[i].lapses, .threshold = (double)kept[i].threshold};
        ballots[i] = (struct luce_ballot){.n_slots = kept[i].n_slots,
                                          .position = kept[i].position,
                                          .tied = kept[i].tied,
                                          .rater = kept[i].has_rater ? &raters[i] : NULL};
        for (size_t a = 0; a < kept[i].n_slots; a++)
            ballots[i].candidates[a] = numbers[kept[i].candidates[a]];
    }
    return ballots;
}

static void take_ballots(struct revoting_model *model, const struct kept_votes *votes, const size_t *numbers,
                         struct arena *arena)
{
    model->ballots = list_ballots(votes->ballots, votes->n_ballots, numbers, arena);
    model->question.ballots = model->ballots;
    model->question.n_ballots = votes->n_ballots;
    model->question.beside = list_ballots(votes->beside, votes->n_beside, numbers, arena);
    model->question.n_beside = votes->n_beside;
}

static struct revoting_model *begin_model(const struct kept_votes *votes, struct arena *arena)
{
    struct revoting_model *model = arena_get(arena, sizeof *model);
    size_t *numbers = arena_get_array(arena, votes->n_tallies, sizeof *numbers);
    number_candidates(model, votes, numbers, arena);
    take_ballots(model, votes, numbers, arena);
    const size_t n = model->question.n_candidates;
    model->posterior = luce_fit(&model->question, &luce_belief_for_labels, arena);
    model->lower = arena_get_array(arena, n * n, sizeof *model->lower);
    model->normals = arena_get_array(arena, n, sizeof *model->normals);
    model->utilities = arena_get_array(arena, n, sizeof *model->utilities);
    matrix_factor(model->posterior.covariance, n, model->lower);
    return model;
}

static void draw_utilities(struct revoting_model *model, struct random_source *random)
{
    const size_t n = model->question.n_candidates;
    for (size_t i = 0; i < n; i++)
        model->normals[i] = random_normal(random);
    for (size_t i = 0; i < n; i++)
        model->utilities[i] =
            model->posterior.utilities[i] + matrix_dot(model->lower + i * n, model->normals, i + 1);
}

/* Draws a position, or VOTE_NONE. */
static int choose(const struct luce_ballot *ballot, const double *utilities, struct random_source *random)
{
    double probabilities[BALLOT_SIZE_MAX + 1], of_slots[BALLOT_SIZE_MAX];
    const size_t n = ballot->n_slots;
    const double lapses = luce_lapses_of(ballot, &luce_belief_for_labels);
    double left = random_uniform(random);
    for (size_t a = 0; a < n; a++)
        of_slots[a] = utilities[ballot->candidates[a]];
    luce_choose(ballot, of_slots, probabilities);
    for (size_t a = 0; a < n; a++) {
        left -= (1 - lapses) * probabilities[a] + lapses / (double)(n + 1);
        if (left < 0)
            return (int)a + 1;
    }
    return VOTE_NONE;
}

static void draw_by_model(struct revoting *revoting, struct random_source *random)
{
    struct revoting_model *model = revoting->model;
    draw_utilities(model, random);
    for (size_t round = 0; round < 2; round++) {
        for (size_t i = 0; i < model->question.n_ballots; i++) {
            model->ballots[i].position = choose(&model->ballots[i], model->utilities, random);
            model->ballots[i].tied = 0;
        }
        const struct luce_estimate estimate =
            luce_fit(&model->question, &luce_belief_for_labels, &model->of_round);
        for (size_t i = 0; i < model->question.n_candidates; i++)
            revoting->rounds[round][model->tallies[i]].utility = estimate.utilities[i];
        arena_clear(&model->of_round);
    }
}

/* --- Simulated votes ---------------------------------------------------------------------------------- */

/* The document id is the number, from 1, of the tally that has the grade. */
static struct tally tally_to_draw(const struct kept_votes *votes, size_t number)
{
    const struct kept_tally *kept = &votes->tallies[number];
    const bool is_twin = kept->twin_of > 0;
    return (struct tally){
        .document_id = is_twin ? kept->twin_of : (int64_t)number + 1,
        .impressions = kept->impressions,
        .drops = kept->impressions == 0, /* without one it has its grade by that alone */
        .is_twin = is_twin,
        .is_estimated = votes->ballots != NULL,
    };
}

void revoting_begin(struct revoting *revoting, const struct kept_votes *votes, const struct win_prior *prior)
{
    *revoting = (struct revoting){.votes = votes, .prior = *prior};
    for (size_t round = 0; round < 2; round++) {
        revoting->rounds[round] =
            arena_get_array(&revoting->arena, votes->n_tallies, sizeof *revoting->rounds[round]);
        for (size_t i = 0; i < votes->n_tallies; i++)
            revoting->rounds[round][i] = tally_to_draw(votes, i);
    }
    if (votes->ballots != NULL)
        revoting->model = begin_model(votes, &revoting->arena);
}

void revoting_draw(struct revoting *revoting, struct random_source *random)
{
    if (revoting->model != NULL)
        draw_by_model(revoting, random);
    else
        draw_by_rates(revoting, random);
}

void revoting_end(struct revoting *revoting)
{
    if (revoting->model != NULL)
        arena_release(&revoting->model->of_round);
    arena_release(&revoting->arena);
}
