/*
 * Estimates, against values computed by hand, against Clopper & Pearson's, and in worlds whose true mean is known.
 */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/metric/statistics/estimate.h"

#include <math.h>

enum { N_MOST = 150 };

static struct estimate estimate_mean(const double *values, size_t n)
{
    const struct estimate_kind kind = estimate_kind_of(false, true);
    return estimate_make(values, n, 1, &kind);
}

static struct estimate estimate_difference(const double *values, size_t n)
{
    const struct estimate_kind kind = estimate_kind_of(true, true);
    return estimate_make(values, n, 1, &kind);
}

static void assert_interval(struct estimate estimate, double low, double high)
{
    assert_close(estimate.low, low, 1e-12);
    assert_close(estimate.high, high, 1e-12);
}

/* --- In closed form ------------------------------------------------------- */

static const double five[] = {.2, .5, .1, .9, .4};

static void the_moments_of_five_questions(void **state)
{
    (void)state;
    struct estimate estimate = estimate_mean(five, 5);
    assert_int_equal(estimate.n, 5);
    assert_close(estimate.mean, 0.42, 1e-12);
    assert_close(estimate.deviation, 0.31144823004794875, 1e-12);
    assert_close(estimate.standard_error, 0.1392838827718412, 1e-12);
    assert_close(estimate.effect, 1.3485387280426648, 1e-12);
}

/* Clopper & Pearson's interval for 7 of 20 is 0.1539 to 0.5922, and for 20 of 20 it begins at 0.8316. Here an end may
 * lie further out, by at most 5 % of the tail. */
static void counts_have_clopper_and_pearsons_interval(void **state)
{
    (void)state;
    double counts[20] = {0};
    for (size_t i = 0; i < 7; i++)
        counts[i] = 1;
    assert_close(estimate_mean(counts, 20).low, 0.1539, 0.0005);
    assert_close(estimate_mean(counts, 20).high, 0.5922, 0.0005);
    for (size_t i = 0; i < 20; i++)
        counts[i] = 1;
    assert_close(estimate_mean(counts, 20).low, 0.8316, 0.001);
    assert_close(estimate_mean(counts, 20).high, 1, 0);
}

static struct estimate estimate_by_sums(const double *values, size_t n)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        sum += values[i];
        squares += values[i] * values[i];
    }
    return estimate_mean_by_sums(n, sum, squares, true);
}

/* This holds for fractions as well as for counts. */
static void estimates_from_sums_are_close_to_those_from_values(void **state)
{
    (void)state;
    double values[48];
    for (size_t i = 0; i < 48; i++)
        values[i] = i % 6 == 0 ? 0 : fmod((double)(i + 1) * 0.618034, 1);
    const struct estimate exact = estimate_mean(values, 48), by_sums = estimate_by_sums(values, 48);
    assert_close(by_sums.mean, exact.mean, 1e-12);
    assert_close(by_sums.deviation, exact.deviation, 1e-12);
    assert_close(by_sums.low, exact.low, 0.01);
    assert_close(by_sums.high, exact.high, 0.01);
    for (size_t i = 0; i < 48; i++)
        values[i] = 1;
    assert_close(estimate_by_sums(values, 48).low, estimate_mean(values, 48).low, 0.015);
    assert_close(estimate_by_sums(values, 48).high, 1, 0);
    assert_true(isnan(estimate_by_sums(five, 1).low));
}

/* Expected values: SciPy 1.10, t.interval of the five values. */
static void sums_of_unbounded_values_have_students_interval(void **state)
{
    (void)state;
    const struct estimate estimate = estimate_mean_by_sums(5, 2.1, 1.27, false);
    assert_interval(estimate, 0.033285945445177545, 0.8067140545548226);
}

