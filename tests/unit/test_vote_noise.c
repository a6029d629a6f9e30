/*
 * Intervals of scores on labels from votes, in worlds whose truth is known. Questions are drawn at random, an expert
 * votes with some randomness, and ballots are dealt as by assay.
 */
#include "tests/support/support.h"

#include "cli/shared/vote_noise.h"
#include "core/judge/deal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    N_QUESTIONS = 20,
    N_CANDIDATES = 6,
    N_RUNS = 2,
    IMPRESSIONS = 3,
    WORLDS = 1000,
    BALLOTS_MAX = 64,
};

static const char *const docids[N_CANDIDATES] = {"d1", "d2", "d3", "d4", "d5", "d6"};

static bool never(void)
{
    return false;
}

/* --- The expert ----------------------------------------------------------- */

/* The weights of the candidates and of none for the expert. Each is chosen with a probability proportional to its
 * weight. */
struct merits {
    double none;
    double of[N_CANDIDATES];
    double lapses; /* the share of random choices */
};

/* Draws merits: one or two candidates are good, and the others are poor. The first ones are good more often, so that a
 * run can be good. */
static struct merits draw_merits(struct random_source *random)
{
    struct merits merits = {.none = 0.5};
    for (size_t i = 0; i < N_CANDIDATES; i++)
        merits.of[i] = random_uniform(random) < 0.45 - 0.07 * (double)i ? 1 + random_uniform(random) : 0.05;
    return merits;
}

/* Draws merits as Luce's model assumes them. */
static struct merits draw_model_merits(struct random_source *random)
{
    const struct luce_belief *belief = &luce_belief_for_labels;
    struct merits merits = {.none = 1, .lapses = belief->lapses};
    const double question = belief->question_spread * random_normal(random);
    for (size_t i = 0; i < N_CANDIDATES; i++)
        merits.of[i] = exp(question + belief->spread * random_normal(random));
    return merits;
}

static struct luce_ballot vote(const struct deal *deal, const struct merits *merits, struct tally *tallies,
                               struct random_source *random)
{
    struct luce_ballot ballot = {.n_slots = deal->n_slots, .position = VOTE_NONE};
    const bool lapses = random_uniform(random) < merits->lapses;
    double left = lapses ? 1 : merits->none;
    for (size_t i = 0; i < deal->n_slots; i++)
        left += lapses ? 1 : merits->of[deal->document_ids[i] - 1];
    left *= random_uniform(random);
    bool has_won = false;
    for (size_t i = 0; i < deal->n_slots; i++) {
        struct tally *tally = &tallies[deal->document_ids[i] - 1];
        left -= lapses ? 1 : merits->of[deal->document_ids[i] - 1];
        ballot.candidates[i] = (size_t)deal->document_ids[i] - 1;
        tally->impressions++;
        if (!has_won && left < 0) {
            tally->wins++;
            ballot.position = (int)i + 1;
        }
        has_won = has_won || left < 0;
    }
    return ballot;
}

/* Deals and answers ballots until each candidate has been seen often enough. */
static size_t label(enum estimator estimator, const struct merits *merits, struct tally *tallies,
                    struct luce_ballot votes[BALLOTS_MAX], struct random_source *random)
{
    struct slot_set taken[BALLOTS_MAX];
    struct pool_candidate candidates[N_CANDIDATES];
    struct deal_request request = {
        .pool = {.candidates = candidates,
                 .n_candidates = N_CANDIDATES,
                 .n_slots = deal_slots(N_CANDIDATES, 3),
                 .target = deal_target(N_CANDIDATES, 3, IMPRESSIONS)},
        .taken = taken,
    };
    for (size_t i = 0; i < N_CANDIDATES; i++)
        tallies[i] = (struct tally){.docid = bytes_of(docids[i])};
    while (true) {
        for (size_t i = 0; i < N_CANDIDATES; i++)
            candidates[i] =
                (struct pool_candidate){.document_id = (int64_t)i + 1, .impressions = tallies[i].impressions};
        struct deal deal = deal_ballot(&request, random);
        if (deal.n_slots == 0)
            break;
        taken[request.n_taken] = slot_set_of(deal.document_ids, deal.n_slots);
        votes[request.n_taken++] = vote(&deal, merits, tallies, random);
    }
    const struct luce_question said = {.n_candidates = N_CANDIDATES,
                                       .ballots = votes,
                                       .n_ballots = request.n_taken};
    relevance_estimate(estimator, tallies, &said, NAN);
    return request.n_taken;
}

