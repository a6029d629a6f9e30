#include "tests/support/support.h"

#include "core/judge/likeness.h"
#include "core/judge/luce.h"
#include "core/judge/matrix.h"
#include "core/judge/settled.h"

#include <math.h>

/* Only σ, τ and ε, so that the log of the posterior can be written down here independently. */
static const struct luce_belief plain = {.spread = 2, .question_spread = 1, .lapses = 0.1};
static const struct luce_belief without_lapses = {.spread = 2, .question_spread = 1};

static const struct luce_ballot votes[] = {
    {{0, 1, 2}, 3, 1, 0, NULL},
    {{0, 1, 3}, 3, 1, 0, NULL},
    {{1, 2, 3}, 3, VOTE_NONE, 0, NULL},
    {{0, 2}, 2, 2, 0, NULL},
};

static const struct luce_question four = {.n_candidates = 4, .ballots = votes, .n_ballots = 4};

static double log_probability(const struct luce_ballot *ballot, const double *utilities, double lapses)
{
    double sum = 1;
    for (size_t a = 0; a < ballot->n_slots; a++)
        sum += exp(utilities[ballot->candidates[a]]);
    double chosen =
        ballot->position == VOTE_NONE ? 1 : exp(utilities[ballot->candidates[ballot->position - 1]]);
    const double vote = log((1 - lapses) * chosen / sum + lapses / ((double)ballot->n_slots + 1));
    if (ballot->tied == 0)
        return vote;
    struct luce_ballot other = *ballot;
    other.position = ballot->tied;
    other.tied = 0;
    return (vote + log_probability(&other, utilities, lapses)) / 2;
}

/* Up to a constant. The inverse of σ² I + τ² 1 1ᵀ is that of Sherman and Morrison. */
static double log_posterior(const struct luce_question *question, const struct luce_belief *belief,
                            const double *utilities)
{
    double squares = 0, sum = 0;
    double variance = belief->spread * belief->spread;
    double shared = belief->question_spread * belief->question_spread;
    for (size_t i = 0; i < question->n_candidates; i++) {
        squares += utilities[i] * utilities[i];
        sum += utilities[i];
    }
    double form = squares / variance -
                  shared * sum * sum / (variance * (variance + (double)question->n_candidates * shared));
    double logarithm = -form / 2;
    for (size_t i = 0; i < question->n_ballots; i++)
        logarithm += log_probability(&question->ballots[i], utilities, belief->lapses);
    return logarithm;
}

static void assert_highest(const struct luce_question *question)
{
    struct arena arena = {0};
    struct luce_estimate estimate = luce_fit(question, &plain, &arena);
    for (size_t i = 0; i < question->n_candidates; i++) {
        double kept = estimate.utilities[i];
        estimate.utilities[i] = kept + 1e-4;
        double above = log_posterior(question, &plain, estimate.utilities);
        estimate.utilities[i] = kept - 1e-4;
        double below = log_posterior(question, &plain, estimate.utilities);
        estimate.utilities[i] = kept;
        assert_close((above - below) / 2e-4, 0, 1e-5);
    }
    arena_release(&arena);
}

static void the_utilities_are_where_the_posterior_is_highest(void **state)
{
    (void)state;
    assert_highest(&four);
}

static void a_tie_is_half_a_vote_for_each_of_two(void **state)
{
    (void)state;
    static const struct luce_ballot with_ties[] = {
        {{0, 1, 2}, 3, 1, 3, NULL},
        {{0, 1, 3}, 3, 1, 0, NULL},
        {{1, 3}, 2, 1, 2, NULL},
        {{0, 2}, 2, 2, 0, NULL},
    };
    assert_highest(&(struct luce_question){.n_candidates = 4, .ballots = with_ties, .n_ballots = 4});
}

static struct luce_estimate fit_two(const struct luce_ballot *ballots, size_t n, struct arena *arena)
{
    return luce_fit(&(struct luce_question){.n_candidates = 2, .ballots = ballots, .n_ballots = n}, &plain,
                    arena);
}

