/*
 * Experts correct a model's judgments: by hand, against values that an independent program computed from the
 * definitions, and in worlds with a known mean and good, useless or hostile models.
 */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/metric/statistics/prediction_powered.h"

#include <math.h>

enum { WORLDS = 2000, LABELLED = 50, FURTHER = 450, ALL = LABELLED + FURTHER };

static double uniform(struct random_source *random)
{
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

static double bounded(double value)
{
    return fmin(1, fmax(0, value));
}

/* Like nDCG: a sixth of the questions have 0, and the others are uniform in [0.2, 1]. The mean is 0.5. */
static const double true_mean = 0.5;
static double draw_value(struct random_source *random)
{
    return uniform(random) < 1.0 / 6 ? 0 : 0.2 + 0.8 * uniform(random);
}

/* The prediction of a model for a question with this true value. */
typedef double model_of(double value, struct random_source *random);

static double good(double value, struct random_source *random)
{
    return bounded(value + 0.3 * (uniform(random) - 0.5));
}

static double generous(double value, struct random_source *random)
{
    return bounded(0.5 + value / 2 + 0.2 * (uniform(random) - 0.5));
}

static double useless(double value, struct random_source *random)
{
    (void)value;
    return uniform(random);
}

static double hostile(double value, struct random_source *random)
{
    return bounded(1 - value + 0.3 * (uniform(random) - 0.5));
}

static double asleep(double value, struct random_source *random)
{
    (void)value;
    (void)random;
    return 1;
}

/* How often the interval contains the true mean, and how wide it is compared with the interval by experts alone. */
struct outcome_of_worlds {
    double held;   /* per cent */
    double widths; /* corrected ÷ experts alone */
    double widest; /* in any world */
};

/* `judged`: how many of the labelled questions the model has judged too. */
static struct outcome_of_worlds try_judged(model_of *model, size_t judged, double truth, bool are_differences)
{
    struct outcome_of_worlds outcome = {0};
    double own = 0, corrected = 0;
    for (uint64_t world = 0; world < WORLDS; world++) {
        struct random_source random = random_from(world, 1);
        double values[ALL], predictions[ALL];
        for (size_t i = 0; i < ALL; i++) {
            double baseline = are_differences ? draw_value(&random) : 0;
            double value = draw_value(&random);
            values[i] = value - baseline;
            predictions[i] = model(value, &random) - (are_differences ? model(baseline, &random) : 0);
        }
        const struct prediction_sample sample = {.labelled = values,
                                                 .predicted = predictions,
                                                 .n_labelled = judged,
                                                 .further = predictions + LABELLED,
                                                 .n_further = FURTHER,
                                                 .alone = values + judged,
                                                 .n_alone = LABELLED - judged};
        struct prediction_powered made;
        prediction_powered_make(&made, &sample, 0.95);
        outcome.held += made.corrected.low <= truth && truth <= made.corrected.high;
        own += made.experts.high - made.experts.low;
        corrected += made.corrected.high - made.corrected.low;
        outcome.widest = fmax(outcome.widest, (made.corrected.high - made.corrected.low) /
                                                  (made.experts.high - made.experts.low));
    }
    outcome.held *= 100.0 / WORLDS;
    outcome.widths = corrected / own;
    print_message("held in %.1f of 100 worlds, %.3f as wide as experts alone, at most %.3f\n", outcome.held,
                  outcome.widths, outcome.widest);
    return outcome;
}

static struct outcome_of_worlds try_worlds(model_of *model, double truth, bool are_differences)
{
    return try_judged(model, LABELLED, truth, are_differences);
}

static void expect_honest(const struct outcome_of_worlds *outcome)
{
    assert_true(outcome->held >= 93 && outcome->held <= 97);
    assert_true(outcome->widest <= 1.05);
}

static void a_good_model_narrows_the_interval(void **state)
{
    (void)state;
    struct outcome_of_worlds outcome = try_worlds(good, true_mean, false);
    expect_honest(&outcome);
    assert_true(outcome.widths < 0.5);
}

static void a_generous_model_is_corrected(void **state)
{
    (void)state;
    struct outcome_of_worlds outcome = try_worlds(generous, true_mean, false);
    expect_honest(&outcome);
    assert_true(outcome.widths < 0.5);
}

static void a_useless_model_costs_nothing(void **state)
{
    (void)state;
    struct outcome_of_worlds outcome = try_worlds(useless, true_mean, false);
    expect_honest(&outcome);
    assert_true(outcome.widths < 1.01);
}

static void a_model_that_predicts_the_opposite_still_narrows_the_interval(void **state)
{
    (void)state;
    struct outcome_of_worlds outcome = try_worlds(hostile, true_mean, false);
    expect_honest(&outcome);
    assert_true(outcome.widths < 0.5);
}

static void a_model_with_constant_predictions_has_no_effect(void **state)
{
    (void)state;
    struct outcome_of_worlds outcome = try_worlds(asleep, true_mean, false);
    expect_honest(&outcome);
    assert_close(outcome.widths, 1, 0);
}

static void differences_of_two_runs_are_corrected_alike(void **state)
{
    (void)state;
    struct outcome_of_worlds outcome = try_worlds(good, 0, true);
    expect_honest(&outcome);
    assert_true(outcome.widths < 0.6);
}

static void a_model_that_stopped_early_helps_where_it_judged(void **state)
{
    (void)state;
    static model_of *const models[] = {good, generous, useless, hostile, asleep};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct outcome_of_worlds half = try_judged(models[i], LABELLED / 2, true_mean, false);
        struct outcome_of_worlds most = try_judged(models[i], LABELLED - 3, true_mean, false);
        expect_honest(&half);
        expect_honest(&most);
    }
    assert_true(try_judged(good, LABELLED / 2, true_mean, false).widths < 0.85);
}

