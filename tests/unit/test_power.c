/*
 * How many questions a difference needs, and the verdict of the gate: against G*Power's figures, and by simulated
 * worlds whose true difference is known.
 */
#include "tests/support/support.h"

#include "core/base/memory.h"
#include "core/base/random.h"
#include "core/metric/statistics/gate.h"
#include "core/metric/statistics/power.h"
#include "core/metric/statistics/significance.h"

#include <math.h>
#include <stdlib.h>

enum { WORLDS = 2000 };

/* --- Worlds --------------------------------------------------------------- */

static double uniform(struct random_source *random)
{
    return ((double)(random_next(random) >> 11) + 0.5) / 9007199254740992.0;
}

/* Draws with mean 0 and deviation 1. */
static double draw_normal(struct random_source *random)
{
    return sqrt(-2 * log(uniform(random))) * cos(6.283185307179586 * uniform(random));
}

/* Draws with mean 0 and deviation 1 too, but as in retrieval: no difference on three questions of five, large ones on
 * the others, and more losses than gains. */
static double draw_sparse(struct random_source *random)
{
    double place = uniform(random);
    double value = place < 0.6 ? 0 : place < 0.85 ? -0.4 : 0.6;
    return (value + 0.01) / sqrt(0.25 * 0.16 + 0.15 * 0.36 - 0.0001);
}

struct trials {
    double (*draw)(struct random_source *random);
    double mean, deviation;
    size_t n;
};

/* --- Power ---------------------------------------------------------------- */

/* Returns how often Student's test finds the difference. */
static double share_seen(const struct trials *trials)
{
    static const struct significance_plan student = {.test = TEST_T, .permutations = 1};
    struct random_source random = random_from(1, trials->n);
    double *values = memory_get_zeroed(trials->n, sizeof *values);
    size_t count = 0;
    for (size_t world = 0; world < WORLDS; world++) {
        for (size_t i = 0; i < trials->n; i++)
            values[i] = trials->mean + trials->deviation * trials->draw(&random);
        count += significance_p(values, trials->n, &student) <= 0.05;
    }
    free(values);
    return (double)count / WORLDS;
}

/* G*Power 3.1, "difference between two dependent means", two tails, 0.05. Its noncentral t sometimes needs one question
 * less. */
static void the_number_of_questions_needed_matches_g_power(void **state)
{
    (void)state;
    assert_int_equal(power_questions_needed(1, 0.8, 0.8), 15);
    assert_int_equal(power_questions_needed(1, 0.5, 0.8), 34);
    assert_int_equal(power_questions_needed(1, 0.2, 0.8), 199);
    assert_in_range(power_questions_needed(1, 0.5, 0.95), 54, 55);
}

/* Expected values: mpmath 1.3, with quantiles of t by bisection of its regularised incomplete beta function. */
static void the_smallest_differences_match_students_quantiles(void **state)
{
    (void)state;
    assert_close(power_smallest_difference(0.199, 53, 0.8), 0.07804714362764856, 1e-12);
    assert_close(power_smallest_difference(0.285, 4627, 0.8), 0.01174060560170004, 1e-12);
    assert_close(power_smallest_difference(0.1, 2, 0.8), 0.9957892521561491, 1e-12);
    assert_close(power_smallest_difference(0.2, 10, 0.8), 0.1989427470019347, 1e-12);
}

static void the_sign_of_a_difference_does_not_matter(void **state)
{
    (void)state;
    assert_int_equal(power_questions_needed(0.2, -0.05, 0.8), power_questions_needed(0.2, 0.05, 0.8));
}

static void the_questions_needed_are_the_least(void **state)
{
    (void)state;
    for (size_t n = 3; n < 200; n += 7) {
        double d = power_smallest_difference(0.2, n, 0.8);
        assert_int_equal(power_questions_needed(0.2, d, 0.8), n);
    }
}

static void no_number_of_questions_can_show_a_difference_of_0(void **state)
{
    (void)state;
    assert_int_equal(power_questions_needed(0.2, 0, 0.8), POWER_QUESTIONS_MAX);
}

static void two_questions_are_enough_without_variance(void **state)
{
    (void)state;
    assert_int_equal(power_questions_needed(0, 0.01, 0.8), 2);
    assert_close(power_smallest_difference(0, 10, 0.8), 0, 0);
}

static void one_question_gives_no_smallest_difference(void **state)
{
    (void)state;
    assert_true(isnan(power_smallest_difference(0.2, 1, 0.8)));
}

/* When 80 % is asked for, 77 to 83 % of the worlds must show the difference. */
static void the_power_is_the_requested_one(void **state)
{
    (void)state;
    static const size_t sizes[] = {10, 20, 53, 200};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct trials trials = {.draw = draw_normal,
                                      .mean = power_smallest_difference(0.2, sizes[i], POWER_USUAL),
                                      .deviation = 0.2,
                                      .n = sizes[i]};
        assert_in_range(lround(1000 * share_seen(&trials)), 770, 830);
    }
}

static void the_power_holds_where_most_questions_are_tied(void **state)
{
    (void)state;
    static const double differences[] = {0.06, 0.05, 0.03};
    for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) {
        const struct trials trials = {.draw = draw_sparse,
                                      .mean = differences[i],
                                      .deviation = 0.3,
                                      .n = power_questions_needed(0.3, differences[i], POWER_USUAL)};
        assert_in_range(lround(1000 * share_seen(&trials)), 770, 830);
    }
}

/* --- The gate ------------------------------------------------------------- */

static const double margin = 0.02;

