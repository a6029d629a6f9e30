/* The log of a session: how long the session took, and which answers were quick. */
#include "tests/support/support.h"

#include "tui/app/session_log.h"

static void answer(struct session_log *log, int64_t elapsed_ms, int64_t now)
{
    const struct outcome outcome = {.changed = true, .answer = {.position = 1, .elapsed_ms = elapsed_ms}};
    session_log_note(log, &(struct act){.kind = ACT_ANSWER}, &outcome, now);
}

static void act(struct session_log *log, enum act_kind kind, bool changed, int64_t now)
{
    const struct outcome outcome = {.changed = changed, .answer = {.position = VOTE_ABSENT}};
    session_log_note(log, &(struct act){.kind = kind}, &outcome, now);
}

static void the_quickest_are_found_and_how_many_came_after_them(void **state)
{
    (void)state;
    struct session_log log = {.votes_before = 10};
    static const int64_t elapsed[] = {900, 5000, 300, 1200, 700, 1499};
    for (size_t i = 0; i < sizeof elapsed / sizeof *elapsed; i++)
        answer(&log, elapsed[i], 1000 + (int64_t)i);
    const struct session_sum sum = session_log_sum(&log, 16);
    assert_int_equal(sum.votes, 6);
    assert_int_equal(sum.n_quick, 3);
    assert_int_equal(sum.quick[0].elapsed_ms, 300);
    assert_int_equal(sum.quick[0].newest, 3);
    assert_int_equal(sum.quick[1].newest, 1);
    assert_int_equal(sum.quick[2].newest, 5);
    session_log_release(&log);
}

static void pauses_are_no_work(void **state)
{
    (void)state;
    struct session_log log = {0};
    answer(&log, 5000, 10000);
    answer(&log, 5000, 40000);
    answer(&log, 5000, 40000 + 600000);
    answer(&log, 5000, 40000 + 660000);
    assert_int_equal(session_log_sum(&log, 4).work_ms, 30000 + 60000);
    session_log_release(&log);
}

static void undone_answers_are_not_shown_again(void **state)
{
    (void)state;
    struct session_log log = {0};
    answer(&log, 900, 1000);
    answer(&log, 300, 2000);
    act(&log, ACT_UNDO, true, 3000);
    act(&log, ACT_UNDO, false, 3000);
    assert_int_equal(session_log_sum(&log, 1).n_quick, 1);
    assert_int_equal(session_log_sum(&log, 1).quick[0].elapsed_ms, 900);
    answer(&log, 200, 4000);
    act(&log, ACT_REOPEN, true, 5000); /* the reopened answer may be any of them */
    assert_int_equal(session_log_sum(&log, 1).n_quick, 0);
    session_log_release(&log);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_quickest_are_found_and_how_many_came_after_them),
        cmocka_unit_test(pauses_are_no_work),
        cmocka_unit_test(undone_answers_are_not_shown_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