/* --- A world -------------------------------------------------------------- */

/* Two runs that rank all candidates. The first has them in order, and the second swaps each pair of neighbours. */
static const size_t ranks[N_RUNS][N_CANDIDATES] = {{0, 1, 2, 3, 4, 5}, {1, 0, 3, 2, 5, 4}};

struct world_of_votes {
    struct scores scores;
    struct scored_run runs[N_RUNS];
    struct merits merits[N_QUESTIONS];
    struct kept_tally tallies[N_QUESTIONS][N_CANDIDATES];
    struct kept_ballot ballots[N_QUESTIONS][BALLOTS_MAX];
    struct kept_votes kept[N_QUESTIONS];
    struct judged_places places[N_RUNS][N_QUESTIONS];
    struct judged_place at[N_RUNS][N_CANDIDATES];
    struct qrels_question questions[N_QUESTIONS];
};

/* All candidates count as judged. Only the number of judgments is used. */
static void world_open(struct world_of_votes *world, const struct measure_list *measures)
{
    memset(world, 0, sizeof *world);
    world->scores = (struct scores){
        .measures = *measures,
        .n_asked = measures->count,
        .truth = {.qrels = {.questions = world->questions, .n_questions = N_QUESTIONS},
                  .base = {.kept = world->kept}},
        .runs = world->runs,
        .n_runs = N_RUNS,
    };
    for (size_t run = 0; run < N_RUNS; run++) {
        for (size_t i = 0; i < N_CANDIDATES; i++)
            world->at[run][i] = judged_place_of(i + 1, ranks[run][i]);
        for (size_t q = 0; q < N_QUESTIONS; q++)
            world->places[run][q] =
                (struct judged_places){.n_retrieved = N_CANDIDATES, .n = N_CANDIDATES, .at = world->at[run]};
        world->runs[run].places = world->places[run];
    }
    for (size_t q = 0; q < N_QUESTIONS; q++) {
        world->kept[q] = (struct kept_votes){.tallies = world->tallies[q], .n_tallies = N_CANDIDATES};
        world->questions[q].n_judgments = N_CANDIDATES;
    }
}

static void keep(struct world_of_votes *world, size_t question, const struct tally *tallies)
{
    for (size_t i = 0; i < N_CANDIDATES; i++)
        world->tallies[question][i] = (struct kept_tally){.impressions = (uint32_t)tallies[i].impressions,
                                                          .wins = (float)tallies[i].wins};
}

static void keep_ballots(struct world_of_votes *world, size_t question, const struct luce_ballot *votes,
                         size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct kept_ballot *kept = &world->ballots[question][i];
        *kept =
            (struct kept_ballot){.n_slots = (uint8_t)votes[i].n_slots, .position = (int8_t)votes[i].position};
        for (size_t a = 0; a < votes[i].n_slots; a++)
            kept->candidates[a] = (uint32_t)votes[i].candidates[a];
    }
    world->kept[question].ballots = world->ballots[question];
    world->kept[question].n_ballots = n;
}

/* Computes the value of a question for each run, by the first measure. */
static void score(const struct world_of_votes *world, const struct tally *tallies, struct ranking *ranking,
                  double values[N_RUNS])
{
    double grades[N_CANDIDATES];
    struct grading_rule rule = grading_rule_default();
    grade_candidates(tallies, N_CANDIDATES, &rule, grades);
    for (size_t run = 0; run < N_RUNS; run++) {
        ranking_set_grades(ranking, &world->places[run][0], grades, N_CANDIDATES);
        values[run] = measure_value(&world->scores.measures.items[0], ranking);
    }
}

/* --- Coverage -------------------------------------------------------------- */

struct game {
    enum estimator estimator;
    struct measure_list measures;
    struct ranking ranking;
    struct world_of_votes world;
};

