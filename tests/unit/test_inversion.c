/*
 * Intervals that agree with tests: an interval contains 0 if and only if p is above 0.05, for differences of every
 * kind. The ends are checked by hand, by enumerating all subsets, and against published values.
 */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/metric/statistics/inversion.h"

#include <math.h>

enum { N_MOST = 80, TRIALS = 300 };

static struct inverted_interval invert(enum significance_test test, const double *differences,
                                       const double *shares, size_t n, double *p)
{
    const struct significance_plan plan = {.test = test, .permutations = 2000, .seed = 1};
    *p = significance_p(differences, n, &plan);
    return inversion_make(differences, shares, n, *p, &plan);
}

static struct inverted_interval interval_of(enum significance_test test, const double *differences, size_t n)
{
    double p;
    return invert(test, differences, NULL, n, &p);
}

/* --- Property --------------------------------------------------------------- */

/* Draws differences with ties and zeros as retrieval has them, or without. A shift makes about half of the samples
 * significant. */
static void draw_differences(struct random_source *random, double *differences, size_t n)
{
    const double zeros = (double)random_below(random, 4) / 4, grain = random_below(random, 2) == 0 ? 0.25 : 0;
    const double shift = 3 * (random_uniform(random) - 0.5) / sqrt((double)n);
    for (size_t i = 0; i < n; i++) {
        double value = random_normal(random) * 0.3 + shift;
        if (grain > 0)
            value = grain * round(value / grain);
        differences[i] = random_uniform(random) < zeros ? 0 : value;
    }
}

static void assert_agrees(enum significance_test test, const double *differences, const double *shares,
                          size_t n)
{
    double p;
    const struct inverted_interval interval = invert(test, differences, shares, n, &p);
    const bool holds = isnan(interval.low) || (interval.low <= 0 && interval.high >= 0);
    if (holds != (p > 0.05))
        fail_msg("%s, n = %zu: p = %.6f, interval %.9f to %.9f", words_at(&significance_test_words, test), n,
                 p, interval.low, interval.high);
    if (interval.low > interval.high)
        fail_msg("%s, n = %zu: %.9f to %.9f", words_at(&significance_test_words, test), n, interval.low,
                 interval.high);
}

static void interval_and_p_agree(void **state)
{
    (void)state;
    struct random_source random = random_from(3, 0);
    double differences[N_MOST];
    for (size_t trial = 0; trial < TRIALS; trial++) {
        const size_t n = 1 + random_below(&random, N_MOST);
        draw_differences(&random, differences, n);
        for (enum significance_test test = TEST_RANDOMISATION; test <= TEST_SIGN; test++)
            assert_agrees(test, differences, NULL, n);
    }
}

static void weighted_intervals_agree_with_p_too(void **state)
{
    (void)state;
    struct random_source random = random_from(4, 0);
    double differences[N_MOST], shares[N_MOST];
    for (size_t trial = 0; trial < TRIALS; trial++) {
        const size_t n = 2 + random_below(&random, N_MOST - 1);
        double sum = 0;
        draw_differences(&random, differences, n);
        for (size_t i = 0; i < n; i++)
            sum += shares[i] = random_below(&random, 5) == 0 ? 0 : 0.5 + random_uniform(&random);
        for (size_t i = 0; i < n; i++) {
            shares[i] = sum > 0 ? shares[i] * (double)n / sum : 1;
            differences[i] *= shares[i];
        }
        for (enum significance_test test = TEST_RANDOMISATION; test <= TEST_SIGN; test++)
            assert_agrees(test, differences, shares, n);
    }
}

/* For 18 questions p is exact, but the subsets for the interval are drawn at random. Near p = 0.05 the two must still
 * agree. */
static void sampled_intervals_agree_with_exact_p_values(void **state)
{
    (void)state;
    struct random_source random = random_from(5, 0);
    double differences[18];
    size_t close = 0;
    for (size_t trial = 0; trial < 3000; trial++) {
        for (size_t i = 0; i < 18; i++)
            differences[i] = random_normal(&random) + 0.49;
        const struct significance_plan plan = {.test = TEST_RANDOMISATION, .permutations = 200, .seed = 1};
        if (trial >= 20 && close >= 5)
            break;
        const double p = significance_p(differences, 18, &plan);
        const struct inverted_interval interval = inversion_make(differences, NULL, 18, p, &plan);
        close += fabs(p - 0.05) < 0.02;
        assert_true((interval.low <= 0 && interval.high >= 0) == (p > 0.05));
    }
    assert_true(close >= 5);
}

/* --- The ends ---------------------------------------------------------------- */

static const double maize[] = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};

/* Fisher, The Design of Experiments, section 21: the interval is 20.93 ± 20.90. */
static void students_interval_of_darwins_maize(void **state)
{
    (void)state;
    const struct inverted_interval interval = interval_of(TEST_T, maize, 15);
    assert_close(interval.low, 0.0312, 1e-3);
    assert_close(interval.high, 41.8355, 1e-3);
}

/*
 * With six questions the smallest possible p is 2/64 = 0.031. Only shifts outside the means of all subsets are
 * rejected: those below the smallest difference and above the largest.
 */
static void six_questions_reject_what_lies_beyond_all_of_them(void **state)
{
    (void)state;
    static const double differences[] = {0.3, -0.1, 0.2, 0.5, 0.4, 0.1};
    for (enum significance_test test = TEST_RANDOMISATION; test <= TEST_SIGN; test++) {
        if (test == TEST_T)
            continue;
        const struct inverted_interval interval = interval_of(test, differences, 6);
        assert_close(interval.low, -0.1, 1e-9);
        assert_close(interval.high, 0.5, 1e-9);
    }
}

