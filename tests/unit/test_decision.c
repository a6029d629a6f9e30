#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/metric/statistics/decision.h"

#include <math.h>

static void without_evidence_either_run_may_be_better(void **state)
{
    (void)state;
    static const struct decision_evidence nothing[] = {{.variance = INFINITY}, {.variance = INFINITY}};
    assert_close(decision_make(nothing, 2).probability, 0.5, 1e-12);
    assert_close(decision_make(NULL, 0).probability, 0.5, 1e-12);
}

static void runs_that_change_places_change_the_probability(void **state)
{
    (void)state;
    struct decision_evidence evidence[] = {{0.3, 0.01}, {-0.1, 0.2}, {0.2, 0}};
    double probability = decision_make(evidence, 3).probability;
    for (size_t i = 0; i < 3; i++)
        evidence[i].difference = -evidence[i].difference;
    assert_true(probability > 0.5);
    assert_close(decision_make(evidence, 3).probability, 1 - probability, 1e-12);
}

static void uncertain_differences_move_the_probability_less(void **state)
{
    (void)state;
    static const struct decision_evidence sure[] = {{0.2, 0}, {0.1, 0}}, unsure[] = {{0.2, .3}, {0.1, .3}};
    assert_true(decision_make(sure, 2).probability > decision_make(unsure, 2).probability);
    assert_true(decision_make(unsure, 2).probability > 0.5);
}

/* Expected values: mpmath 1.3, quad over all s. The program sums over some values of s, which is exact enough for a
 * verdict at 95 %. */
static void the_probability_matches_the_integral(void **state)
{
    (void)state;
    static const struct decision_evidence few[] = {{0.3, 0.01}, {-0.1, 0.2}, {0.2, 0}};
    struct decision_evidence many[17];
    for (size_t i = 0; i < 17; i++)
        many[i] = i < 12 ? (struct decision_evidence){0.05, 0.02} : (struct decision_evidence){-0.02, 0.05};
    assert_close(decision_make(few, 3).probability, 0.713869357038, 1e-6);
    assert_close(decision_make(few, 3).difference, 0.0318655600065, 1e-6);
    assert_close(decision_make(many, 17).probability, 0.663241350252, 1e-4);
}

/* A normal belief N(0, 4) and a measurement of 3 with variance 1 give N(2.4, 0.8). */
static void evidence_is_what_votes_have_added_to_the_belief(void **state)
{
    (void)state;
    struct decision_evidence evidence = decision_evidence_of(0, 4, 2.4, 0.8);
    assert_close(evidence.difference, 3, 1e-12);
    assert_close(evidence.variance, 1, 1e-12);
}

static void votes_that_say_nothing_are_no_evidence(void **state)
{
    (void)state;
    assert_true(isinf(decision_evidence_of(0.1, 0.5, 0.1, 0.5).variance));
}

static void the_difference_is_certain_if_nothing_was_open(void **state)
{
    (void)state;
    struct decision_evidence evidence = decision_evidence_of(0, 0, 0, 0);
    assert_close(evidence.variance, 0, 0);
    assert_close(evidence.difference, 0, 0);
}

static void an_answer_on_a_question_without_votes_gains_most(void **state)
{
    (void)state;
    struct run_decision decision = decision_make(NULL, 0);
    static const struct decision_evidence none = {0, INFINITY}, some = {0, 0.02}, more = {0, 0.01};
    double first = decision_gain(&decision, &none, &some), second = decision_gain(&decision, &some, &more);
    assert_true(first > second);
    assert_true(second > 0);
}

/* --- Simulation ----------------------------------------------------------------------------------- */

enum { WORLDS = 3000, QUESTIONS = 60 };

/*
 * 95 % of all decisions must be right, even if each is made as early as possible, after any question. The worlds are
 * drawn from the prior that the decision assumes. Each question's difference is measured with its own error.
 */
static void ninety_five_of_a_hundred_decisions_are_right(void **state)
{
    (void)state;
    size_t n_made = 0, n_right = 0;
    for (uint64_t world = 1; world <= WORLDS; world++) {
        struct random_source random = random_from(world, 5);
        struct decision_evidence evidence[QUESTIONS];
        double s = 0.2 * exp(0.5 * random_normal(&random)), delta = 0.3 * s * random_normal(&random);
        for (size_t i = 0; i < QUESTIONS; i++) {
            evidence[i].variance = 0.05 * random_uniform(&random);
            evidence[i].difference = delta + sqrt(s * s + evidence[i].variance) * random_normal(&random);
            struct run_decision decision = decision_make(evidence, i + 1);
            if (decision_is_made(&decision)) {
                n_made++;
                n_right += (decision.probability > 0.5) == (delta > 0);
                break;
            }
        }
    }
    double right = (double)n_right / (double)n_made;
    print_message(
        "# figure: %.0f %% of the worlds are decided within %d questions, %.1f %% of them rightly\n",
        100.0 * (double)n_made / WORLDS, QUESTIONS, 100 * right);
    assert_true(right >= .94);
    assert_in_range(n_made, WORLDS / 4, WORLDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_evidence_either_run_may_be_better),
        cmocka_unit_test(runs_that_change_places_change_the_probability),
        cmocka_unit_test(uncertain_differences_move_the_probability_less),
        cmocka_unit_test(the_probability_matches_the_integral),
        cmocka_unit_test(evidence_is_what_votes_have_added_to_the_belief),
        cmocka_unit_test(votes_that_say_nothing_are_no_evidence),
        cmocka_unit_test(the_difference_is_certain_if_nothing_was_open),
        cmocka_unit_test(an_answer_on_a_question_without_votes_gains_most),
        cmocka_unit_test(ninety_five_of_a_hundred_decisions_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