static int set_up(void **state)
{
    struct err err;
    struct game *game = calloc(1, sizeof *game);
    game->estimator = ESTIMATOR_RATE;
    assert_true(measure_list_parse(bytes_of("nDCG@5"), &game->measures, &err));
    *state = game;
    return 0;
}

static int tear_down(void **state)
{
    struct game *game = *state;
    measure_list_release(&game->measures);
    ranking_release(&game->ranking);
    free(game);
    return 0;
}

/* Makes a second round of votes on the same questions, by another expert with the same merits. */
static void vote_anew(struct game *game, struct random_source *random, double means[N_RUNS])
{
    means[0] = means[1] = 0;
    for (size_t q = 0; q < N_QUESTIONS; q++) {
        struct tally tallies[N_CANDIDATES];
        double values[N_RUNS];
        struct luce_ballot votes[BALLOTS_MAX];
        label(game->estimator, &game->world.merits[q], tallies, votes, random);
        score(&game->world, tallies, &game->ranking, values);
        means[0] += values[0] / N_QUESTIONS;
        means[1] += values[1] / N_QUESTIONS;
    }
}

/* Draws the questions and votes on them. `values` gets the values of the runs, one row per question. */
static void open_world(struct game *game, struct random_source *random, double values[N_QUESTIONS][N_RUNS])
{
    world_open(&game->world, &game->measures);
    for (size_t q = 0; q < N_QUESTIONS; q++) {
        struct tally tallies[N_CANDIDATES];
        game->world.merits[q] =
            game->estimator == ESTIMATOR_LUCE ? draw_model_merits(random) : draw_merits(random);
        struct luce_ballot votes[BALLOTS_MAX];
        const size_t n = label(game->estimator, &game->world.merits[q], tallies, votes, random);
        keep(&game->world, q, tallies);
        if (game->estimator == ESTIMATOR_LUCE)
            keep_ballots(&game->world, q, votes, n);
        score(&game->world, tallies, &game->ranking, values[q]);
    }
}

static double mean_of_run(double values[N_QUESTIONS][N_RUNS], size_t run)
{
    double sum = 0;
    for (size_t q = 0; q < N_QUESTIONS; q++)
        sum += values[q][run];
    return sum / N_QUESTIONS;
}

/*
 * Two means over the same questions differ because of the votes of both rounds. So 95 % of the second means are within
 * √2 times the half-width of the first one's interval over votes.
 */
static bool is_within(const struct game *game, const struct vote_noise *noise, const double *variances,
                      size_t run, double mean, double other)
{
    const struct qrels_question *questions[N_QUESTIONS];
    for (size_t q = 0; q < N_QUESTIONS; q++)
        questions[q] = &game->world.questions[q];
    struct estimate estimate = vote_noise_interval(
        noise, variances, &game->world.scores,
        &(struct vote_mean){.questions = questions, .n_questions = N_QUESTIONS, .run = run, .value = mean});
    return fabs(other - mean) <= sqrt(2) * (estimate.high - mean);
}

static void assert_other_votes_within(struct game *game, uint64_t worlds)
{
    int held = 0;
    int held_differences = 0;
    for (uint64_t i = 0; i < worlds; i++) {
        struct random_source random = random_from(11, i);
        struct vote_noise noise;
        struct err err;
        double values[N_QUESTIONS][N_RUNS];
        double other[N_RUNS];
        open_world(game, &random, values);
        vote_anew(game, &random, other);
        double means[N_RUNS] = {mean_of_run(values, 0), mean_of_run(values, 1)};
        assert_true(vote_noise_make(&noise, &game->world.scores,
                                    &(struct vote_noise_plan){1, 0, i, {1, never}}, &err));
        held += is_within(game, &noise, noise.values, 1, means[1], other[1]);
        held_differences +=
            is_within(game, &noise, noise.differences, 1, means[1] - means[0], other[1] - other[0]);
        vote_noise_release(&noise);
    }
    assert_in_range(held, worlds * 93 / 100, worlds * 97 / 100);
    assert_in_range(held_differences, worlds * 93 / 100, worlds * 97 / 100);
}

static void other_votes_vary_as_much_as_the_interval_over_votes_says(void **state)
{
    assert_other_votes_within(*state, WORLDS);
}