/* --- By hand --------------------------------------------------------------------------------- */

/* Twenty questions, 0 and 1 in turn, and a model that is always right: further questions are as good as
 * labelled ones. */
static void a_perfect_model_by_hand(void **state)
{
    (void)state;
    double values[20], further[60];
    for (size_t i = 0; i < 20; i++)
        values[i] = (double)(i % 2);
    for (size_t i = 0; i < 60; i++)
        further[i] = i < 45 ? 1 : 0;
    const struct prediction_sample sample = {values, values, 20, further, 60, NULL, 0, false, false};
    struct prediction_powered made;
    prediction_powered_make(&made, &sample, 0.95);
    /* variances: 5/19/20 for labelled, 11.25/59/60 for further questions; the weight is the first one's share of their
     * sum */
    const double here = 5.0 / 19 / 20, there = 11.25 / 59 / 60;
    const double weight = here / (here + there);
    assert_close(made.weight, weight, 1e-12);
    assert_close(made.corrected.value, 0.5 + weight * 0.25, 1e-12);
    assert_close(made.model, 55.0 / 80, 1e-12);
    assert_close(made.experts.value, 0.5, 1e-12);
    /* Student's quantiles for 18 and 19 degrees of freedom, from a printed table */
    assert_close(made.experts.high - 0.5, 2.0930 * sqrt(here), 1e-4);
    const double variance = (1 - weight) * (1 - weight) * 5.0 / 18 / 20 + weight * weight * there;
    assert_close(made.corrected.high - made.corrected.value, 2.1009 * sqrt(variance), 1e-4);
}

/* --- Computed independently ------------------------------------------------------------------ */

static const double labelled[] = {0.1, 0.9, 0.35, 0.6,  0.2,  0.75, 0.5, 0.05, 1, 0.4,  0.65,
                                  0.3, 0.8, 0.15, 0.55, 0.95, 0.25, 0.7, 0.45, 0, 0.85, 0.12};
static const double predicted[] = {0.3, 0.7, 0.5, 0.8, 0.1, 0.9, 0.4, 0.2, 0.9, 0.6, 0.5,
                                   0.5, 0.7, 0.3, 0.7, 0.8, 0.2, 0.9, 0.6, 0.1, 1,   0.3};
static const double elsewhere[] = {0.2, 0.9, 0.6, 0.8, 0.4, 0.7, 0.9, 0.5, 0.3, 1, 0.6, 0.8};
static const double alone[] = {0.3, 0.6, 0.9, 0.2};

static void assert_interval(struct mean_interval interval, double value, double low, double high)
{
    assert_close(interval.value, value, 1e-12);
    assert_close(interval.low, low, 1e-12);
    assert_close(interval.high, high, 1e-12);
}

/* Expected values: computed from the definitions with 25 digits in mpmath 1.3. The variance of the rest is that of the
 * questions' residuals. */
static void the_weight_and_the_intervals_follow_from_the_definitions(void **state)
{
    (void)state;
    const struct prediction_sample sample = {labelled, predicted, 22, elsewhere, 12, NULL, 0, false, false};
    struct prediction_powered made;
    prediction_powered_make(&made, &sample, 0.95);
    assert_close(made.weight, 0.3955354760349286, 1e-12);
    assert_interval(made.corrected, 0.5207825798912393, 0.4031055388481086, 0.63845962093437);
    assert_interval(made.experts, 0.4827272727272727, 0.3437658981173688, 0.6216886473371766);
}

static void partly_predicted_labels_also_match_the_definitions(void **state)
{
    (void)state;
    const struct prediction_sample sample = {labelled, predicted, 22, elsewhere, 12, alone, 4, false, false};
    struct prediction_powered made;
    prediction_powered_make(&made, &sample, 0.95);
    assert_close(made.weight, 0.3346838643372472, 1e-12);
    assert_interval(made.corrected, 0.5175852599079717, 0.4095168438343196, 0.6256536759816239);
    assert_interval(made.experts, 0.4853846153846154, 0.3611842562511663, 0.6095849745180644);
}

/* --- Without a model ------------------------------------------------------------------------- */