/* The largest observed difference replaces the unknown maximum: the result is as if all values were divided by it. */
static void for_unbounded_values_the_largest_observed_one_is_the_bound(void **state)
{
    (void)state;
    static const double gains[] = {3, -1, 0, 2, 0}, shares[] = {1, -1.0 / 3, 0, 2.0 / 3, 0};
    const struct estimate_kind open = estimate_kind_of(true, false);
    const struct estimate estimate = estimate_make(gains, 5, 1, &open),
                          bounded = estimate_difference(shares, 5);
    assert_close(estimate.low, 3 * bounded.low, 1e-9);
    assert_close(estimate.high, 3 * bounded.high, 1e-9);
    assert_true(isnan(estimate_make((double[]){0, 0, 0}, 3, 1, &open).low));
}

static void a_column_of_values_is_estimated_like_the_values_alone(void **state)
{
    (void)state;
    static const double rows[] = {0.1, 9, 0.5, 9, 0.7, 9}, column[] = {0.1, 0.5, 0.7};
    const struct estimate_kind kind = estimate_kind_of(false, true);
    const struct estimate of_rows = estimate_make(rows, 3, 2, &kind),
                          alone = estimate_make(column, 3, 1, &kind);
    assert_memory_equal(&of_rows, &alone, sizeof alone);
}

/* In the first column each difference is -0.1, so the mean is certain, whatever the weights. In the second column the
 * item of weight 2 is a loss of 1, and the others are 0. */
static void weighted_values_are_as_uncertain_as_their_mean(void **state)
{
    (void)state;
    static const double shares[] = {0.5, 0.5, 2, 1};
    double values[4 * 2];
    for (size_t i = 0; i < 4; i++) {
        values[i * 2] = -0.1 * shares[i];
        values[i * 2 + 1] = i == 2 ? -1 * shares[i] : 0;
    }
    estimate_linearise(values, shares, 4, 2, 2);
    for (size_t i = 0; i < 4; i++) {
        assert_close(values[i * 2], -0.1, 1e-15);
        /* -0.5 + share · (value + 0.5) */
        assert_close(values[i * 2 + 1], i == 2 ? -1.5 : -0.5 + shares[i] * 0.5, 1e-15);
    }
}

static void one_question_has_no_interval(void **state)
{
    (void)state;
    struct estimate estimate = estimate_mean((double[]){0.25}, 1);
    assert_close(estimate.mean, 0.25, 0);
    assert_true(isnan(estimate.low) && isnan(estimate.high) && isnan(estimate.standard_error));
}

/* A value of 0 can be the success or the nDCG@10 of one question. */
static void one_question_of_0_or_1_has_no_interval_either(void **state)
{
    (void)state;
    assert_true(isnan(estimate_mean((double[]){1}, 1).low));
    assert_true(isnan(estimate_mean((double[]){0}, 1).high));
    assert_true(isnan(estimate_by_sums((double[]){1}, 1).low));
}

static void no_question_has_a_mean_of_0_and_no_interval(void **state)
{
    (void)state;
    struct estimate estimate = estimate_mean(NULL, 0);
    assert_close(estimate.mean, 0, 0);
    assert_true(isnan(estimate.low) && isnan(estimate.high));
}

/* The computed mean of three values of 0.1 differs from 0.1 by rounding. Even so their deviation must be 0. */
static void equal_values_have_no_deviation(void **state)
{
    (void)state;
    struct estimate estimate = estimate_mean((double[]){0.1, 0.1, 0.1}, 3);
    assert_close(estimate.deviation, 0, 0);
    assert_true(isinf(estimate.effect));
}

static void zeros_have_no_effect(void **state)
{
    (void)state;
    assert_close(estimate_difference((double[]){0, 0, 0}, 3).effect, 0, 0);
}

static void an_interval_is_clipped_to_the_possible_values(void **state)
{
    (void)state;
    struct estimate estimate = estimate_mean_by_sums(5, 2.1, 1.27, false);
    estimate_clip(&estimate, 0.1, 0.75);
    assert_interval(estimate, 0.1, 0.75);
    estimate = estimate_difference((double[]){1}, 1);
    estimate_clip(&estimate, 0, 1);
    assert_true(isnan(estimate.low) && isnan(estimate.high));
}

