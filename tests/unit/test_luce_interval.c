/* Intervals of Luce's model. Their ends are compared with an independent search. */
#include "tests/support/support.h"

#include "core/judge/luce_interval.h"

#include <math.h>

enum { LAPSES_IN_100 = 20 };

static double probability_of(const struct luce_ballot *ballot, int position, const double *worths,
                             double lapses)
{
    double sum = 1;
    for (size_t a = 0; a < ballot->n_slots; a++)
        sum += worths[ballot->candidates[a]];
    double chosen = position == VOTE_NONE ? 1 : worths[ballot->candidates[position - 1]];
    return (1 - lapses) * chosen / sum + lapses / ((double)ballot->n_slots + 1);
}

/* A tie counts as half a vote for each of two documents. */
static double likelihood(const struct luce_ballot *ballot, const double *worths, double lapses)
{
    const double of_chosen = probability_of(ballot, ballot->position, worths, lapses);
    return ballot->tied == 0 ? of_chosen
                             : sqrt(of_chosen * probability_of(ballot, ballot->tied, worths, lapses));
}

/* For two candidates: the utilities have variance s² + t² and covariance t². The worths are e to their power. */
static double log_posterior(const struct luce_question *question, double s, double t, const double *u,
                            const double *worths)
{
    const double variance = s * s + t * t, covariance = t * t;
    const double logarithm = -(variance * (u[0] * u[0] + u[1] * u[1]) - 2 * covariance * u[0] * u[1]) /
                             (2 * (variance * variance - covariance * covariance));
    double product = 1; /* of a dozen votes, which lapses keep away from 0 */
    for (size_t i = 0; i < question->n_ballots; i++)
        product *= likelihood(&question->ballots[i], worths, LAPSES_IN_100 / 100.0);
    return logarithm + log(product);
}

/* Finds the lowest and the highest utility of the first candidate that lie in the interval. There the log posterior,
 * maximised over the other utility, is at most 1.92 below its maximum. */
static struct luce_interval search(const struct luce_question *question, double s, double t)
{
    enum { PLACES = 1201, OTHERS = 401 };
    static double best[PLACES], others[OTHERS];
    double most = -INFINITY;
    struct luce_interval found = {.low = INFINITY, .high = -INFINITY};
    for (int k = 0; k < OTHERS; k++)
        others[k] = exp(k * 0.1 - 20);
    for (int i = 0; i < PLACES; i++) {
        const double place = i * 0.01 - 6, worth = exp(place);
        best[i] = -INFINITY;
        for (int k = 0; k < OTHERS; k++)
            best[i] = fmax(best[i], log_posterior(question, s, t, (const double[]){place, k * 0.1 - 20},
                                                  (const double[]){worth, others[k]}));
        most = fmax(most, best[i]);
    }
    for (int i = 0; i < PLACES; i++) {
        if (best[i] >= most - 1.9207) {
            found.low = fmin(found.low, i * 0.01 - 6);
            found.high = fmax(found.high, i * 0.01 - 6);
        }
    }
    return found;
}

static void assert_ends(const struct luce_ballot *ballots, size_t n)
{
    const struct luce_question question = {.n_candidates = 2, .ballots = ballots, .n_ballots = n};
    const struct luce_interval narrow = search(&question, 2, 1), wide = search(&question, 30, 30);
    struct luce_interval interval;
    luce_intervals(&question, (const size_t[]){0}, 1, &interval);
    const double low = fmin(narrow.low, wide.low), high = fmax(narrow.high, wide.high);
    if (isfinite(interval.low))
        assert_close(interval.low, low, 0.02);
    else
        assert_close(low, -6, 0);
    if (isfinite(interval.high))
        assert_close(interval.high, high, 0.02);
    else
        assert_close(high, 6, 0);
}

static void an_end_is_where_the_best_likelihood_falls_by_1_92(void **state)
{
    (void)state;
    static const struct luce_ballot ballots[] = {
        {{0, 1}, 2, 1, 0, NULL},         {{0, 1}, 2, 1, 0, NULL},         {{0, 1}, 2, 2, 0, NULL},
        {{0, 1}, 2, VOTE_NONE, 0, NULL}, {{0, 1}, 2, VOTE_NONE, 0, NULL}, {{0}, 1, 1, 0, NULL},
        {{0, 1}, 2, 1, 0, NULL},         {{1}, 1, VOTE_NONE, 0, NULL},    {{0}, 1, 1, 0, NULL},
        {{0}, 1, VOTE_NONE, 0, NULL},    {{0, 1}, 2, 1, 0, NULL},         {{0}, 1, 1, 0, NULL},
    };
    for (size_t n = 6; n <= sizeof ballots / sizeof *ballots; n += 6)
        assert_ends(ballots, n);
}

static void with_ties_the_ends_are_those_of_half_votes(void **state)
{
    (void)state;
    static const struct luce_ballot ballots[] = {
        {{0, 1}, 2, 1, 2, NULL},         {{0, 1}, 2, 1, 0, NULL}, {{1, 0}, 2, 1, 2, NULL},
        {{0, 1}, 2, VOTE_NONE, 0, NULL}, {{0, 1}, 2, 1, 2, NULL}, {{0}, 1, VOTE_NONE, 0, NULL},
        {{0, 1}, 2, 2, 0, NULL},         {{0, 1}, 2, 1, 2, NULL},
    };
    assert_ends(ballots, sizeof ballots / sizeof *ballots);
}