static void with_few_questions_the_model_is_not_used(void **state)
{
    (void)state;
    double values[19], further[60];
    for (size_t i = 0; i < 19; i++)
        values[i] = (double)(i % 2);
    for (size_t i = 0; i < 60; i++)
        further[i] = 1;
    const struct prediction_sample sample = {values, values, 19, further, 60, NULL, 0, false, false};
    struct prediction_powered made;
    prediction_powered_make(&made, &sample, 0.95);
    assert_close(made.weight, 0, 0);
    assert_close(made.corrected.value, made.experts.value, 0);
    assert_close(made.corrected.low, made.experts.low, 0);
}

/* Forty questions, 0 and 1 in turn: the mean is 0.5 and its variance 10/39/40. That most questions have no prediction
 * must not matter. */
static void questions_without_a_prediction_count_with_the_experts_alone(void **state)
{
    (void)state;
    double values[40];
    static const double further[2] = {1, 1};
    for (size_t i = 0; i < 40; i++)
        values[i] = (double)(i % 2);
    const struct prediction_sample sample = {values, values, 1, further, 2, values + 1, 39, false, false};
    struct prediction_powered made;
    prediction_powered_make(&made, &sample, 0.95);
    assert_close(made.experts.value, 0.5, 1e-12);
    assert_close(made.experts.high - 0.5, 2.0227 * sqrt(10.0 / 39 / 40), 1e-4); /* Student's, 39 degrees */
    assert_close(made.weight, 0, 0);
    assert_close(made.corrected.high, made.experts.high, 0);
}

static void without_further_questions_only_the_experts_count(void **state)
{
    (void)state;
    double values[30];
    for (size_t i = 0; i < 30; i++)
        values[i] = (double)(i % 2);
    const struct prediction_sample sample = {values, values, 30, values, 0, NULL, 0, false, false};
    struct prediction_powered made;
    prediction_powered_make(&made, &sample, 0.95);
    assert_close(made.weight, 0, 0);
    assert_close(made.corrected.high, made.experts.high, 0);
}

static void one_question_has_no_interval(void **state)
{
    (void)state;
    static const double values[] = {0.5};
    const struct prediction_sample sample = {values, values, 1, values, 1, NULL, 0, false, false};
    struct prediction_powered made;
    prediction_powered_make(&made, &sample, 0.95);
    assert_close(made.corrected.value, 0.5, 0);
    assert_true(isnan(made.corrected.low) && isnan(made.corrected.high));
}

/* 97 of 100 questions succeed, so most samples have no failure. Student's interval for those would have no width. */
static void intervals_hold_for_a_run_that_nearly_always_succeeds(void **state)
{
    (void)state;
    enum { N = 25, N_FURTHER = 100, TRIED = 1000 };
    int corrected = 0, experts = 0;
    for (uint64_t world = 0; world < TRIED; world++) {
        struct random_source random = random_from(world, 7);
        double values[N], predictions[N], further[N_FURTHER];
        struct prediction_powered made;
        for (size_t i = 0; i < N + N_FURTHER; i++) {
            const double value = uniform(&random) < 0.97 ? 1 : 0;
            *(i < N ? &predictions[i] : &further[i - N]) = good(value, &random);
            if (i < N)
                values[i] = value;
        }
        prediction_powered_make(&made,
                                &(struct prediction_sample){values, predictions, N, further, N_FURTHER, NULL,
                                                            0, true, false},
                                0.95);
        corrected += made.corrected.low <= 0.97 && 0.97 <= made.corrected.high;
        experts += made.experts.low <= 0.97 && 0.97 <= made.experts.high;
    }
    assert_in_range(corrected, 940, TRIED);
    assert_in_range(experts, 940, TRIED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_model_narrows_the_interval),
        cmocka_unit_test(a_generous_model_is_corrected),
        cmocka_unit_test(a_useless_model_costs_nothing),
        cmocka_unit_test(a_model_that_predicts_the_opposite_still_narrows_the_interval),
        cmocka_unit_test(a_model_with_constant_predictions_has_no_effect),
        cmocka_unit_test(differences_of_two_runs_are_corrected_alike),
        cmocka_unit_test(a_model_that_stopped_early_helps_where_it_judged),
        cmocka_unit_test(questions_without_a_prediction_count_with_the_experts_alone),
        cmocka_unit_test(a_perfect_model_by_hand),
        cmocka_unit_test(the_weight_and_the_intervals_follow_from_the_definitions),
        cmocka_unit_test(partly_predicted_labels_also_match_the_definitions),
        cmocka_unit_test(with_few_questions_the_model_is_not_used),
        cmocka_unit_test(without_further_questions_only_the_experts_count),
        cmocka_unit_test(one_question_has_no_interval),
        cmocka_unit_test(intervals_hold_for_a_run_that_nearly_always_succeeds),
    };
    return cmocka_run_group_tests_name("prediction-powered", tests, NULL, NULL);
}
