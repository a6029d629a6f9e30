/* Significance tests, against values worked out by hand, published values, and closed forms. */
#include "tests/support/support.h"

#include "core/metric/statistics/comparison.h"

#include <math.h>

static bool never(void)
{
    return false;
}

static struct comparison_plan plan_of(size_t permutations, uint64_t seed)
{
    return (struct comparison_plan){
        .significance = {.permutations = permutations, .seed = seed},
        .workforce = {.n_threads = 1, .interrupted = never},
    };
}

/* Compares by one measure. */
static void compare(struct comparison *out, const double *baseline, const double *run, size_t n)
{
    const struct comparison_plan plan = plan_of(100000, 1);
    assert_true(comparison_make(out, baseline, run, NULL, n, 1, &plan));
}

/* Compares with a baseline of zeros, so that the run's values are the differences. */
static struct comparison compare_differences(const double *differences, size_t n)
{
    static const double zeros[200];
    struct comparison comparison;
    assert_true(n <= 200);
    compare(&comparison, zeros, differences, n);
    return comparison;
}

static void means_and_outcomes_are_counted(void **state)
{
    (void)state;
    struct comparison comparison;
    compare(&comparison, (double[]){0.5, 0.5, 1, 0}, (double[]){1, 0.25, 1, 0.25}, 4);
    assert_close(comparison.baseline_mean, 0.5, 0);
    assert_close(comparison.run_mean, 0.625, 0);
    assert_close(comparison.difference.mean, 0.125, 0);
    assert_int_equal(comparison.wins, 2);
    assert_int_equal(comparison.ties, 1);
    assert_int_equal(comparison.losses, 1);
}

/* By hand: of the eight sums ±1 ±2 ±3 only 6 and -6 are at least as far from 0 as 6. */
static void three_questions_by_hand(void **state)
{
    (void)state;
    assert_close(compare_differences((double[]){1, 2, 3}, 3).p, 2.0 / 8, 0);
}

/* By hand: |±1 ±2 ±3| is 0, 2, 4 and 6 twice each. Six of the eight are at least 2, which is 3 + 1 - 2. */
static void three_questions_with_a_loss_by_hand(void **state)
{
    (void)state;
    assert_close(compare_differences((double[]){1, -2, 3}, 3).p, 6.0 / 8, 0);
}

static void questions_without_a_difference_change_no_p(void **state)
{
    (void)state;
    assert_close(compare_differences((double[]){0, 1, 0, 2, 3, 0, 0}, 7).p, 2.0 / 8, 0);
}

/*
 * Darwin's maize: 15 pairs, in eighths of an inch. Of the 32,768 choices of signs, 1,726 have a sum at least as large
 * as the observed one, 314 (R. A. Fisher, The Design of Experiments, 1935, section 21).
 */
static void fishers_test_of_darwins_maize(void **state)
{
    (void)state;
    static const double differences[] = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};
    assert_close(compare_differences(differences, 15).p, 1726.0 / 32768, 0);
}

/* In doubles 0.1 + 0.2 is not 0.3. Sums that are equal in exact arithmetic must count as equal. */
static void rounding_decides_nothing(void **state)
{
    (void)state;
    assert_close(compare_differences((double[]){0.1, 0.2, -0.3}, 3).p, 1, 0);
    assert_close(compare_differences((double[]){0.3, 0.1, 0.1, -0.1}, 4).p, 8.0 / 16, 0);
}

static void values_that_differ_by_rounding_are_tied(void **state)
{
    (void)state;
    struct comparison comparison;
    compare(&comparison, (double[]){0.1 + 0.2}, (double[]){0.3}, 1);
    assert_int_equal(comparison.ties, 1);
    assert_close(comparison.difference.mean, 0, 0);
}

/* 20 equal differences: the largest number of questions for which all sign choices are enumerated. */
static void twenty_questions_are_exact(void **state)
{
    (void)state;
    double differences[20];
    for (size_t i = 0; i < 20; i++)
        differences[i] = 0.25;
    assert_close(compare_differences(differences, 20).p, 2.0 / 1048576, 0);
}

/* Compares with `wins` differences of 1 and `losses` differences of -1. */
static struct comparison compare_signs(size_t wins, size_t losses)
{
    double differences[200];
    for (size_t i = 0; i < wins + losses; i++)
        differences[i] = i < wins ? 1 : -1;
    return compare_differences(differences, wins + losses);
}

