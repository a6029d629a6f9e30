/*
 * Agreement of annotators on the same ballots, against published tables and against values that an independent program
 * computed. That program applies the definitions to all orders of documents, in exact fractions.
 */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/metric/statistics/choice_agreement.h"

#include <math.h>

enum { BALLOTS_MAX = 400, CHOICES_MAX = 5 };

/* Room for the ballots of any test in this file. */
struct told {
    struct shared_ballots shared;
    struct shared_ballot ballots[BALLOTS_MAX];
    struct shared_choice choices[BALLOTS_MAX][CHOICES_MAX];
};

/* Adds a ballot of `n` documents. `said` has one character per annotator: the chosen document, 0 for none, '.' for no
 * vote. */
static void tell(struct told *told, size_t question, size_t n, const char *said)
{
    struct shared_ballot *ballot = &told->ballots[told->shared.n_ballots];
    *ballot = (struct shared_ballot){.question = question,
                                     .n_documents = n,
                                     .choices = told->choices[told->shared.n_ballots]};
    for (size_t i = 0; said[i] != '\0'; i++) {
        if (said[i] != '.')
            ballot->choices[ballot->n_choices++] = (struct shared_choice){i, said[i] - '0'};
    }
    told->shared.ballots = told->ballots;
    told->shared.n_ballots++;
    if (question >= told->shared.n_questions)
        told->shared.n_questions = question + 1;
}

static struct choice_agreement estimate(const struct told *told, const struct choice_scope *scope)
{
    struct choice_agreement agreement;
    struct arena arena = {0};
    const struct choice_index index = choice_index_of(&told->shared, &arena);
    choice_agreement_estimate(&index, scope, NULL, &agreement);
    arena_release(&arena);
    return agreement;
}

/* --- Published ------------------------------------------------------------------------------- */

/* Two observers, ten units, two values (Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011, A). Here they
 * are ballots with one document, which is chosen or not. */
