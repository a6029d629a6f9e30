/* Drawing the votes again: the distribution of chances is recovered, and two rounds differ as binomial draws do. */
#include "tests/support/support.h"

#include "core/judge/revote.h"

#include <math.h>

enum { N_CANDIDATES = 20000 };

/* Draws tallies of two kinds of candidates, half each, with these chances to win. The variance of the chances is (high
 * - low)² / 4. */
static void fill(struct kept_tally *tallies, double low, double high, int64_t impressions)
{
    struct random_source random = random_from(3, 0);
    for (size_t i = 0; i < N_CANDIDATES; i++) {
        tallies[i] = (struct kept_tally){.impressions = (uint32_t)impressions};
        for (int64_t j = 0; j < impressions; j++)
            tallies[i].wins += random_uniform(&random) < (i % 2 == 0 ? low : high);
    }
}

static struct win_prior fit(const struct kept_tally *tallies)
{
    struct win_moments moments = {0};
    win_moments_add(&moments, tallies, N_CANDIDATES);
    return win_prior_of(&moments);
}

/* Requires this mean and variance of the beta distribution: a / (a + b), and mean (1 - mean) / (a + b + 1). */
static void assert_spread(struct win_prior prior, double mean, double variance)
{
    double weight = prior.wins + prior.losses;
    double fitted = prior.wins / weight;
    assert_close(fitted, mean, 0.01);
    assert_close(fitted * (1 - fitted) / (weight + 1), variance, 0.003);
}

static void the_fit_recovers_the_spread_of_the_chances_to_win(void **state)
{
    (void)state;
    static struct kept_tally tallies[N_CANDIDATES];
    fill(tallies, 0.1, 0.5, 3);
    assert_spread(fit(tallies), 0.3, 0.04);
    fill(tallies, 0.2, 0.4, 10);
    assert_spread(fit(tallies), 0.3, 0.01);
}

/* In exact fractions: for 3/6, 0/4, 5/5, 1/6, 2/3, 0/6 and 4/6, the mean is 5/12 and the prior has the weight
 * 472/305. */
static void the_fit_matches_exact_fractions(void **state)
{
    (void)state;
    static const struct kept_tally tallies[] = {{.wins = 3, .impressions = 6}, {.wins = 0, .impressions = 4},
                                                {.wins = 5, .impressions = 5}, {.wins = 1, .impressions = 6},
                                                {.wins = 2, .impressions = 3}, {.wins = 0, .impressions = 6},
                                                {.wins = 4, .impressions = 6}};
    struct win_moments moments = {0};
    win_moments_add(&moments, tallies, sizeof tallies / sizeof *tallies);
    const struct win_prior prior = win_prior_of(&moments);
    assert_close(prior.wins, 5.0 / 12 * 472 / 305, 1e-12);
    assert_close(prior.losses, 7.0 / 12 * 472 / 305, 1e-12);
}

static void candidates_that_are_alike_have_hardly_any_spread(void **state)
{
    (void)state;
    static struct kept_tally tallies[N_CANDIDATES];
    fill(tallies, 0.3, 0.3, 4);
    assert_spread(fit(tallies), 0.3, 0);
}

static void with_one_impression_each_the_prior_weighs_one(void **state)
{
    (void)state;
    static struct kept_tally tallies[N_CANDIDATES];
    fill(tallies, 0.1, 0.5, 1);
    struct win_prior prior = fit(tallies);
    assert_close(prior.wins, 0.3, 0.01);
    assert_close(prior.wins + prior.losses, 1, 1e-12);
}

static void without_wins_no_wins_are_drawn(void **state)
{
    (void)state;
    struct win_prior prior = win_prior_of(&(struct win_moments){0});
    struct random_source random = random_from(1, 0);
    struct revoting revoting;
    revoting_begin(&revoting,
                   &(struct kept_votes){.tallies = &(struct kept_tally){.impressions = 5}, .n_tallies = 1},
                   &prior);
    revoting_draw(&revoting, &random);
    assert_int_equal(revoting.rounds[0][0].wins + revoting.rounds[1][0].wins, 0);
    revoting_end(&revoting);
}