/*
 * With equal sizes this is the sign test, whose p is a sum of binomial coefficients, computed here. Sampled values must
 * be within four standard errors of it.
 */
static void assert_sign_test(size_t wins, size_t losses)
{
    size_t n = wins + losses;
    double coefficient = 1; /* n over i; scaled by 2^-n at the end */
    double tail = 0;
    for (size_t i = 0; i <= losses; i++) {
        tail += coefficient;
        coefficient *= (double)(n - i) / (double)(i + 1);
    }
    double p = fmin(1, 2 * tail * exp2(-(double)n));
    assert_close(compare_signs(wins, losses).p, p, 4 * sqrt(p * (1 - p) / 100000) + 1e-5);
}

static void many_questions_are_sampled(void **state)
{
    (void)state;
    assert_sign_test(17, 7);
    assert_sign_test(14, 7); /* 21 questions: the last group of signs is incomplete */
    assert_sign_test(60, 40);
    assert_sign_test(90, 90);
}

/* The smallest sampled p is (0 + 1) / (permutations + 1). */
static void a_sampled_p_is_never_0(void **state)
{
    (void)state;
    assert_close(compare_signs(150, 0).p, 1.0 / 100001, 0);
}

static void the_number_of_permutations_may_be_odd(void **state)
{
    (void)state;
    struct comparison comparison;
    double zeros[30] = {0};
    double ones[30];
    for (size_t i = 0; i < 30; i++)
        ones[i] = 1;
    struct comparison_plan small = plan_of(3, 1);
    assert_true(comparison_make(&comparison, zeros, ones, NULL, 30, 1, &small));
    assert_close(comparison.p, 1.0 / 4, 0);
}

/* Fills two runs with arbitrary values. */
static void fill(double *a, double *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        a[i] = fmod((double)(i + 1) * 0.618034, 1);
        b[i] = fmod((double)(i + 1) * 0.414214, 1);
    }
}

static void assert_symmetric(size_t n)
{
    double a[100];
    double b[100];
    struct comparison forth;
    struct comparison back;
    fill(a, b, n);
    compare(&forth, a, b, n);
    compare(&back, b, a, n);
    assert_close(forth.p, back.p, 0);
    assert_close(forth.difference.mean, -back.difference.mean, 0);
    assert_close(forth.difference.low, -back.difference.high, 0);
    assert_close(forth.difference.high, -back.difference.low, 0);
    assert_int_equal(forth.wins, back.losses);
}

static void turned_round_it_has_the_same_p(void **state)
{
    (void)state;
    assert_symmetric(12);
    assert_symmetric(100);
}

static void a_run_compared_with_itself(void **state)
{
    (void)state;
    double a[100];
    double b[100];
    struct comparison comparison;
    fill(a, b, 100);
    compare(&comparison, a, a, 100);
    assert_close(comparison.difference.mean, 0, 0);
    assert_close(comparison.p, 1, 0);
    assert_close(comparison.difference.low, 0, 0);
    assert_close(comparison.difference.high, 0, 0);
    assert_int_equal(comparison.ties, 100);
}

static void no_question_at_all(void **state)
{
    (void)state;
    struct comparison comparison = compare_differences(NULL, 0);
    assert_close(comparison.p, 1, 0);
    assert_close(comparison.difference.mean, 0, 0);
}

static void the_same_seed_gives_the_same(void **state)
{
    (void)state;
    double a[100];
    double b[100];
    struct comparison first;
    struct comparison second;
    struct comparison other;
    struct comparison_plan seeded = plan_of(1000, 2);
    fill(a, b, 100);
    assert_true(comparison_make(&first, a, b, NULL, 100, 1, &seeded));
    assert_true(comparison_make(&second, a, b, NULL, 100, 1, &seeded));
    seeded.significance.seed = 3;
    assert_true(comparison_make(&other, a, b, NULL, 100, 1, &seeded));
    assert_memory_equal(&first, &second, sizeof first);
    assert_true(first.difference.low != other.difference.low);
}

