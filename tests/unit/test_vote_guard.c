/* A key that is held down or hit by mistake must be distinguished from a key that is pressed again. */
#include "tests/support/support.h"

#include "tui/keys/vote_guard.h"

static const struct key one = {.code = '1'}, two = {.code = '2'}, tab = {.code = NAMED_TAB},
                        click = {.code = NAMED_CLICK};

static void a_key_held_down_votes_once(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    int64_t now = 1000000;
    assert_int_equal(vote_guard_press(&guard, one, now), PRESS_ANEW);
    for (int i = 0; i < 100; i++)
        assert_int_equal(vote_guard_press(&guard, one, now += 33), PRESS_REPEATED);
    assert_int_equal(vote_guard_press(&guard, one, now += 120), PRESS_ANEW);
}

static void another_key_may_follow_at_once(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    assert_int_equal(vote_guard_press(&guard, one, 1000000), PRESS_ANEW);
    assert_int_equal(vote_guard_press(&guard, two, 1000005), PRESS_ANEW);
}

static void a_key_may_come_again_after_another_one(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    assert_int_equal(vote_guard_press(&guard, one, 1000000), PRESS_ANEW);
    assert_int_equal(vote_guard_press(&guard, two, 1000005), PRESS_ANEW);
    assert_int_equal(vote_guard_press(&guard, one, 1000010), PRESS_ANEW);
}

static void a_double_click_votes_once(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    assert_int_equal(vote_guard_press(&guard, click, 1000000), PRESS_ANEW);
    assert_int_equal(vote_guard_press(&guard, click, 1000499), PRESS_REPEATED);
    assert_int_equal(vote_guard_press(&guard, click, 1000499 + 500), PRESS_ANEW);
}

static void a_click_in_another_place_is_no_double_click(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    const struct key elsewhere = {.code = NAMED_CLICK, .row = click.row + 1, .column = click.column};
    assert_int_equal(vote_guard_press(&guard, click, 1000000), PRESS_ANEW);
    assert_int_equal(vote_guard_press(&guard, elsewhere, 1000100), PRESS_ANEW);
}

static void a_digit_after_a_colon_is_no_vote(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    const struct key colon = {.code = ':'}, enter = {.code = NAMED_ENTER};
    assert_int_equal(vote_guard_press(&guard, colon, 1000000), PRESS_ANEW);
    assert_int_equal(vote_guard_press(&guard, one, 1000400), PRESS_OF_COMMAND);
    assert_int_equal(vote_guard_press(&guard, two, 1001300), PRESS_OF_COMMAND);
    assert_int_equal(vote_guard_press(&guard, enter, 1001600), PRESS_OF_COMMAND);
    assert_int_equal(vote_guard_press(&guard, one, 1001900), PRESS_ANEW);
}

static void a_colon_is_forgotten(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    const struct key colon = {.code = ':'};
    assert_int_equal(vote_guard_press(&guard, colon, 1000000), PRESS_ANEW);
    assert_int_equal(vote_guard_press(&guard, one, 1001000), PRESS_ANEW);
}

static void a_key_right_after_a_vote_is_a_slip(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    assert_int_equal(vote_guard_press(&guard, one, 1000000), PRESS_ANEW);
    vote_guard_vote(&guard, true);
    assert_int_equal(vote_guard_press(&guard, two, 1000329), PRESS_SLIPPED);
}

/* The delay before a keyboard repeats a key is 0.25 to 0.66 s. */
static void a_key_that_voted_and_is_held_down_does_not_vote_again(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    assert_int_equal(vote_guard_press(&guard, one, 1000000), PRESS_ANEW);
    vote_guard_vote(&guard, true);
    assert_int_equal(vote_guard_press(&guard, one, 1000660), PRESS_REPEATED);
    vote_guard_vote(&guard, false);
    assert_int_equal(vote_guard_press(&guard, one, 1000693), PRESS_REPEATED);
    vote_guard_vote(&guard, false);
    assert_int_equal(vote_guard_press(&guard, two, 1001000), PRESS_ANEW);
}

