/*
 * Significance tests and corrections, against SciPy 1.10 (scipy.stats: ttest_1samp, wilcoxon, binomtest) and against
 * all possible choices, counted with itertools. test_comparison.c covers the randomisation test.
 */
#include "tests/support/support.h"

#include "core/metric/statistics/significance.h"

#include <math.h>

/* Darwin's maize, 15 pairs, in eighths of an inch (R. A. Fisher, The Design of Experiments, 1935). */
static const double maize[] = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};

static double p_of(enum significance_test test, const double *differences, size_t n)
{
    const struct significance_plan plan = {.test = test, .permutations = 1000, .seed = 1};
    return significance_p(differences, n, &plan);
}

/* Fills in a hundred arbitrary differences, of which 59 are positive. */
static void fill(double differences[100])
{
    for (size_t i = 0; i < 100; i++)
        differences[i] = fmod((double)(i + 1) * 0.618034, 1) - fmod((double)(i + 1) * 0.414214, 1) + 0.1;
}

static void students_t(void **state)
{
    (void)state;
    double differences[100];
    fill(differences);
    assert_close(p_of(TEST_T, maize, 15), 0.0497029440218009, 1e-12);
    assert_close(p_of(TEST_T, differences, 100), 0.01612309629410209, 1e-12);
}

static void students_t_without_deviation(void **state)
{
    (void)state;
    assert_close(p_of(TEST_T, (double[]){0.25}, 1), 1, 0);
    assert_close(p_of(TEST_T, (double[]){0, 0, 0}, 3), 1, 0);
    assert_close(p_of(TEST_T, (double[]){0.25, 0.25, 0.25}, 3), 0, 0);
}

static void wilcoxons_signed_ranks(void **state)
{
    (void)state;
    double differences[100];
    fill(differences);
    assert_close(p_of(TEST_WILCOXON, maize, 15), 0.041259765625, 1e-15);
    assert_close(p_of(TEST_WILCOXON, differences, 100), 0.02325042905695826, 1e-12);
}

static void wilcoxons_ranks_with_ties(void **state)
{
    (void)state;
    double differences[100];
    fill(differences);
    for (size_t i = 0; i < 100; i++)
        differences[i] = round(10 * differences[i]);
    assert_close(p_of(TEST_WILCOXON, (double[]){1, 1, -2, 3, 3, 3, -4, 5, 0, 0}, 10), 0.3125, 1e-15);
    assert_close(p_of(TEST_WILCOXON, differences, 100), 0.025299941607458687, 1e-12);
}

static void signs(void **state)
{
    (void)state;
    double differences[100];
    fill(differences);
    assert_close(p_of(TEST_SIGN, maize, 15), 0.00738525390625, 1e-14);
    assert_close(p_of(TEST_SIGN, differences, 100), 0.08862608011406767, 1e-12);
    assert_close(p_of(TEST_SIGN, (double[]){1, -1, 0}, 3), 1, 0);
}

static void p_is_1_without_differences(void **state)
{
    (void)state;
    for (int test = TEST_RANDOMISATION; test <= TEST_SIGN; test++) {
        assert_close(p_of((enum significance_test)test, NULL, 0), 1, 0);
        assert_close(p_of((enum significance_test)test, (double[]){0, 0}, 2), 1, 0);
    }
}

static void assert_all_close(const double *actual, const double *expected, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_close(actual[i], expected[i], 1e-15);
}

/*
 * Holm by hand, for p = 0.01 0.04 0.03 0.005. Sorted, 0.005 0.01 0.03 0.04 times 4 3 2 1 gives 0.02 0.03 0.06 0.04.
 * None may be below the one before: 0.02 0.03 0.06 0.06.
 */
static void holm_by_hand(void **state)
{
    (void)state;
    double p[] = {0.01, 0.04, 0.03, 0.005};
    significance_correct_holm(p, 4);
    assert_all_close(p, (double[]){0.03, 0.06, 0.06, 0.02}, 4);
}

static void holm_stays_below_1(void **state)
{
    (void)state;
    double p[] = {0.6, 0.9};
    significance_correct_holm(p, 2);
    assert_all_close(p, (double[]){1, 1}, 2);
}

/* By hand: sorted, 0.005 0.01 0.03 0.04 0.2 times 5 / rank gives 0.025 0.025 0.05 0.05 0.2. */
static void benjamini_and_hochberg_by_hand(void **state)
{
    (void)state;
    double p[] = {0.01, 0.04, 0.03, 0.005, 0.2};
    significance_correct_benjamini_hochberg(p, 5);
    assert_all_close(p, (double[]){0.025, 0.05, 0.05, 0.025, 0.2}, 5);
}