static void two_ties_equal_one_vote_for_each(void **state)
{
    (void)state;
    struct arena arena = {0};
    static const struct luce_ballot ties[] = {{{0, 1}, 2, 1, 2, NULL}, {{0, 1}, 2, 1, 2, NULL}};
    static const struct luce_ballot one_each[] = {{{0, 1}, 2, 1, 0, NULL}, {{0, 1}, 2, 2, 0, NULL}};
    const struct luce_estimate tied = fit_two(ties, 2, &arena), voted = fit_two(one_each, 2, &arena);
    assert_close(tied.utilities[0], tied.utilities[1], 1e-9);
    assert_close(tied.utilities[0], voted.utilities[0], 1e-8);
    assert_close(luce_deviation(&tied, 0), luce_deviation(&voted, 0), 1e-8);
    assert_true(tied.utilities[0] > 0);
    arena_release(&arena);
}

/* Computes mean and variance of the first of two utilities, by summing the posterior over a fine grid. */
static void integrate_two(const struct luce_question *question, double *mean, double *variance)
{
    double weights = 0, sum = 0, squares = 0;
    for (double x = -10; x <= 10; x += 0.05) {
        for (double y = -10; y <= 10; y += 0.05) {
            double weight = exp(log_posterior(question, &without_lapses, (const double[]){x, y}));
            weights += weight;
            sum += weight * x;
            squares += weight * x * x;
        }
    }
    *mean = sum / weights;
    *variance = squares / weights - *mean * *mean;
}

static void estimate_and_deviation_match_the_integrated_posterior(void **state)
{
    (void)state;
    static const struct luce_ballot ballots[] = {
        {{0, 1}, 2, 1, 0, NULL},         {{0, 1}, 2, 1, 0, NULL},         {{0, 1}, 2, 2, 0, NULL},
        {{0, 1}, 2, VOTE_NONE, 0, NULL}, {{0, 1}, 2, VOTE_NONE, 0, NULL}, {{0}, 1, 1, 0, NULL},
        {{0, 1}, 2, 1, 0, NULL},         {{1}, 1, VOTE_NONE, 0, NULL},
    };
    const struct luce_question question = {.n_candidates = 2, .ballots = ballots, .n_ballots = 8};
    struct arena arena = {0};
    double mean, variance;
    integrate_two(&question, &mean, &variance);
    struct luce_estimate estimate = luce_fit(&question, &without_lapses, &arena);
    assert_close(estimate.utilities[0], mean, 0.1);
    assert_close(luce_deviation(&estimate, 0), sqrt(variance), 0.05);
    arena_release(&arena);
}

static void before_any_vote_the_estimate_is_the_prior(void **state)
{
    (void)state;
    static const double priors[] = {1, -1}, likeness[] = {1, 0.5, 0.5, 1};
    const struct luce_question question = {.n_candidates = 2, .priors = priors, .likeness = likeness};
    const struct luce_belief belief = {.spread = 2,
                                       .question_spread = 1,
                                       .prior_weight = 0.5,
                                       .prior_spread = 0.5,
                                       .likeness_weight = 0.6,
                                       .lapses = 0.1};
    struct arena arena = {0};
    struct luce_estimate estimate = luce_fit(&question, &belief, &arena);
    assert_close(estimate.utilities[0], 0.5, 1e-9);
    assert_close(estimate.utilities[1], -0.5, 1e-9);
    assert_close(estimate.covariance[0], 4 + 1 + 0.25, 1e-9);
    assert_close(estimate.covariance[1], 4 * 0.6 * 0.5 + 1 - 0.25, 1e-9);
    arena_release(&arena);
}