static const struct {
    const char *what;
    struct estimate difference;
    enum gate_verdict verdict;
} decisions[] = {
    {"better", {.n = 50, .low = 0.01, .high = 0.05}, GATE_NOT_WORSE},
    {"the same or worse by less than the margin", {.n = 50, .low = -0.019, .high = 0.019}, GATE_NOT_WORSE},
    {"worse, by less than the margin", {.n = 50, .low = -0.019, .high = -0.001}, GATE_NOT_WORSE},
    {"the very same, and no margin is enough", {.n = 50, .low = -0.02, .high = -0.02}, GATE_NOT_WORSE},
    {"perhaps worse by the margin", {.n = 50, .low = -0.021, .high = 0.04}, GATE_UNDECIDED},
    {"worse", {.n = 50, .low = -0.05, .high = -0.001}, GATE_WORSE},
    {"worse by more than the margin", {.n = 50, .low = -0.09, .high = -0.05}, GATE_WORSE},
    {"too few questions", {.n = 9, .low = 0.5, .high = 0.6}, GATE_UNDECIDED},
    {"no interval", {.n = 50, .low = NAN, .high = NAN}, GATE_UNDECIDED},
};

static void each_interval_has_its_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++) {
        if (gate_decide(&decisions[i].difference, margin) != decisions[i].verdict)
            fail_msg("%s", decisions[i].what);
    }
}

/* --- Worlds of bounded differences ----------------------------------------- */

/* No difference on most questions, otherwise a loss of 0.6 (a share of `lost`) or a gain of 0.5. */
static double draw_bounded(struct random_source *random, double lost)
{
    const double place = uniform(random);
    return place < lost ? -0.6 : place > 0.9 ? 0.5 : 0;
}

/* Returns how often n questions give this verdict, if the share `lost` of all questions is lost. */
static double share_of_verdicts(size_t n, double lost, enum gate_verdict verdict)
{
    enum { GATED = 400 };
    struct random_source random = random_from(2, n);
    const struct estimate_kind kind = {
        .are_differences = true, .is_bounded = true, .heaviest = 1, .confidence = 0.95, .times = 1};
    double *values = memory_get_zeroed(n, sizeof *values);
    size_t count = 0;
    for (size_t world = 0; world < GATED; world++) {
        for (size_t i = 0; i < n; i++)
            values[i] = draw_bounded(&random, lost);
        const struct estimate difference = estimate_make(values, n, 1, &kind);
        count += gate_decide(&difference, margin) == verdict;
    }
    free(values);
    return (double)count / GATED;
}

static size_t needed_by(double lost)
{
    enum { N = 200 };
    double values[N];
    for (size_t i = 0; i < N; i++)
        values[i] = (double)i < lost * N ? -0.6 : i >= N * 9 / 10 ? 0.5 : 0;
    return gate_questions_needed(
        &(struct gate_sample){
            .differences = values,
            .n = N,
            .stride = 1,
            .kind =
                {.are_differences = true, .is_bounded = true, .heaviest = 1, .confidence = 0.95, .times = 1},
        },
        margin);
}

/* With as many questions as assay says are needed, about four worlds of five must give a verdict. */
static void the_questions_needed_decide(void **state)
{
    (void)state;
    const double even = 0.05 / 0.6, poor = 0.2;
    assert_in_range(lround(1000 * share_of_verdicts(needed_by(even), even, GATE_NOT_WORSE)), 720, 880);
    assert_in_range(lround(1000 * share_of_verdicts(needed_by(poor), poor, GATE_WORSE)), 720, 880);
}

/* Suppose that one question of 53 is lost completely. Small samples rarely contain it, so a sample without a loss does
 * not show that nothing is lost. */
static void few_questions_without_a_loss_do_not_pass_the_gate(void **state)
{
    (void)state;
    static const double none[50] = {0};
    const struct estimate_kind kind = {
        .are_differences = true, .is_bounded = true, .heaviest = 1, .confidence = 0.95, .times = 1};
    const struct estimate fifty = estimate_make(none, 50, 1, &kind);
    assert_int_equal(gate_decide(&fifty, 1.0 / 53), GATE_UNDECIDED);
    assert_int_equal(gate_decide(&fifty, 0.072), GATE_NOT_WORSE); /* 1 - 0.025^(1/50) is 0.0711 */
}

static void at_least_the_ten_questions_of_a_verdict_are_needed(void **state)
{
    (void)state;
    static const double gains[] = {0.9, 0.8, 0.9};
    const struct gate_sample sample = {
        .differences = gains,
        .n = 3,
        .stride = 1,
        .kind = {.are_differences = true, .is_bounded = true, .heaviest = 1, .confidence = 0.95, .times = 1},
    };
    assert_int_equal(gate_questions_needed(&sample, margin), 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_number_of_questions_needed_matches_g_power),
        cmocka_unit_test(the_smallest_differences_match_students_quantiles),
        cmocka_unit_test(the_sign_of_a_difference_does_not_matter),
        cmocka_unit_test(the_questions_needed_are_the_least),
        cmocka_unit_test(no_number_of_questions_can_show_a_difference_of_0),
        cmocka_unit_test(two_questions_are_enough_without_variance),
        cmocka_unit_test(one_question_gives_no_smallest_difference),
        cmocka_unit_test(the_power_is_the_requested_one),
        cmocka_unit_test(the_power_holds_where_most_questions_are_tied),
        cmocka_unit_test(each_interval_has_its_end),
        cmocka_unit_test(the_questions_needed_decide),
        cmocka_unit_test(few_questions_without_a_loss_do_not_pass_the_gate),
        cmocka_unit_test(at_least_the_ten_questions_of_a_verdict_are_needed),
    };
    return cmocka_run_group_tests_name("power", tests, NULL, NULL);
}