static void other_votes_vary_likewise_if_a_model_estimates_relevance(void **state)
{
    struct game *game = *state;
    game->estimator = ESTIMATOR_LUCE;
    assert_other_votes_within(game, WORLDS / 2);
}

/* Finds the mean over all possible questions and votes, from a large number of them. */
static void find_truth(struct game *game, double means[N_RUNS])
{
    enum { MANY = 3000 };
    means[0] = means[1] = 0;
    for (uint64_t i = 0; i < MANY; i++) {
        struct random_source random = random_from(13, i);
        double values[N_QUESTIONS][N_RUNS];
        open_world(game, &random, values);
        for (size_t run = 0; run < N_RUNS; run++)
            means[run] += mean_of_run(values, run) / MANY;
    }
}

/* The interval over questions covers both other questions and other votes, because both are in the values of the
 * questions. */
static void the_interval_over_questions_has_the_votes_in_it(void **state)
{
    struct game *game = *state;
    const struct estimate_kind mean = estimate_kind_of(false, true), apart = estimate_kind_of(true, true);
    double truth[N_RUNS];
    int held = 0;
    int held_differences = 0;
    find_truth(game, truth);
    for (uint64_t i = 0; i < WORLDS; i++) {
        struct random_source random = random_from(17, i);
        double values[N_QUESTIONS][N_RUNS];
        double differences[N_QUESTIONS];
        open_world(game, &random, values);
        for (size_t q = 0; q < N_QUESTIONS; q++)
            differences[q] = values[q][1] - values[q][0];
        const struct estimate first = estimate_make(&values[0][0], N_QUESTIONS, N_RUNS, &mean);
        const struct estimate difference = estimate_make(differences, N_QUESTIONS, 1, &apart);
        held += first.low <= truth[0] && truth[0] <= first.high;
        held_differences += difference.low <= truth[1] - truth[0] && truth[1] - truth[0] <= difference.high;
    }
    assert_in_range(held, 940, 1000);
    assert_in_range(held_differences, 940, 1000);
}

static void the_number_of_threads_changes_nothing(void **state)
{
    struct game *game = *state;
    struct random_source random = random_from(19, 0);
    double values[N_QUESTIONS][N_RUNS];
    struct vote_noise noise[2];
    struct err err;
    open_world(game, &random, values);
    for (size_t i = 0; i < 2; i++) {
        const struct vote_noise_plan plan = {1, 0, 1, {1 + 3 * i, never}};
        assert_true(vote_noise_make(&noise[i], &game->world.scores, &plan, &err));
    }
    assert_memory_equal(noise[0].values, noise[1].values, N_QUESTIONS * noise[0].n_columns * sizeof(double));
    vote_noise_release(&noise[0]);
    vote_noise_release(&noise[1]);
}

static void a_difference_is_from_the_baseline(void **state)
{
    struct game *game = *state;
    struct random_source random = random_from(23, 0);
    double values[N_QUESTIONS][N_RUNS];
    struct vote_noise noise[N_RUNS];
    struct err err;
    open_world(game, &random, values);
    for (size_t run = 0; run < N_RUNS; run++) {
        const struct vote_noise_plan plan = {1, run, 1, {1, never}};
        assert_true(vote_noise_make(&noise[run], &game->world.scores, &plan, &err));
    }
    for (size_t q = 0; q < N_QUESTIONS; q++) {
        for (size_t run = 0; run < N_RUNS; run++)
            assert_close(noise[run].differences[q * N_RUNS + run], 0, 0);
        assert_close(noise[0].differences[q * N_RUNS + 1], noise[1].differences[q * N_RUNS], 1e-12);
    }
    vote_noise_release(&noise[0]);
    vote_noise_release(&noise[1]);
}

#define game_test(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        game_test(other_votes_vary_as_much_as_the_interval_over_votes_says),
        game_test(other_votes_vary_likewise_if_a_model_estimates_relevance),
        game_test(the_interval_over_questions_has_the_votes_in_it),
        game_test(the_number_of_threads_changes_nothing),
        game_test(a_difference_is_from_the_baseline),
    };
    return cmocka_run_group_tests_name("vote noise", tests, NULL, NULL);
}