static void a_ballot_in_hand_lowers_deviations_and_moves_no_estimate(void **state)
{
    (void)state;
    static const struct luce_ballot ballots[] = {{{0, 1, 2}, 3, 2, 0, NULL},
                                                 {{0, 1, 3}, 3, VOTE_ABSENT, 0, NULL}};
    const struct luce_question with = {.n_candidates = 4, .ballots = ballots, .n_ballots = 2};
    const struct luce_question without = {.n_candidates = 4, .ballots = ballots, .n_ballots = 1};
    struct arena arena = {0};
    struct luce_estimate held = luce_fit(&with, &plain, &arena), free = luce_fit(&without, &plain, &arena);
    assert_close(held.utilities[3], free.utilities[3], 1e-12);
    assert_true(luce_deviation(&held, 3) < luce_deviation(&free, 3) - 0.05);
    arena_release(&arena);
}

/* Evidence given outside of ballots counts as if a ballot had asked for it. Utilities are exact to nine digits. */
static void evidence_outside_ballots_counts_like_ballots(void **state)
{
    (void)state;
    static const struct luce_ballot last = {{0, 2}, 2, 2, 0, NULL};
    struct luce_question beside = four;
    beside.n_ballots = 3;
    beside.beside = &last;
    beside.n_beside = 1;
    struct arena arena = {0};
    struct luce_estimate all = luce_fit(&four, &plain, &arena), apart = luce_fit(&beside, &plain, &arena);
    for (size_t i = 0; i < 4; i++) {
        assert_close(apart.utilities[i], all.utilities[i], 2e-9);
        assert_close(luce_deviation(&apart, i), luce_deviation(&all, i), 1e-9);
    }
    assert_close(settled_verdict(&beside).probability, settled_verdict(&four).probability, 1e-6);
    arena_release(&arena);
}

static void a_drop_says_more_than_a_keep(void **state)
{
    (void)state;
    static const struct luce_ballot glances[] = {{{0}, 1, 1, 0, &luce_rater_of_glances},
                                                 {{1}, 1, VOTE_NONE, 0, &luce_rater_of_glances}};
    const struct luce_question question = {.n_candidates = 3, .beside = glances, .n_beside = 2};
    static const struct luce_belief alone = {.spread = 2, .lapses = 0.1};
    struct arena arena = {0};
    struct luce_estimate estimate = luce_fit(&question, &alone, &arena);
    const double kept = estimate.utilities[0], dropped = estimate.utilities[1];
    assert_true(kept > 0.1 && kept < 1);
    assert_true(dropped < -1.5);
    assert_close(estimate.utilities[2], 0, 1e-9); /* no vote concerns it */
    arena_release(&arena);
}

static void similar_candidates_share_their_votes(void **state)
{
    (void)state;
    static const double likeness[] = {1, 0.9, 0, 0.9, 1, 0, 0, 0, 1};
    static const struct luce_ballot ballots[] = {{{0, 2}, 2, 1, 0, NULL}};
    struct luce_question question = {.n_candidates = 3,
                                     .likeness = likeness,
                                     .ballots = ballots,
                                     .n_ballots = 1};
    struct luce_belief belief = plain;
    belief.likeness_weight = 0.6;
    struct arena arena = {0};
    double shared = luce_fit(&question, &belief, &arena).utilities[1];
    question.likeness = NULL;
    assert_true(shared > luce_fit(&question, &belief, &arena).utilities[1] + 0.2);
    arena_release(&arena);
}

static void the_order_of_candidates_and_votes_does_not_matter(void **state)
{
    (void)state;
    static const struct luce_ballot turned[] = {
        {{3, 1}, 2, 2, 0, NULL},
        {{2, 1, 0}, 3, VOTE_NONE, 0, NULL},
        {{3, 2, 0}, 3, 1, 0, NULL},
        {{3, 2, 1}, 3, 1, 0, NULL},
    };
    const struct luce_question other = {.n_candidates = 4, .ballots = turned, .n_ballots = 4};
    struct arena arena = {0};
    struct luce_estimate a = luce_fit(&four, &plain, &arena), b = luce_fit(&other, &plain, &arena);
    for (size_t i = 0; i < 4; i++)
        assert_close(a.utilities[i], b.utilities[3 - i], 1e-9);
    arena_release(&arena);
}