static void one_comparison_needs_no_correction(void **state)
{
    (void)state;
    double p[] = {0.04};
    significance_correct_holm(p, 1);
    significance_correct_benjamini_hochberg(p, 1);
    assert_all_close(p, (double[]){0.04}, 1);
}

/* --- Tukey's test --------------------------------------------------------- */

static bool never(void)
{
    return false;
}

static bool always(void)
{
    return true;
}

/* Three questions and three runs. Of the 216 ways to permute the values, 192 have a range of at least 0.7, 84 of at
 * least 1.1, and 24 of at least 1.8. */
static void tukey_by_all_ways_to_deal(void **state)
{
    (void)state;
    static const double values[] = {.1, .4, .9, .3, .2, .8, 0, .5, .5};
    const struct significance_plan plan = {.permutations = 100000, .seed = 1};
    const struct workforce workforce = {.n_threads = 2, .interrupted = never};
    double p[3][3];
    assert_true(significance_tukey(values, 3, 3, &plan, &workforce, *p));
    assert_close(p[0][0], 1, 0);
    assert_close(p[0][1], 192 / 216.0, 0.007);
    assert_close(p[0][2], 24 / 216.0, 0.007);
    assert_close(p[2][1], p[1][2], 0);
    assert_close(p[1][2], 84 / 216.0, 0.007);
}

/* For two runs it is the randomisation test: of the 8 choices of signs of 1, 2 and 3, two are as far apart. */
static void tukey_of_two_runs_is_the_randomisation_test(void **state)
{
    (void)state;
    static const double values[] = {0, 1, 0, 2, 0, 3};
    const struct significance_plan plan = {.permutations = 100000, .seed = 1};
    const struct workforce workforce = {.n_threads = 1, .interrupted = never};
    double p[2][2];
    assert_true(significance_tukey(values, 3, 2, &plan, &workforce, *p));
    assert_close(p[0][1], 2.0 / 8, 0.006);
}

/*
 * Three runs have the values 0, 1 and 2. They take turns over 999 questions, so that the sums are equal. In 52 more
 * questions the order is always the same. The best and the worst run are then 104 apart, and the sums vary by √1051.
 * The studentised range of three is 1 - 3 ∫ φ(z) (Φ(z + q) - Φ(z))² dz, by mpmath 1.3.
 */
static void tukey_of_many_questions_is_the_studentised_range(void **state)
{
    (void)state;
    enum { N = 999 + 52 };
    static double values[N * 3];
    const struct significance_plan plan = {.permutations = SIGNIFICANCE_PERMUTATIONS, .seed = 1};
    const struct workforce workforce = {.n_threads = 2, .interrupted = never};
    double p[3][3];
    for (size_t i = 0; i < N * 3; i++)
        values[i] = (double)((i % 3 + (i / 3 < 999 ? i / 3 : 0)) % 3);
    assert_true(significance_tukey(values, N, 3, &plan, &workforce, *p));
    assert_close(p[0][2], 0.0603202803, 0.003);
    assert_close(p[0][1], 0.4929591031, 0.007);
}

static void an_interrupted_tukey_test_stops(void **state)
{
    (void)state;
    const struct significance_plan plan = {.permutations = 100000, .seed = 1};
    const struct workforce workforce = {.n_threads = 2, .interrupted = always};
    double p[2][2];
    assert_false(significance_tukey((double[]){0, 1}, 1, 2, &plan, &workforce, *p));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(students_t),
        cmocka_unit_test(students_t_without_deviation),
        cmocka_unit_test(wilcoxons_signed_ranks),
        cmocka_unit_test(wilcoxons_ranks_with_ties),
        cmocka_unit_test(signs),
        cmocka_unit_test(p_is_1_without_differences),
        cmocka_unit_test(holm_by_hand),
        cmocka_unit_test(holm_stays_below_1),
        cmocka_unit_test(benjamini_and_hochberg_by_hand),
        cmocka_unit_test(one_comparison_needs_no_correction),
        cmocka_unit_test(tukey_by_all_ways_to_deal),
        cmocka_unit_test(tukey_of_two_runs_is_the_randomisation_test),
        cmocka_unit_test(tukey_of_many_questions_is_the_studentised_range),
        cmocka_unit_test(an_interrupted_tukey_test_stops),
    };
    return cmocka_run_group_tests_name("significance", tests, NULL, NULL);
}