static void always_winning_means_no_upper_end_and_never_winning_no_lower_end(void **state)
{
    (void)state;
    struct luce_ballot ballots[30];
    const size_t n = sizeof ballots / sizeof *ballots;
    for (size_t i = 0; i < n; i++)
        ballots[i] = (struct luce_ballot){{0, 1}, 2, 1, 0, NULL};
    const struct luce_question question = {.n_candidates = 2, .ballots = ballots, .n_ballots = n};
    struct luce_interval intervals[2];
    luce_intervals(&question, (const size_t[]){0, 1}, 2, intervals);
    assert_true(isinf(intervals[0].high) && intervals[0].low > 0.5 && isfinite(intervals[0].low));
    assert_true(isinf(intervals[1].low));
}

/* A document that lost only to a better one may still be relevant. */
static void a_document_that_lost_only_to_better_ones_may_be_relevant(void **state)
{
    (void)state;
    struct luce_ballot ballots[20];
    const size_t n = sizeof ballots / sizeof *ballots;
    for (size_t i = 0; i < n; i++)
        ballots[i] = (struct luce_ballot){{0, 1}, 2, 1, 0, NULL};
    struct luce_question question = {.n_candidates = 2, .ballots = ballots, .n_ballots = n};
    struct luce_interval interval;
    luce_intervals(&question, (const size_t[]){1}, 1, &interval);
    assert_true(isinf(interval.high));
    for (size_t i = 0; i < 8; i++)
        ballots[i] = (struct luce_ballot){{1}, 1, VOTE_NONE, 0, NULL};
    luce_intervals(&question, (const size_t[]){1}, 1, &interval);
    assert_true(interval.high < 0);
}

static void the_same_votes_give_the_same_intervals_in_any_order(void **state)
{
    (void)state;
    enum { N = 9, BALLOTS = 18 };
    struct luce_ballot ballots[BALLOTS], turned[BALLOTS];
    size_t numbers[N];
    struct luce_interval intervals[N], others[N];
    for (size_t i = 0; i < N; i++)
        numbers[i] = i;
    for (size_t i = 0; i < BALLOTS; i++) {
        const size_t first = 3 * (i % 3);
        ballots[i] =
            (struct luce_ballot){{first, first + 1, first + 2}, 3, i < 9 ? 1 : (int)(i / 3) - 2, 0, NULL};
        turned[BALLOTS - 1 - i] = ballots[i];
    }
    const struct luce_question question = {.n_candidates = N, .ballots = ballots, .n_ballots = BALLOTS};
    const struct luce_question other = {.n_candidates = N, .ballots = turned, .n_ballots = BALLOTS};
    luce_intervals(&question, numbers, N, intervals);
    luce_intervals(&other, numbers, N, others);
    for (size_t i = 0; i < N; i++) {
        assert_close(luce_relevance(intervals[i].low), luce_relevance(intervals[i % 3].low), 1e-5);
        assert_close(luce_relevance(intervals[i].high), luce_relevance(intervals[i % 3].high), 1e-5);
        assert_close(luce_relevance(intervals[i].low), luce_relevance(others[i].low), 1e-5);
        assert_close(luce_relevance(intervals[i].high), luce_relevance(others[i].high), 1e-5);
    }
}

/* The model assumes one lapse in five answers for everybody, and more for an annotator who is known to lapse more. */
static void votes_of_careless_annotators_narrow_the_interval_less(void **state)
{
    (void)state;
    static const struct luce_rater careful = {.lapses = 0.01}, careless = {.lapses = 0.6};
    const struct luce_rater *const raters[] = {NULL, &careful, &careless};
    double widths[3];
    for (size_t r = 0; r < 3; r++) {
        struct luce_ballot ballots[10];
        struct luce_interval interval;
        for (size_t i = 0; i < 10; i++)
            ballots[i] = (struct luce_ballot){{0}, 1, i < 6 ? 1 : VOTE_NONE, 0, raters[r]};
        const struct luce_question question = {.n_candidates = 1, .ballots = ballots, .n_ballots = 10};
        luce_intervals(&question, (const size_t[]){0}, 1, &interval);
        widths[r] = luce_relevance(interval.high) - luce_relevance(interval.low);
    }
    assert_close(widths[1], widths[0], 1e-9);
    assert_true(widths[2] > widths[0] + 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_end_is_where_the_best_likelihood_falls_by_1_92),
        cmocka_unit_test(with_ties_the_ends_are_those_of_half_votes),
        cmocka_unit_test(always_winning_means_no_upper_end_and_never_winning_no_lower_end),
        cmocka_unit_test(a_document_that_lost_only_to_better_ones_may_be_relevant),
        cmocka_unit_test(the_same_votes_give_the_same_intervals_in_any_order),
        cmocka_unit_test(votes_of_careless_annotators_narrow_the_interval_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
