/*
 * Estimates: against SciPy 1.10 (scipy.stats: t.interval, sem, binomtest().proportion_ci('wilson')), against
 * distributions that are known in closed form, and in worlds whose true mean is known.
 */
#include "tests/support/support.h"

#include "core/base/look.h"
#include "core/base/random.h"
#include "core/metric/estimate.h"

#include <math.h>

enum { N_MOST = 150 };

static bool never(void)
{
    return false;
}

static struct estimate_plan plan_of(enum interval interval)
{
    return (struct estimate_plan){
        .interval = interval,
        .confidence = 0.95,
        .resamples = 10000,
        .seed = 1,
        .workforce = {.n_threads = 1, .interrupted = never},
    };
}

static struct estimate estimate_mean(const double *values, size_t n, enum interval interval)
{
    const struct estimate_plan plan = plan_of(interval);
    struct estimate estimate;
    assert_true(estimate_means(&estimate, values, n, 1, &plan));
    return estimate;
}

static struct estimate estimate_difference(const double *values, size_t n)
{
    const struct estimate_plan plan = plan_of(INTERVAL_BOOTSTRAP);
    struct estimate estimate;
    assert_true(estimate_differences(&estimate, values, n, 1, &plan));
    return estimate;
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
    struct estimate estimate = estimate_mean(five, 5, INTERVAL_STUDENT);
    assert_int_equal(estimate.n, 5);
    assert_close(estimate.mean, 0.42, 1e-12);
    assert_close(estimate.deviation, 0.31144823004794875, 1e-12);
    assert_close(estimate.standard_error, 0.1392838827718412, 1e-12);
    assert_close(estimate.effect, 1.3485387280426648, 1e-12);
}

static void students_interval(void **state)
{
    (void)state;
    assert_interval(estimate_mean(five, 5, INTERVAL_STUDENT), 0.033285945445177545, 0.8067140545548226);
}

static struct estimate estimate_by_sums(const double *values, size_t n)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        sum += values[i];
        squares += values[i] * values[i];
    }
    return estimate_mean_by_sums(n, sum, squares);
}

/* Of numbers as of counts. */
static void sums_say_what_the_values_do(void **state)
{
    (void)state;
    static const double counts[] = {1, 0, 1, 1};
    const struct estimate students = estimate_mean_at_once(five, 5),
                          wilsons = estimate_mean_at_once(counts, 4);
    assert_interval(estimate_by_sums(five, 5), students.low, students.high);
    assert_interval(estimate_by_sums(counts, 4), wilsons.low, wilsons.high);
    assert_true(isnan(estimate_by_sums(five, 1).low));
}

static void few_questions_have_students_interval(void **state)
{
    (void)state;
    assert_interval(estimate_difference((double[]){0, 0, 0, 0, 2}, 5), -0.7105780420791196,
                    1.5105780420791194);
}

static void counts_have_wilsons_interval(void **state)
{
    (void)state;
    double counts[20] = {0};
    assert_interval(estimate_mean(counts, 20, INTERVAL_BOOTSTRAP), 0, 0.16112515805281935);
    for (size_t i = 0; i < 7; i++)
        counts[i] = 1;
    assert_interval(estimate_mean(counts, 20, INTERVAL_BOOTSTRAP), 0.1811918241010821, 0.5671457233147637);
    for (size_t i = 0; i < 20; i++)
        counts[i] = 1;
    assert_interval(estimate_mean(counts, 20, INTERVAL_BOOTSTRAP), 0.8388748419471808, 1);
}