/* Comparing by two measures at once gives each measure the same result as comparing by it alone. */
static void measures_are_compared_side_by_side(void **state)
{
    (void)state;
    const struct comparison_plan plan = plan_of(100000, 1);
    double a[200];
    double b[200];
    double alone_a[100];
    double alone_b[100];
    struct comparison both[2];
    struct comparison alone;
    fill(a, b, 200);
    for (size_t i = 0; i < 100; i++) {
        alone_a[i] = a[2 * i + 1];
        alone_b[i] = b[2 * i + 1];
    }
    assert_true(comparison_make(both, a, b, NULL, 100, 2, &plan));
    compare(&alone, alone_a, alone_b, 100);
    assert_memory_equal(&both[1], &alone, sizeof alone);
}

static bool always(void)
{
    return true;
}

static void an_interrupted_comparison_stops(void **state)
{
    (void)state;
    struct comparison_plan plan = plan_of(100000, 1);
    struct comparison comparison;
    double a[100];
    double b[100];
    plan.workforce.interrupted = always;
    fill(a, b, 100);
    assert_false(comparison_make(&comparison, a, b, NULL, 100, 1, &plan));
}

static void p_is_corrected_for_the_family(void **state)
{
    (void)state;
    struct comparison family[] = {{.p = 0.01}, {.p = 0.04}};
    comparison_correct(family, 2, significance_correct_holm);
    assert_close(family[0].p_corrected, 0.02, 1e-15);
    assert_close(family[1].p_corrected, 0.04, 1e-15);
    assert_close(family[0].p, 0.01, 0);
}

/* By hand: the differences 1, 2 and 3 have the mean 2 and the deviation 1. */
static void the_effect_is_the_mean_over_the_deviation(void **state)
{
    (void)state;
    assert_close(compare_differences((double[]){1, 2, 3}, 3).difference.effect, 2, 1e-15);
}

static double best_rank(const struct hit *hits, size_t n_hits, const double *grades, size_t n_grades)
{
    const struct measure measure = measure_of(&best_document_rank);
    const struct ranking ranking = {.n_retrieved = 100,
                                    .hits = (struct hit *)hits,
                                    .n_hits = n_hits,
                                    .grades = (double *)grades,
                                    .n_grades = n_grades};
    return measure_value(&measure, &ranking);
}

static void the_best_document_is_the_first_of_the_highest_grade(void **state)
{
    (void)state;
    static const struct hit hits[] = {{1, 1, 0}, {4, 3, 1}, {9, 3, 2}};
    assert_close(best_rank(hits, 3, (double[]){3, 3, 1}, 3), 4, 0);
}

static void a_best_document_that_was_not_retrieved_has_no_rank(void **state)
{
    (void)state;
    static const struct hit hits[] = {{1, 1, 0}};
    assert_close(best_rank(hits, 1, (double[]){3, 1}, 2), 0, 0);
}

static void without_relevant_documents_there_is_no_best_rank(void **state)
{
    (void)state;
    static const struct hit hits[] = {{1, 0, 0}};
    assert_close(best_rank(hits, 1, (double[]){0}, 1), 0, 0);
    assert_close(best_rank(NULL, 0, NULL, 0), 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_and_outcomes_are_counted),
        cmocka_unit_test(three_questions_by_hand),
        cmocka_unit_test(three_questions_with_a_loss_by_hand),
        cmocka_unit_test(questions_without_a_difference_change_no_p),
        cmocka_unit_test(fishers_test_of_darwins_maize),
        cmocka_unit_test(rounding_decides_nothing),
        cmocka_unit_test(values_that_differ_by_rounding_are_tied),
        cmocka_unit_test(twenty_questions_are_exact),
        cmocka_unit_test(many_questions_are_sampled),
        cmocka_unit_test(a_sampled_p_is_never_0),
        cmocka_unit_test(the_number_of_permutations_may_be_odd),
        cmocka_unit_test(turned_round_it_has_the_same_p),
        cmocka_unit_test(a_run_compared_with_itself),
        cmocka_unit_test(no_question_at_all),
        cmocka_unit_test(the_same_seed_gives_the_same),
        cmocka_unit_test(measures_are_compared_side_by_side),
        cmocka_unit_test(an_interrupted_comparison_stops),
        cmocka_unit_test(p_is_corrected_for_the_family),
        cmocka_unit_test(the_effect_is_the_mean_over_the_deviation),
        cmocka_unit_test(the_best_document_is_the_first_of_the_highest_grade),
        cmocka_unit_test(a_best_document_that_was_not_retrieved_has_no_rank),
        cmocka_unit_test(without_relevant_documents_there_is_no_best_rank),
    };
    return cmocka_run_group_tests_name("comparison", tests, NULL, NULL);
}