/* By its own wins, of which there are none, it would get the lowest grade. */
static void a_duplicate_has_the_grade_of_its_candidate(void **state)
{
    (void)state;
    struct kept_tally tallies[] = {{.impressions = 5},
                                   {.impressions = 5, .twin_of = 3},
                                   {.impressions = 5, .wins = 5}};
    const struct kept_votes votes = {.tallies = tallies, .n_tallies = 3};
    const struct win_prior prior = {.wins = 1e-9, .losses = 1e-9};
    const struct grading_rule rule = grading_rule_default();
    struct random_source random = random_from(1, 0);
    struct revoting revoting;
    double grades[3];
    revoting_begin(&revoting, &votes, &prior);
    revoting_draw(&revoting, &random);
    grade_candidates(revoting.rounds[0], 3, &rule, grades);
    assert_close(grades[0], 0, 0);
    assert_close(grades[1], 3, 0);
    assert_close(grades[2], 3, 0);
    revoting_end(&revoting);
}

/* The candidate was dropped at a glance and never shown, so no vote is drawn that could change it. */
static void an_inferred_grade_stays_0(void **state)
{
    (void)state;
    struct kept_tally tallies[] = {{.impressions = 1, .wins = 1}, {.impressions = 0}};
    struct kept_ballot ballot = {.candidates = {0}, .n_slots = 1, .position = 1};
    struct kept_ballot glance = {.candidates = {1}, .n_slots = 1, .position = VOTE_NONE};
    const struct kept_votes votes = {.tallies = tallies,
                                     .n_tallies = 2,
                                     .ballots = &ballot,
                                     .n_ballots = 1,
                                     .beside = &glance,
                                     .n_beside = 1};
    const struct grading_rule rule = grading_rule_default();
    struct random_source random = random_from(1, 0);
    struct revoting revoting;
    double grades[2];
    revoting_begin(&revoting, &votes, &(struct win_prior){0});
    revoting_draw(&revoting, &random);
    grade_candidates(revoting.rounds[0], 2, &rule, grades);
    assert_true(!isnan(grades[0]));
    assert_close(grades[1], 0, 0);
    revoting_end(&revoting);
}

/*
 * Two rounds of n votes have the chance p, which is beta distributed with a wins and b losses. By the law of total
 * expectation the mean square of their difference is 2 n E[p (1 - p)] = 2 n a b / ((a + b) (a + b + 1)).
 */
static void two_rounds_differ_by_chance_alone(void **state)
{
    (void)state;
    enum { ROUNDS = 200000 };
    const struct win_prior prior = {.wins = 0.5, .losses = 1.5};
    struct kept_tally tally = {.impressions = 4, .wins = 1};
    const struct kept_votes votes = {.tallies = &tally, .n_tallies = 1};
    struct revoting revoting;
    struct random_source random = random_from(5, 0);
    double squares = 0;
    double sum = 0;
    revoting_begin(&revoting, &votes, &prior);
    for (size_t i = 0; i < ROUNDS; i++) {
        revoting_draw(&revoting, &random);
        const double apart = (double)(revoting.rounds[0][0].wins - revoting.rounds[1][0].wins);
        squares += apart * apart;
        sum += (double)revoting.rounds[1][0].wins;
    }
    revoting_end(&revoting);
    assert_close(squares / ROUNDS, 2 * 4 * 1.5 * 4.5 / (6 * 7), 0.01);
    assert_close(sum / ROUNDS, 4 * 1.5 / 6, 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fit_recovers_the_spread_of_the_chances_to_win),
        cmocka_unit_test(the_fit_matches_exact_fractions),
        cmocka_unit_test(candidates_that_are_alike_have_hardly_any_spread),
        cmocka_unit_test(with_one_impression_each_the_prior_weighs_one),
        cmocka_unit_test(without_wins_no_wins_are_drawn),
        cmocka_unit_test(a_duplicate_has_the_grade_of_its_candidate),
        cmocka_unit_test(an_inferred_grade_stays_0),
        cmocka_unit_test(two_rounds_differ_by_chance_alone),
    };
    return cmocka_run_group_tests_name("revote", tests, NULL, NULL);
}