/* Code that sorts by relevance must find them equal, to the last bit. */
static void candidates_with_equivalent_votes_have_equal_estimates(void **state)
{
    (void)state;
    enum { BALLOTS = 10 };
    struct luce_ballot ballots[BALLOTS];
    for (size_t i = 0; i < BALLOTS; i++)
        ballots[i] = (struct luce_ballot){{3 * i, 3 * i + 1, 3 * i + 2}, 3, (int)(i % 3) + 1, 0, NULL};
    const struct luce_question question = {.n_candidates = 3 * BALLOTS,
                                           .ballots = ballots,
                                           .n_ballots = BALLOTS};
    struct arena arena = {0};
    struct luce_estimate estimate = luce_fit(&question, &plain, &arena);
    for (size_t i = 1; i < BALLOTS; i++)
        assert_close(estimate.utilities[3 * i + i % 3], estimate.utilities[0], 0);
    arena_release(&arena);
}

static void two_hundred_candidates_and_extreme_votes_have_estimates(void **state)
{
    (void)state;
    static struct luce_ballot ballots[1000];
    for (size_t i = 0; i < 1000; i++)
        ballots[i] = (struct luce_ballot){{0, 1 + i % 199, (1 + i % 199) % 199 + 1}, 3, 1, 0, NULL};
    const struct luce_question question = {.n_candidates = 200, .ballots = ballots, .n_ballots = 1000};
    struct arena arena = {0};
    struct luce_estimate estimate = luce_fit(&question, &plain, &arena);
    for (size_t i = 1; i < 200; i++) {
        assert_true(isfinite(estimate.utilities[i]));
        assert_true(estimate.utilities[0] > estimate.utilities[i] + 2);
    }
    arena_release(&arena);
}

/* The first full step goes to where these votes have no influence any more, and the next step would come back. */
static void votes_far_from_what_was_believed_have_an_estimate(void **state)
{
    (void)state;
    enum { VOTES = 10 };
    static const struct luce_rater generous = {.lapses = 0.05, .threshold = -3};
    struct luce_ballot ballots[VOTES];
    for (size_t i = 0; i < VOTES; i++)
        ballots[i] = (struct luce_ballot){{0}, 1, VOTE_NONE, 0, &generous};
    const struct luce_question question = {.n_candidates = 1, .ballots = ballots, .n_ballots = VOTES};
    struct arena arena = {0};
    assert_true(luce_fit(&question, &plain, &arena).utilities[0] < generous.threshold);
    arena_release(&arena);
}

static void priors_are_standardised_by_rank(void **state)
{
    (void)state;
    double z[4];
    luce_standardise_priors((const double[]){0.01, 0.05, 0.03, 0.01}, 4, z);
    assert_true(z[1] > z[2] && z[2] > z[0]);
    assert_close(z[0], z[3], 0);
    assert_close(z[0] + z[1] + z[2] + z[3], 0, 1e-12);
    assert_close(z[0] * z[0] + z[1] * z[1] + z[2] * z[2] + z[3] * z[3], 4, 1e-12);
    luce_standardise_priors((const double[]){0.01, 0.01}, 2, z);
    assert_close(z[0], 0, 0);
}

static void an_inverse_times_the_matrix_is_one(void **state)
{
    (void)state;
    enum { N = 7 };
    double a[N * N], lower[N * N], room[N * N], inverse[N * N];
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++)
            a[i * N + j] = 1 / (1 + (double)(i + j)) + (i == j ? 0.5 : 0);
    }
    matrix_factor(a, N, lower);
    matrix_invert(lower, N, room, inverse);
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++)
            assert_close(matrix_dot(a + i * N, inverse + j * N, N), i == j ? 1 : 0, 1e-10);
    }
    double b[N] = {1, 0, 2, 0, 0, 0, 3}, x[N];
    matrix_solve(lower, N, b, x);
    for (size_t i = 0; i < N; i++)
        assert_close(matrix_dot(a + i * N, x, N), b[i], 1e-10);
}

