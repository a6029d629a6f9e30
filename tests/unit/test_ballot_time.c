#include "tests/support/support.h"

#include "core/judge/ballot_time.h"

#include <math.h>

static void assert_time(double own_ms, double all_ms, double ms, enum ballot_time_source source)
{
    const struct ballot_time time = ballot_time_of(own_ms, all_ms);
    assert_close(time.ms, ms, 0);
    assert_int_equal(time.source, source);
}

static void own_votes_come_before_those_of_all_annotators_and_the_assumption(void **state)
{
    (void)state;
    assert_time(12000, 30000, 12000, TIME_OF_OWN_VOTES);
    assert_time(12000, NAN, 12000, TIME_OF_OWN_VOTES);
    assert_time(NAN, 30000, 30000, TIME_OF_ALL_VOTES);
    assert_time(NAN, NAN, 25000, TIME_ASSUMED);
}

static void ballots_times_seconds_give_hours(void **state)
{
    (void)state;
    const struct ballot_time time = ballot_time_of(NAN, 36000);
    assert_close(ballot_time_hours(&time, 250), 2.5, 1e-12);
    assert_true(isnan(ballot_time_hours(&time, NAN)));
}

static void assert_said(double all_ms, const char *expected)
{
    const struct ballot_time time = ballot_time_of(NAN, all_ms);
    struct buffer text = {0};
    ballot_time_add(&time, &text);
    assert_string_equal(buffer_string(&text), expected);
    buffer_release(&text);
}

static void an_assumed_time_is_called_so(void **state)
{
    (void)state;
    assert_said(24300, "at 24.3 s a ballot");
    assert_said(120000, "at 120 s a ballot");
    assert_said(NAN, "at an assumed 25 s a ballot");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_votes_come_before_those_of_all_annotators_and_the_assumption),
        cmocka_unit_test(ballots_times_seconds_give_hours),
        cmocka_unit_test(an_assumed_time_is_called_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