/* --- Worlds whose true mean is known -------------------------------------- */

/* Typical nDCG: some zeros, otherwise uniform between 0 and 1. */
static double draw_gain(struct random_source *random)
{
    return random_uniform(random) < 0.2 ? 0 : random_uniform(random);
}

/* The reciprocal of a geometric rank: each document is the relevant one with probability 1/3. The expectation is the
 * sum of p q^(r-1) / r = -p / q · log(p) = 0.5493. */
static double draw_reciprocal_rank(struct random_source *random)
{
    double rank = 1;
    while (random_uniform(random) >= 1.0 / 3)
        rank++;
    return 1 / rank;
}

static double draw_difference(struct random_source *random)
{
    double same = random_uniform(random);
    return same < 0.4 ? 0 : random_uniform(random) - 0.4;
}

static double draw_success(struct random_source *random)
{
    return random_uniform(random) < 0.7 ? 1 : 0;
}

/* As in regressions: on average two questions of 53 are lost completely, and the others do not change. */
static double draw_regression(struct random_source *random)
{
    return random_below(random, 53) < 2 ? -1 : 0;
}

static double draw_nearly_always(struct random_source *random)
{
    return random_uniform(random) < 0.97 ? 1 : 0;
}

/* Returns in how many of 1,000 worlds the interval contains the true mean. */
static int count_held(double (*draw)(struct random_source *), size_t n, double truth, bool are_differences)
{
    int held = 0;
    for (uint64_t world = 0; world < 1000; world++) {
        struct random_source random = random_from(7, world);
        double values[N_MOST];
        for (size_t i = 0; i < n; i++)
            values[i] = draw(&random);
        const struct estimate estimate =
            are_differences ? estimate_difference(values, n) : estimate_mean(values, n);
        held += estimate.low <= truth && truth <= estimate.high;
    }
    return held;
}

/* The short form of `make statistics-bench`: intervals hold at least as often as promised, within the chance of 1,000
 * worlds. */
static void intervals_hold(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double (*draw)(struct random_source *);
        double truth;
        bool are_differences;
    } populations[] = {
        {"gains", draw_gain, 0.4, false},
        {"reciprocal ranks", draw_reciprocal_rank, 0.5493061443340549, false},
        {"successes", draw_success, 0.7, false},
        {"nearly always", draw_nearly_always, 0.97, false},
        {"differences", draw_difference, 0.06, true},
        {"regressions", draw_regression, -2.0 / 53, true},
    };
    static const size_t sizes[] = {5, 10, 25, 50, 150};
    for (size_t p = 0; p < sizeof populations / sizeof *populations; p++) {
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            const int held = count_held(populations[p].draw, sizes[s], populations[p].truth,
                                        populations[p].are_differences);
            if (held < 940)
                fail_msg("%s, n = %zu: %d of 1000", populations[p].name, sizes[s], held);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_moments_of_five_questions),
        cmocka_unit_test(counts_have_clopper_and_pearsons_interval),
        cmocka_unit_test(estimates_from_sums_are_close_to_those_from_values),
        cmocka_unit_test(sums_of_unbounded_values_have_students_interval),
        cmocka_unit_test(for_unbounded_values_the_largest_observed_one_is_the_bound),
        cmocka_unit_test(a_column_of_values_is_estimated_like_the_values_alone),
        cmocka_unit_test(weighted_values_are_as_uncertain_as_their_mean),
        cmocka_unit_test(one_question_has_no_interval),
        cmocka_unit_test(one_question_of_0_or_1_has_no_interval_either),
        cmocka_unit_test(no_question_has_a_mean_of_0_and_no_interval),
        cmocka_unit_test(equal_values_have_no_deviation),
        cmocka_unit_test(zeros_have_no_effect),
        cmocka_unit_test(an_interval_is_clipped_to_the_possible_values),
        cmocka_unit_test(intervals_hold),
    };
    return cmocka_run_group_tests_name("estimate", tests, NULL, NULL);
}