/* --- Likeness ------------------------------------------------------------------------------------- */

static void likeness_of(const char *const *texts, size_t n, double *out)
{
    struct likeness likeness = {0};
    for (size_t i = 0; i < n; i++)
        likeness_add(&likeness, (struct bytes){0}, bytes_of(texts[i]));
    likeness_fill(&likeness, out);
    likeness_release(&likeness);
}

static void texts_are_similar_if_they_have_the_same_words(void **state)
{
    (void)state;
    double out[16];
    likeness_of((const char *const[]){"Split hose, repair", "repair: SPLIT hose", "battery", ""}, 4, out);
    assert_close(out[1], 1, 1e-12);
    assert_close(out[2], 0, 0);
    assert_close(out[3], 0, 0);
    assert_close(out[15], 1, 0);
}

static void each_word_counts_for_how_long_a_text_is(void **state)
{
    (void)state;
    struct likeness likeness = {0};
    likeness_add(&likeness, bytes_of("Split hose"), bytes_of("hose, hose; repair"));
    likeness_add(&likeness, (struct bytes){0}, (struct bytes){0});
    assert_close(likeness_words(&likeness, 0), 5, 0);
    assert_close(likeness_words(&likeness, 1), 0, 0);
    likeness_release(&likeness);
}

/* "hose" is in both texts, and the other word of each text in one: the weights are log 2 and log 3. */
static void rare_words_weigh_more(void **state)
{
    (void)state;
    double out[4];
    likeness_of((const char *const[]){"hose split", "hose repair"}, 2, out);
    double common = log(2) * log(2), rare = log(3) * log(3);
    assert_close(out[1], common / (common + rare), 1e-12);
}

static void a_text_of_any_bytes_has_words(void **state)
{
    (void)state;
    double out[4];
    likeness_of((const char *const[]){"\xe7\x94\xb5\xe6\xb1\xa0\xe9\xa2\x84", "\xe7\x94\xb5\xe8\x80\x97"}, 2,
                out);
    assert_true(out[1] > 0.1 && out[1] < 0.9);
    likeness_of((const char *const[]){"\xff\xe0\x80 a", "\xe7"}, 2, out);
    assert_close(out[1], 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_utilities_are_where_the_posterior_is_highest),
        cmocka_unit_test(a_tie_is_half_a_vote_for_each_of_two),
        cmocka_unit_test(two_ties_equal_one_vote_for_each),
        cmocka_unit_test(estimate_and_deviation_match_the_integrated_posterior),
        cmocka_unit_test(before_any_vote_the_estimate_is_the_prior),
        cmocka_unit_test(a_ballot_in_hand_lowers_deviations_and_moves_no_estimate),
        cmocka_unit_test(evidence_outside_ballots_counts_like_ballots),
        cmocka_unit_test(a_drop_says_more_than_a_keep),
        cmocka_unit_test(similar_candidates_share_their_votes),
        cmocka_unit_test(the_order_of_candidates_and_votes_does_not_matter),
        cmocka_unit_test(candidates_with_equivalent_votes_have_equal_estimates),
        cmocka_unit_test(two_hundred_candidates_and_extreme_votes_have_estimates),
        cmocka_unit_test(votes_far_from_what_was_believed_have_an_estimate),
        cmocka_unit_test(priors_are_standardised_by_rank),
        cmocka_unit_test(an_inverse_times_the_matrix_is_one),
        cmocka_unit_test(texts_are_similar_if_they_have_the_same_words),
        cmocka_unit_test(each_word_counts_for_how_long_a_text_is),
        cmocka_unit_test(rare_words_weigh_more),
        cmocka_unit_test(a_text_of_any_bytes_has_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