static void alpha_matches_krippendorffs_binary_example(void **state)
{
    (void)state;
    static const char *const units[] = {"01", "11", "01", "00", "00", "01", "00", "00", "10", "00"};
    struct told told = {.shared = {0}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        tell(&told, i, 1, units[i]);
    struct choice_agreement agreement = estimate(&told, &choice_scope_all);
    assert_int_equal(agreement.n_ballots, 10);
    assert_close(agreement.raw.value, 0.6, 1e-12);
    assert_close(agreement.alpha.value, 0.095, 0.0005);
    assert_close(agreement.alpha.value, 2.0 / 21, 1e-12);
}

/* Gwet 2008: 118 of 125 ratings agree. */
static void ac1_matches_gwets_table(void **state)
{
    (void)state;
    struct told told = {.shared = {0}};
    for (size_t i = 0; i < 125; i++)
        tell(&told, i, 1, i < 118 ? "00" : i < 123 ? "01" : "10");
    assert_close(estimate(&told, &choice_scope_all).ac1.value, 0.9408, 0.00005);
}

/* --- Computed independently ------------------------------------------------------------------ */

static void tell_mixed(struct told *told)
{
    static const struct {
        size_t n;
        const char *said;
    } ballots[] = {{3, "11"}, {3, "12"}, {3, "00"},  {3, "03"}, {3, "221"},
                   {2, "11"}, {2, "21"}, {3, "333"}, {3, "001"}};
    *told = (struct told){.shared = {0}};
    for (size_t i = 0; i < sizeof ballots / sizeof *ballots; i++)
        tell(told, i / 3, ballots[i].n, ballots[i].said);
}

static void ballots_count_as_the_mean_over_all_orders_of_their_documents(void **state)
{
    (void)state;
    struct told told;
    tell_mixed(&told);
    struct choice_agreement agreement = estimate(&told, &choice_scope_all);
    assert_close(agreement.raw.value, 14.0 / 27, 1e-12);
    assert_close(agreement.alpha.value, 17.0 / 47, 1e-12);
    assert_close(agreement.ac1.value, 1780.0 / 4939, 1e-12);
}

/* A single ballot with two different answers gives no information. Each further one lowers alpha below chance. */
static void annotators_who_never_agree_are_not_above_chance(void **state)
{
    (void)state;
    struct told told = {.shared = {0}};
    tell(&told, 0, 3, "12");
    assert_close(estimate(&told, &choice_scope_all).alpha.value, 0, 1e-12);
    for (size_t i = 1; i < 5; i++)
        tell(&told, i, 3, "12");
    assert_close(estimate(&told, &choice_scope_all).alpha.value, -8.0 / 19, 1e-12);
}

static void permuting_the_documents_does_not_change_alpha(void **state)
{
    (void)state;
    struct told one = {.shared = {0}}, other = {.shared = {0}};
    tell(&one, 0, 3, "11");
    tell(&one, 0, 3, "11");
    tell(&one, 0, 3, "12");
    tell(&other, 0, 3, "22");
    tell(&other, 0, 3, "33");
    tell(&other, 0, 3, "31");
    assert_close(estimate(&one, &choice_scope_all).alpha.value,
                 estimate(&other, &choice_scope_all).alpha.value, 1e-12);
}

/* Two annotators who always choose a document, at random, agree on one ballot of three. */
static void chance_agrees_on_one_of_three_documents(void **state)
{
    (void)state;
    struct told told = {.shared = {0}};
    struct random_source random = random_from(1, 0);
    for (size_t i = 0; i < BALLOTS_MAX; i++) {
        const char said[] = {(char)('1' + random_below(&random, 3)), (char)('1' + random_below(&random, 3)),
                             '\0'};
        tell(&told, i, 3, said);
    }
    struct choice_agreement agreement = estimate(&told, &choice_scope_all);
    assert_close(agreement.raw.value, 1.0 / 3, 0.08);
    assert_close(agreement.alpha.value, 0, 0.12);
}

static void two_annotators_are_compared_on_ballots_that_both_answered(void **state)
{
    (void)state;
    struct told told = {.shared = {0}};
    tell(&told, 0, 3, "112");
    tell(&told, 0, 3, "1.2");
    tell(&told, 1, 3, "22.");
    const struct choice_scope first_two = {0, 1, CHOICE_ANYWHERE}, last_two = {1, 2, CHOICE_ANYWHERE};
    assert_int_equal(estimate(&told, &first_two).n_ballots, 2);
    assert_close(estimate(&told, &first_two).raw.value, 1, 1e-12);
    assert_int_equal(estimate(&told, &last_two).n_ballots, 1);
    assert_close(estimate(&told, &last_two).raw.value, 0, 1e-12);
}

/* Annotator 2 disagrees with the two others, who agree with each other. */
static void an_annotator_is_compared_with_each_of_the_others(void **state)
{
    (void)state;
    struct told told = {.shared = {0}};
    for (size_t i = 0; i < 10; i++)
        tell(&told, i, 3, "112");
    const struct choice_scope odd = {2, CHOICE_ANYBODY, CHOICE_ANYWHERE},
                              even = {0, CHOICE_ANYBODY, CHOICE_ANYWHERE};
    assert_int_equal(estimate(&told, &odd).n_ballots, 10);
    assert_close(estimate(&told, &odd).raw.value, 0, 1e-12);
    assert_close(estimate(&told, &even).raw.value, 0.5, 1e-12);
}

static void each_other_annotator_is_listed_once_with_the_shared_ballots(void **state)
{
    (void)state;
    struct told told = {.shared = {0}};
    struct arena arena = {0};
    struct met_annotator *met;
    tell(&told, 0, 3, "1.2.1");
    tell(&told, 0, 3, "0.1");
    tell(&told, 2, 3, ".111");
    const struct choice_index index = choice_index_of(&told.shared, &arena);
    assert_int_equal(choice_index_list_met(&index, 0, &arena, &met), 2);
    assert_true(met[0].annotator == 2 && met[0].n_ballots == 2);
    assert_true(met[1].annotator == 4 && met[1].n_ballots == 1);
    assert_int_equal(choice_index_list_met(&index, 1, &arena, &met), 2);
    assert_int_equal(choice_index_list_met(&index, 4, &arena, &met), 0);
    arena_release(&arena);
}

static void agreement_can_be_limited_to_one_question(void **state)
{
    (void)state;
    struct told told = {.shared = {0}};
    tell(&told, 0, 3, "11");
    tell(&told, 1, 3, "12");
    const struct choice_scope second = {CHOICE_ANYBODY, CHOICE_ANYBODY, 1};
    struct choice_agreement agreement = estimate(&told, &second);
    assert_int_equal(agreement.n_ballots, 1);
    assert_close(agreement.raw.value, 0, 1e-12);
    assert_true(isnan(agreement.raw.low));
}

static void without_ballots_all_coefficients_are_unknown(void **state)
{
    (void)state;
    const struct told told = {.shared = {0}};
    struct choice_agreement agreement = estimate(&told, &choice_scope_all);
    assert_int_equal(agreement.n_ballots, 0);
    assert_true(isnan(agreement.raw.value) && isnan(agreement.alpha.value) && isnan(agreement.ac1.value));
}

/* Annotators who never choose a document always agree, but alpha cannot be computed from that. */
static void alpha_is_unknown_if_all_answers_are_none(void **state)
{
    (void)state;
    struct told told = {.shared = {0}};
    tell(&told, 0, 3, "00");
    tell(&told, 1, 3, "00");
    assert_close(estimate(&told, &choice_scope_all).raw.value, 1, 1e-12);
    assert_true(isnan(estimate(&told, &choice_scope_all).alpha.value));
}

/* In each of 100 worlds two annotators agree on 7 of 10 ballots. The interval must contain 0.7 in about 95 of them. */
static void the_interval_contains_the_true_agreement(void **state)
{
    (void)state;
    static struct told told;
    struct random_source random = random_from(7, 0);
    int held = 0;
    for (uint64_t world = 0; world < 100; world++) {
        told.shared = (struct shared_ballots){0};
        for (size_t i = 0; i < 120; i++)
            tell(&told, i / 3, 3, random_uniform(&random) < 0.7 ? "11" : "12");
        const struct resampling resampling = {.rounds = 200, .seed = world};
        struct choice_agreement agreement;
        struct arena arena = {0};
        const struct choice_index index = choice_index_of(&told.shared, &arena);
        choice_agreement_estimate(&index, &choice_scope_all, &resampling, &agreement);
        arena_release(&arena);
        held += agreement.raw.low <= 0.7 && agreement.raw.high >= 0.7;
    }
    assert_in_range(held, 88, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alpha_matches_krippendorffs_binary_example),
        cmocka_unit_test(ac1_matches_gwets_table),
        cmocka_unit_test(ballots_count_as_the_mean_over_all_orders_of_their_documents),
        cmocka_unit_test(annotators_who_never_agree_are_not_above_chance),
        cmocka_unit_test(permuting_the_documents_does_not_change_alpha),
        cmocka_unit_test(chance_agrees_on_one_of_three_documents),
        cmocka_unit_test(two_annotators_are_compared_on_ballots_that_both_answered),
        cmocka_unit_test(an_annotator_is_compared_with_each_of_the_others),
        cmocka_unit_test(each_other_annotator_is_listed_once_with_the_shared_ballots),
        cmocka_unit_test(agreement_can_be_limited_to_one_question),
        cmocka_unit_test(without_ballots_all_coefficients_are_unknown),
        cmocka_unit_test(alpha_is_unknown_if_all_answers_are_none),
        cmocka_unit_test(the_interval_contains_the_true_agreement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