static void a_key_that_voted_votes_again_after_a_while(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    vote_guard_press(&guard, one, 1000000);
    vote_guard_vote(&guard, true);
    assert_int_equal(vote_guard_press(&guard, one, 1000800), PRESS_ANEW);
}

static void a_key_right_after_the_arrival_of_a_ballot_is_no_vote(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    assert_int_equal(vote_guard_press(&guard, tab, 1000000), PRESS_ANEW);
    vote_guard_bring(&guard);
    assert_int_equal(vote_guard_press(&guard, one, 1000080), PRESS_UNREAD);
    assert_int_equal(vote_guard_press(&guard, two, 1000329), PRESS_UNREAD);
    assert_int_equal(vote_guard_press(&guard, one, 1000330), PRESS_ANEW);
}

static void a_refused_key_does_not_delay_the_next_vote(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    assert_int_equal(vote_guard_press(&guard, one, 1000000), PRESS_ANEW);
    vote_guard_vote(&guard, true);
    assert_int_equal(vote_guard_press(&guard, two, 1000200), PRESS_SLIPPED);
    vote_guard_vote(&guard, false);
    assert_int_equal(vote_guard_press(&guard, one, 1000330), PRESS_ANEW);
}

static void a_key_right_after_esc_is_a_key_with_alt(void **state)
{
    (void)state;
    static const struct key escape = {.code = NAMED_ESCAPE};
    struct vote_guard guard = {0};
    assert_int_equal(vote_guard_press(&guard, escape, 1000000), PRESS_ANEW);
    assert_int_equal(vote_guard_press(&guard, one, 1000040), PRESS_WITH_ALT);
    assert_int_equal(vote_guard_press(&guard, escape, 1001000), PRESS_ANEW);
    assert_int_equal(vote_guard_press(&guard, one, 1001100), PRESS_ANEW);
}

static void a_key_in_between_separates_two_votes(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    vote_guard_press(&guard, one, 1000000);
    vote_guard_vote(&guard, true);
    vote_guard_press(&guard, tab, 1000100);
    assert_int_equal(vote_guard_press(&guard, two, 1000200), PRESS_ANEW);
}

static void a_clock_that_was_set_back_does_not_block_votes(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    assert_int_equal(vote_guard_press(&guard, one, 1000000), PRESS_ANEW);
    vote_guard_vote(&guard, true);
    assert_int_equal(vote_guard_press(&guard, one, 500000), PRESS_ANEW);
    vote_guard_vote(&guard, true);
    assert_int_equal(vote_guard_press(&guard, two, 400000), PRESS_ANEW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_held_down_votes_once),
        cmocka_unit_test(another_key_may_follow_at_once),
        cmocka_unit_test(a_key_may_come_again_after_another_one),
        cmocka_unit_test(a_double_click_votes_once),
        cmocka_unit_test(a_click_in_another_place_is_no_double_click),
        cmocka_unit_test(a_digit_after_a_colon_is_no_vote),
        cmocka_unit_test(a_colon_is_forgotten),
        cmocka_unit_test(a_key_right_after_a_vote_is_a_slip),
        cmocka_unit_test(a_key_that_voted_and_is_held_down_does_not_vote_again),
        cmocka_unit_test(a_key_that_voted_votes_again_after_a_while),
        cmocka_unit_test(a_key_right_after_the_arrival_of_a_ballot_is_no_vote),
        cmocka_unit_test(a_refused_key_does_not_delay_the_next_vote),
        cmocka_unit_test(a_key_right_after_esc_is_a_key_with_alt),
        cmocka_unit_test(a_key_in_between_separates_two_votes),
        cmocka_unit_test(a_clock_that_was_set_back_does_not_block_votes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