/* Gains, then losses, of n; the limits: the score test by the likeliest shares, which a search on a grid finds (Python). */
static void steps_have_tangos_interval(void **state)
{
    (void)state;
    static const struct {
        size_t gains, losses, n;
        double low, high;
    } worlds[] = {
        {0, 1, 48, -0.10899217995252002, 0.054810548267763715},
        {3, 7, 50, -0.21590534826261323, 0.050153395059885385},
        {9, 3, 20, -0.04156502930875053, 0.5726554000110095},
        {0, 4, 10, -0.6873262302663428, -0.011454084055088578},
    };
    for (size_t w = 0; w < sizeof worlds / sizeof *worlds; w++) {
        double steps[50] = {0};
        for (size_t i = 0; i < worlds[w].gains + worlds[w].losses; i++)
            steps[i] = i < worlds[w].gains ? 1 : -1;
        struct estimate estimate = estimate_difference(steps, worlds[w].n);
        assert_close(estimate.low, worlds[w].low, 1e-7);
        assert_close(estimate.high, worlds[w].high, 1e-7);
    }
}

/* All differ by a tenth: whatever they weigh, the mean does, without doubt. The heavy one is a loss of 1, the others none. */
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
        /* -.5 + share · (value + .5) */
        assert_close(values[i * 2 + 1], i == 2 ? -1.5 : -0.5 + shares[i] * 0.5, 1e-15);
    }
}

static void one_question_has_no_interval(void **state)
{
    (void)state;
    struct estimate estimate = estimate_mean((double[]){0.25}, 1, INTERVAL_BOOTSTRAP);
    assert_close(estimate.mean, 0.25, 0);
    assert_true(isnan(estimate.low) && isnan(estimate.high) && isnan(estimate.standard_error));
}

/* 0 may be the success of one question, or the nDCG@10 of one. */
static void one_question_of_0_or_1_has_no_interval_either(void **state)
{
    (void)state;
    assert_true(isnan(estimate_mean((double[]){1}, 1, INTERVAL_BOOTSTRAP).low));
    assert_true(isnan(estimate_mean((double[]){0}, 1, INTERVAL_STUDENT).high));
    assert_true(isnan(estimate_by_sums((double[]){1}, 1).low));
}

static void no_question_has_a_mean_of_0_and_no_interval(void **state)
{
    (void)state;
    struct estimate estimate = estimate_mean(NULL, 0, INTERVAL_BOOTSTRAP);
    assert_close(estimate.mean, 0, 0);
    assert_true(isnan(estimate.low) && isnan(estimate.high));
}

/* The mean of three values of 0.1 differs from 0.1 by rounding; they have no deviation even so. */
static void equal_values_have_no_deviation(void **state)
{
    (void)state;
    struct estimate estimate = estimate_mean((double[]){0.1, 0.1, 0.1}, 3, INTERVAL_BOOTSTRAP);
    assert_close(estimate.deviation, 0, 0);
    assert_close(estimate.low, 0.1, 1e-15);
    assert_true(isinf(estimate.effect));
}

static void zeros_have_no_effect(void **state)
{
    (void)state;
    assert_close(estimate_difference((double[]){0, 0, 0}, 3).effect, 0, 0);
}

static void an_interval_stays_where_values_can_be(void **state)
{
    (void)state;
    struct estimate estimate = estimate_difference((double[]){0, 0, 0, 0, 2}, 5);
    estimate_clip(&estimate, 0, 0.75);
    assert_interval(estimate, 0, 0.75);
    estimate = estimate_difference((double[]){1}, 1);
    estimate_clip(&estimate, 0, 1);
    assert_true(isnan(estimate.low) && isnan(estimate.high));
}

/* --- The bootstrap -------------------------------------------------------- */

/*
 * Half of the differences are 2, half 0: the mean of a resample is binomial. Of 100 its quantiles at 2.3 % are 40
 * and 60 twos, of 10 at 0.86 % 1 and 9; so far out are the ends of Student's interval of as many (SciPy: binom.ppf at
 * norm.sf(sqrt(n / (n - 1)) * t.isf(.025, n - 1))).
 */
static void the_bootstrap_is_that_of_the_binomial(void **state)
{
    (void)state;
    double differences[100];
    for (size_t i = 0; i < 100; i++)
        differences[i] = i % 2 == 0 ? 2 : 0;
    assert_interval(estimate_difference(differences, 100), 0.80, 1.20);
    assert_interval(estimate_difference(differences, 10), 0.2, 1.8);
}

