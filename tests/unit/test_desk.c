/* Which votes are hidden from which annotators. */
#include "tests/support/support.h"

#include "tui/screens/desk.h"

static const struct question_row begun = {.question_id = 1, .target = 3, .ballots_left = 2, .place = 1};
static const struct question_row done = {.question_id = 2, .target = 3, .place = 2};

static void blind_annotators_see_votes_once_a_question_is_done(void **state)
{
    (void)state;
    const struct desk desk = {.is_blind = true};
    assert_true(desk_hides_votes(&desk, &begun));
    assert_false(desk_hides_votes(&desk, &done));
}

/* A control can be a ballot of a question that is done. */
static void votes_on_the_question_in_hand_are_hidden_even_if_it_is_done(void **state)
{
    (void)state;
    const struct ballot ballot = {.question_id = 2};
    const struct desk desk = {.is_blind = true, .ballot = &ballot};
    assert_true(desk_hides_votes(&desk, &done));
}

static void leads_and_annotators_who_are_not_blind_see_all_votes(void **state)
{
    (void)state;
    const struct ballot ballot = {.question_id = 2};
    const struct desk lead = {.is_blind = true, .is_lead = true, .ballot = &ballot};
    const struct desk seeing = {.ballot = &ballot};
    assert_false(desk_hides_votes(&lead, &begun) || desk_hides_votes(&lead, &done) ||
                 desk_hides_others(&lead));
    assert_false(desk_hides_votes(&seeing, &begun) || desk_hides_votes(&seeing, &done) ||
                 desk_hides_others(&seeing));
}

static void a_judge_never_sees_how_others_voted(void **state)
{
    (void)state;
    const struct desk desk = {.is_judge = true, .is_lead = true};
    assert_true(desk_hides_votes(&desk, &begun) && desk_hides_votes(&desk, &done) &&
                desk_hides_others(&desk));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blind_annotators_see_votes_once_a_question_is_done),
        cmocka_unit_test(votes_on_the_question_in_hand_are_hidden_even_if_it_is_done),
        cmocka_unit_test(leads_and_annotators_who_are_not_blind_see_all_votes),
        cmocka_unit_test(a_judge_never_sees_how_others_voted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
