/* The choice that a vote expresses after the documents of its ballot are renumbered: duplicates share a place. */
#include "tests/support/support.h"

#include "core/judge/ballot.h"

/* Slots 1 and 2 show a document and its duplicate, slot 3 another document. */
static struct choice choice_of(int second)
{
    static const int64_t candidates[] = {5, 5, 7};
    struct choice choice = {.position = VOTE_NONE};
    for (int slot = 1; slot <= BALLOT_SIZE_MAX; slot++) {
        const int place = choice_take_slot(&choice, candidates[slot - 1]);
        choice_take_second(&choice, second, slot, place);
    }
    return choice;
}

static void a_second_choice_has_the_place_of_its_slot(void **state)
{
    (void)state;
    assert_int_equal(choice_of(1).second, 1);
    assert_int_equal(choice_of(2).second, 1);
    assert_int_equal(choice_of(3).second, 2);
}

static void an_absent_second_choice_and_none_stay_unchanged(void **state)
{
    (void)state;
    assert_int_equal(choice_of(SECOND_ABSENT).second, SECOND_ABSENT);
    assert_int_equal(choice_of(SECOND_NONE).second, SECOND_NONE);
}

static void a_tie_has_the_place_of_its_slot(void **state)
{
    (void)state;
    assert_int_equal(choice_of(SECOND_TIED + 3).second, SECOND_TIED + 2);
}

static void a_tie_is_half_a_win_for_each_of_two(void **state)
{
    (void)state;
    const struct choice tie = {.n_slots = 3, .position = 1, .second = SECOND_TIED + 3};
    const struct choice vote = {.n_slots = 3, .position = 1, .second = 3};
    const double of_tie[] = {0.5, 0, 0.5}, of_vote[] = {1, 0, 0};
    for (int i = 0; i < 3; i++) {
        assert_close(choice_wins(&tie, i + 1), of_tie[i], 0);
        assert_close(choice_wins(&vote, i + 1), of_vote[i], 0);
    }
}

static void a_tie_of_duplicates_is_a_vote(void **state)
{
    (void)state;
    const struct choice choice = {.n_slots = 2, .position = 1, .second = SECOND_TIED + 1};
    assert_int_equal(choice_tied(&choice), 0);
    assert_close(choice_wins(&choice, 1), 1, 0);
}

static void a_tie_leaves_no_rest_to_choose_from(void **state)
{
    (void)state;
    struct choice rest;
    const struct choice tie = {.n_slots = 3, .position = 1, .second = SECOND_TIED + 3};
    assert_false(choice_of_rest(&tie, &rest));
}

static bool is_accepted(int position, int second)
{
    struct err err;
    return answer_is_accepted(&(struct answer){.position = position, .second = second}, &err);
}

static bool names_its_own_slots(int position, int second)
{
    return choice_is_whole(&(struct choice){.n_slots = 2, .position = position, .second = second});
}

static void a_choice_names_slots_of_its_own_ballot(void **state)
{
    (void)state;
    assert_true(names_its_own_slots(VOTE_NONE, SECOND_ABSENT));
    assert_true(names_its_own_slots(2, SECOND_NONE));
    assert_true(names_its_own_slots(1, 2));
    assert_true(names_its_own_slots(1, SECOND_TIED + 2));
    assert_false(names_its_own_slots(3, SECOND_ABSENT));
    assert_false(names_its_own_slots(VOTE_ABSENT, SECOND_ABSENT));
    assert_false(names_its_own_slots(1, 3));
    assert_false(names_its_own_slots(1, SECOND_TIED + 3));
}

static void a_tie_has_one_form_whichever_document_is_named_first(void **state)
{
    (void)state;
    const struct answer tie = answer_of_tie(3, 2);
    assert_int_equal(tie.position, 2);
    assert_int_equal(second_tied(tie.second), 3);
    assert_true(is_accepted(tie.position, tie.second));
}

static void an_answer_is_for_the_chosen_document_and_for_one_that_is_tied(void **state)
{
    (void)state;
    const struct answer tie = answer_of_tie(1, 3), none = {.position = VOTE_NONE};
    assert_true(answer_is_for(&tie, 1));
    assert_false(answer_is_for(&tie, 2));
    assert_true(answer_is_for(&tie, 3));
    assert_false(answer_is_for(&none, VOTE_NONE));
}

static void a_tie_is_a_vote_for_the_first_of_two_documents(void **state)
{
    (void)state;
    assert_true(is_accepted(1, SECOND_TIED + 2));
    assert_false(is_accepted(2, SECOND_TIED + 1));
    assert_false(is_accepted(2, SECOND_TIED + 2));
    assert_false(is_accepted(1, SECOND_TIED + BALLOT_SIZE_MAX + 1));
    assert_false(is_accepted(VOTE_NONE, SECOND_TIED + 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_second_choice_has_the_place_of_its_slot),
        cmocka_unit_test(an_absent_second_choice_and_none_stay_unchanged),
        cmocka_unit_test(a_tie_has_the_place_of_its_slot),
        cmocka_unit_test(a_tie_is_half_a_win_for_each_of_two),
        cmocka_unit_test(a_tie_of_duplicates_is_a_vote),
        cmocka_unit_test(a_tie_leaves_no_rest_to_choose_from),
        cmocka_unit_test(a_choice_names_slots_of_its_own_ballot),
        cmocka_unit_test(a_tie_has_one_form_whichever_document_is_named_first),
        cmocka_unit_test(an_answer_is_for_the_chosen_document_and_for_one_that_is_tied),
        cmocka_unit_test(a_tie_is_a_vote_for_the_first_of_two_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