/* Values that are nothing special. */
static void fill(double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        values[i] = fmod((double)(i + 1) * 0.618034, 1);
}

static void columns_are_estimated_side_by_side(void **state)
{
    (void)state;
    enum { N = 11, COLUMNS = 9 };
    const struct estimate_plan plan = plan_of(INTERVAL_BOOTSTRAP);
    struct estimate all[COLUMNS];
    struct estimate alone;
    double values[N * COLUMNS];
    double column[N];
    fill(values, N * COLUMNS);
    assert_true(estimate_means(all, values, N, COLUMNS, &plan));
    for (size_t c = 0; c < COLUMNS; c++) {
        for (size_t i = 0; i < N; i++)
            column[i] = values[i * COLUMNS + c];
        assert_true(estimate_means(&alone, column, N, 1, &plan));
        assert_memory_equal(&all[c], &alone, sizeof alone);
    }
}

static void it_is_the_same_however_many_threads(void **state)
{
    (void)state;
    struct estimate_plan plan = plan_of(INTERVAL_BOOTSTRAP);
    struct estimate one;
    struct estimate several;
    double values[N_MOST];
    fill(values, N_MOST);
    assert_true(estimate_means(&one, values, N_MOST, 1, &plan));
    for (plan.workforce.n_threads = 2; plan.workforce.n_threads <= 4; plan.workforce.n_threads++) {
        assert_true(estimate_means(&several, values, N_MOST, 1, &plan));
        assert_memory_equal(&one, &several, sizeof one);
    }
}

static void it_is_the_same_on_every_processor(void **state)
{
    (void)state;
    enum { N = 300, COLUMNS = 9 };
    const struct estimate_plan plan = plan_of(INTERVAL_BOOTSTRAP);
    const enum looks_kind best = looks_best();
    struct estimate plain[COLUMNS];
    struct estimate wide[COLUMNS];
    double values[N * COLUMNS];
    fill(values, N * COLUMNS);
    looks_limit(LOOKS_PLAIN);
    assert_true(estimate_means(plain, values, N, COLUMNS, &plan));
    for (enum looks_kind most = LOOKS_PLAIN + 1; most <= best; most++) {
        looks_limit(most);
        assert_true(estimate_means(wide, values, N, COLUMNS, &plan));
        assert_memory_equal(plain, wide, sizeof plain);
    }
}

static void another_seed_gives_another_interval(void **state)
{
    (void)state;
    struct estimate_plan plan = plan_of(INTERVAL_BOOTSTRAP);
    struct estimate first;
    struct estimate other;
    double values[50];
    fill(values, 50);
    assert_true(estimate_means(&first, values, 50, 1, &plan));
    plan.seed = 2;
    assert_true(estimate_means(&other, values, 50, 1, &plan));
    assert_true(first.low != other.low);
    assert_close(first.mean, other.mean, 0);
}

static bool always(void)
{
    return true;
}

static void it_stops_when_it_is_told_to(void **state)
{
    (void)state;
    struct estimate_plan plan = plan_of(INTERVAL_BOOTSTRAP);
    struct estimate estimate;
    double values[50];
    plan.workforce.interrupted = always;
    fill(values, 50);
    assert_false(estimate_means(&estimate, values, 50, 1, &plan));
}

/* --- Worlds whose truth is known ------------------------------------------ */

/* nDCG as it often is: some zeros, else anything from 0 to 1. */
static double draw_gain(struct random_source *random)
{
    return random_uniform(random) < 0.2 ? 0 : random_uniform(random);
}

/* The reciprocal of a rank that is geometric: each document is the one with a chance of a third. */
static double draw_reciprocal_rank(struct random_source *random)
{
    double rank = 1;
    while (random_uniform(random) >= 1.0 / 3)
        rank++;
    return 1 / rank;
}