static void five_questions_reject_nothing(void **state)
{
    (void)state;
    static const double differences[] = {0.3, 0.1, 0.2, 0.5, 0.4};
    assert_true(isinf(interval_of(TEST_RANDOMISATION, differences, 5).low));
    assert_true(isinf(interval_of(TEST_WILCOXON, differences, 5).high));
    assert_true(isinf(interval_of(TEST_SIGN, differences, 5).low));
}

/* Of the 2^10 subsets, 25 may lie below the end, including the empty one. The end is the next mean, counted here one by
 * one. */
static void the_ends_are_means_of_subsets(void **state)
{
    (void)state;
    double differences[10];
    struct random_source random = random_from(6, 0);
    for (size_t i = 0; i < 10; i++)
        differences[i] = random_uniform(&random) - 0.3;
    const struct inverted_interval interval = interval_of(TEST_RANDOMISATION, differences, 10);
    size_t below = 0, at = 0;
    for (size_t bits = 1; bits < 1024; bits++) {
        double sum = 0, n = 0;
        for (size_t i = 0; i < 10; i++) {
            sum += (bits >> i & 1) != 0 ? differences[i] : 0;
            n += (double)(bits >> i & 1);
        }
        below += sum / n < interval.low - 1e-12;
        at += fabs(sum / n - interval.low) < 1e-12;
    }
    assert_int_equal(below, 24);
    assert_int_equal(at, 1);
}

/* The sign test of 15 differences rejects three on each side: the interval goes from the fourth to the twelfth. */
static void the_sign_tests_ends_are_differences_in_order(void **state)
{
    (void)state;
    const struct inverted_interval interval = interval_of(TEST_SIGN, maize, 15);
    assert_close(interval.low, 8, 0);
    assert_close(interval.high, 49, 0);
}

/*
 * Without ties, the ends of Wilcoxon's interval are ordered means of pairs. For 15 differences the critical sum at 0.05
 * is 25 (Wilcoxon's table). So the ends are the 26th of the 120 means from either side.
 */
static void wilcoxons_ends_are_means_of_pairs_in_order(void **state)
{
    (void)state;
    double differences[15];
    struct random_source random = random_from(7, 0);
    for (size_t i = 0; i < 15; i++)
        differences[i] = random_uniform(&random) - 0.3;
    const struct inverted_interval interval = interval_of(TEST_WILCOXON, differences, 15);
    size_t below = 0, above = 0;
    for (size_t i = 0; i < 15; i++) {
        for (size_t j = i; j < 15; j++) {
            const double mean = (differences[i] + differences[j]) / 2;
            below += mean < interval.low - 1e-9;
            above += mean > interval.high + 1e-9;
        }
    }
    assert_int_equal(below, 25);
    assert_int_equal(above, 25);
}

static void ranks_and_signs_leave_out_questions_without_a_difference(void **state)
{
    (void)state;
    static const double differing[] = {0.3, -0.1, 0.2, 0.5, 0.4, 0.1, 0.6},
                        with_zeros[] = {0.3, 0, -0.1, 0.2, 0.5, 0, 0.4, 0.1, 0.6, 0};
    for (enum significance_test test = TEST_WILCOXON; test <= TEST_SIGN; test++) {
        const struct inverted_interval a = interval_of(test, differing, 7),
                                       b = interval_of(test, with_zeros, 10);
        assert_close(a.low, b.low, 1e-9);
        assert_close(a.high, b.high, 1e-9);
    }
}

/* Half of the questions have weight 0. The interval must be the same as without them. */
static void questions_with_weight_0_do_not_move_the_interval(void **state)
{
    (void)state;
    double light[30], shares[30];
    for (size_t i = 0; i < 30; i++) {
        shares[i] = i < 15 ? 2 : 0;
        light[i] = i < 15 ? 2 * maize[i] : 0;
    }
    double p;
    const struct inverted_interval weighted = invert(TEST_SIGN, light, shares, 30, &p);
    assert_close(weighted.low, 8, 0);
    assert_close(weighted.high, 49, 0);
    const struct inverted_interval alone = interval_of(TEST_RANDOMISATION, maize, 15);
    const struct inverted_interval drawn = invert(TEST_RANDOMISATION, light, shares, 30, &p);
    assert_close(drawn.low, alone.low, 2);
    assert_close(drawn.high, alone.high, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interval_and_p_agree),
        cmocka_unit_test(weighted_intervals_agree_with_p_too),
        cmocka_unit_test(sampled_intervals_agree_with_exact_p_values),
        cmocka_unit_test(students_interval_of_darwins_maize),
        cmocka_unit_test(six_questions_reject_what_lies_beyond_all_of_them),
        cmocka_unit_test(five_questions_reject_nothing),
        cmocka_unit_test(the_ends_are_means_of_subsets),
        cmocka_unit_test(the_sign_tests_ends_are_differences_in_order),
        cmocka_unit_test(wilcoxons_ends_are_means_of_pairs_in_order),
        cmocka_unit_test(ranks_and_signs_leave_out_questions_without_a_difference),
        cmocka_unit_test(questions_with_weight_0_do_not_move_the_interval),
    };
    return cmocka_run_group_tests_name("inversion", tests, NULL, NULL);
}
