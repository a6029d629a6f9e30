/* A key that is held down is told from one that is pressed anew. */
#include "tests/support/support.h"

#include "tui/vote_guard.h"

static const struct key one = {.code = '1'}, two = {.code = '2'}, click = {.code = NAMED_CLICK};

static void a_key_held_down_votes_once(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    int64_t now = 1000000;
    assert_false(vote_guard_is_repeated(&guard, one, now));
    for (int i = 0; i < 100; i++)
        assert_true(vote_guard_is_repeated(&guard, one, now += 33));
    assert_false(vote_guard_is_repeated(&guard, one, now += 120));
}

static void another_key_may_follow_at_once(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    assert_false(vote_guard_is_repeated(&guard, one, 1000000));
    assert_false(vote_guard_is_repeated(&guard, two, 1000005));
}

static void a_key_may_come_again_after_another_one(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    assert_false(vote_guard_is_repeated(&guard, one, 1000000));
    assert_false(vote_guard_is_repeated(&guard, two, 1000005));
    assert_false(vote_guard_is_repeated(&guard, one, 1000010));
}

static void a_double_click_votes_once(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    assert_false(vote_guard_is_repeated(&guard, click, 1000000));
    assert_true(vote_guard_is_repeated(&guard, click, 1000250));
    assert_false(vote_guard_is_repeated(&guard, click, 1000250 + 400));
}

static void a_click_elsewhere_is_no_double_click(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    const struct key elsewhere = {.code = NAMED_CLICK, .row = click.row + 1, .column = click.column};
    assert_false(vote_guard_is_repeated(&guard, click, 1000000));
    assert_false(vote_guard_is_repeated(&guard, elsewhere, 1000100));
}

static void a_clock_that_was_set_back_stops_nobody(void **state)
{
    (void)state;
    struct vote_guard guard = {0};
    assert_false(vote_guard_is_repeated(&guard, one, 1000000));
    assert_false(vote_guard_is_repeated(&guard, one, 500000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_held_down_votes_once),
        cmocka_unit_test(another_key_may_follow_at_once),
        cmocka_unit_test(a_key_may_come_again_after_another_one),
        cmocka_unit_test(a_double_click_votes_once),
        cmocka_unit_test(a_click_elsewhere_is_no_double_click),
        cmocka_unit_test(a_clock_that_was_set_back_stops_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