/* Its expectation: the sum of p q^(r-1) / r = -p / q · log(p). */
static const double mean_reciprocal_rank = 0.5493061443340549;

static double draw_difference(struct random_source *random)
{
    double same = random_uniform(random);
    return same < 0.4 ? 0 : random_uniform(random) - 0.4;
}

static double draw_success(struct random_source *random)
{
    return random_uniform(random) < 0.7 ? 1 : 0;
}

/* In how many of 1,000 worlds the interval holds the true mean. */
static int count_held(double (*draw)(struct random_source *), size_t n, double truth,
                      const struct estimate_plan *plan)
{
    int held = 0;
    for (uint64_t world = 0; world < 1000; world++) {
        struct random_source random = random_from(7, world);
        struct estimate estimate;
        double values[N_MOST];
        for (size_t i = 0; i < n; i++)
            values[i] = draw(&random);
        assert_true(estimate_means(&estimate, values, n, 1, plan));
        held += estimate.low <= truth && truth <= estimate.high;
    }
    return held;
}

static void assert_coverage(double (*draw)(struct random_source *), size_t n, double truth)
{
    struct estimate_plan plan = plan_of(INTERVAL_BOOTSTRAP);
    plan.resamples = 1000;
    assert_in_range(count_held(draw, n, truth, &plan), 930, 970);
    plan.interval = INTERVAL_STUDENT;
    assert_in_range(count_held(draw, n, truth, &plan), 930, 970);
}

static void intervals_of_gains_hold(void **state)
{
    (void)state;
    assert_coverage(draw_gain, 5, 0.4);
    assert_coverage(draw_gain, 12, 0.4);
    assert_coverage(draw_gain, 53, 0.4);
    assert_coverage(draw_gain, 150, 0.4);
}

static void intervals_of_reciprocal_ranks_hold(void **state)
{
    (void)state;
    assert_coverage(draw_reciprocal_rank, 20, mean_reciprocal_rank);
    assert_coverage(draw_reciprocal_rank, 53, mean_reciprocal_rank);
}

static void intervals_of_differences_hold(void **state)
{
    (void)state;
    assert_coverage(draw_difference, 12, 0.06);
    assert_coverage(draw_difference, 53, 0.06);
}

static void intervals_of_successes_hold(void **state)
{
    (void)state;
    assert_coverage(draw_success, 53, 0.7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_moments_of_five_questions),
        cmocka_unit_test(students_interval),
        cmocka_unit_test(sums_say_what_the_values_do),
        cmocka_unit_test(few_questions_have_students_interval),
        cmocka_unit_test(counts_have_wilsons_interval),
        cmocka_unit_test(steps_have_tangos_interval),
        cmocka_unit_test(weighted_values_are_as_uncertain_as_their_mean),
        cmocka_unit_test(one_question_has_no_interval),
        cmocka_unit_test(one_question_of_0_or_1_has_no_interval_either),
        cmocka_unit_test(no_question_has_a_mean_of_0_and_no_interval),
        cmocka_unit_test(equal_values_have_no_deviation),
        cmocka_unit_test(zeros_have_no_effect),
        cmocka_unit_test(an_interval_stays_where_values_can_be),
        cmocka_unit_test(the_bootstrap_is_that_of_the_binomial),
        cmocka_unit_test(columns_are_estimated_side_by_side),
        cmocka_unit_test(it_is_the_same_however_many_threads),
        cmocka_unit_test(it_is_the_same_on_every_processor),
        cmocka_unit_test(another_seed_gives_another_interval),
        cmocka_unit_test(it_stops_when_it_is_told_to),
        cmocka_unit_test(intervals_of_gains_hold),
        cmocka_unit_test(intervals_of_reciprocal_ranks_hold),
        cmocka_unit_test(intervals_of_differences_hold),
        cmocka_unit_test(intervals_of_successes_hold),
    };
    return cmocka_run_group_tests_name("estimate", tests, NULL, NULL);
}
