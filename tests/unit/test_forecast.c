#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/judge/forecast.h"

#include <math.h>

static const double no_pace = NAN, twenty_seconds = 20000; /* ms for a vote */

static void with_a_target_the_forecast_counts_the_ballots_left(void **state)
{
    (void)state;
    static const struct question_count counts[] = {{.done = 10, .questions = 4},
                                                   {.done = 3, .left = 7, .questions = 1},
                                                   {.left = 10, .questions = 35}};
    struct forecast forecast = forecast_make(STOP_AT_TARGET, counts, 3, twenty_seconds);
    assert_close(forecast.ballots.expected, 357, 0);
    assert_close(forecast.ballots.low, 357, 0);
    assert_close(forecast.ballots.high, 357, 0);
    assert_close(forecast.hours, 357 * 20.0 / 3600, 1e-9);
}

static void without_a_pace_the_hours_are_unknown(void **state)
{
    (void)state;
    static const struct question_count counts[] = {{.left = 10, .questions = 35}};
    assert_true(isnan(forecast_make(STOP_AT_TARGET, counts, 1, no_pace).hours));
}

static void assert_said(int64_t ballots, double vote_ms, const char *expected)
{
    const struct question_count counts[] = {{.left = ballots, .questions = 1}};
    const struct forecast forecast = forecast_make(STOP_AT_TARGET, counts, 1, vote_ms);
    struct buffer text = {0};
    forecast_add(&forecast, &text);
    assert_string_equal(buffer_string(&text), expected);
    buffer_release(&text);
}

static void less_than_a_minute_is_written_as_under_a_minute(void **state)
{
    (void)state;
    assert_said(2, twenty_seconds, "2 ballots, under a minute");
    assert_said(30, twenty_seconds, "30 ballots, about 10 min");
    assert_said(2, no_pace, "2 ballots");
}

static void from_ninety_minutes_on_the_time_is_given_in_hours(void **state)
{
    (void)state;
    assert_said(267, twenty_seconds, "267 ballots, about 89 min");
    assert_said(270, twenty_seconds, "270 ballots, about 1.5 h");
    assert_said(1800, twenty_seconds, "1,800 ballots, about 10 h");
}

/* The times go evenly from 1.6 to 2.4 s, as quick as a confident annotator. One vote after a coffee break follows. */
static void one_slow_vote_hardly_moves_the_time_left(void **state)
{
    (void)state;
    enum { VOTES = 10, LEFT = 200 };
    static const struct question_count before = {.left = LEFT + 1, .questions = 1},
                                       after = {.left = LEFT, .questions = 1};
    int64_t times[VOTES + 1];
    for (int i = 0; i < VOTES; i++)
        times[i] = 1600 + 800 * i / (VOTES - 1);
    struct forecast forecast = forecast_make(STOP_AT_TARGET, &before, 1, vote_time_of(times, VOTES));
    const double hours = forecast.hours;
    times[VOTES] = 10 * 60 * 1000;
    forecast = forecast_make(STOP_AT_TARGET, &after, 1, vote_time_of(times, VOTES + 1));
    assert_close(hours, (LEFT + 1) * 2.0 / 3600, 1e-3);
    assert_true(fabs(forecast.hours - hours) < 0.05 * hours);
}

static void large_numbers_are_grouped(void **state)
{
    (void)state;
    assert_said(1772, no_pace, "1,772 ballots");
}

static void too_few_ended_questions_give_no_forecast(void **state)
{
    (void)state;
    static const struct question_count counts[] = {{.done = 10, .questions = FORECAST_ENDED_MIN - 1},
                                                   {.left = 40, .questions = 35}};
    struct forecast forecast = forecast_make(STOP_WHEN_SETTLED, counts, 2, twenty_seconds);
    assert_true(isnan(forecast.ballots.expected));
    assert_int_equal(forecast.at_most, 1400);
}

/* Ten questions ended after 8 ballots and ten after 20, which is 14 on average. One that has 12 votes can only end like
 * the latter. */
static void open_questions_end_like_those_that_have_ended(void **state)
{
    (void)state;
    static const struct question_count counts[] = {{.done = 8, .questions = 10},
                                                   {.done = 20, .questions = 10},
                                                   {.done = 12, .left = 28, .questions = 1},
                                                   {.left = 40, .questions = 100}};
    struct forecast forecast = forecast_make(STOP_WHEN_SETTLED, counts, 4, no_pace);
    assert_close(forecast.ballots.expected, 8 + 1400, 1e-9);
    assert_int_equal(forecast.n_ended, 20);
    assert_int_equal(forecast.at_most, 28 + 4000);
}

static void a_question_longer_than_all_others_is_expected_to_use_its_budget(void **state)
{
    (void)state;
    static const struct question_count counts[] = {{.done = 8, .questions = 10},
                                                   {.done = 12, .left = 28, .questions = 1}};
    struct forecast forecast = forecast_make(STOP_WHEN_SETTLED, counts, 2, no_pace);
    assert_close(forecast.ballots.expected, 28, 0);
}

static void when_all_has_ended_nothing_is_left(void **state)
{
    (void)state;
    static const struct question_count counts[] = {{.done = 8, .questions = 2}};
    struct forecast forecast = forecast_make(STOP_WHEN_SETTLED, counts, 1, twenty_seconds);
    assert_close(forecast.ballots.high, 0, 0);
    assert_close(forecast.hours, 0, 0);
}

static void a_vote_is_taken_off(void **state)
{
    (void)state;
    static const struct question_count counts[] = {{.left = 10, .questions = 10}};
    struct forecast forecast = forecast_make(STOP_AT_TARGET, counts, 1, twenty_seconds);
    forecast_count_vote(&forecast, 10000);
    assert_close(forecast.ballots.expected, 99, 0);
    assert_close(forecast.hours, 99 * 10.0 / 3600, 1e-9); /* at the time of a vote by then */
}

/* --- Simulation ----------------------------------------------------------------------------------- */

enum { QUESTIONS = 150, BUDGET = 40, WORLDS = 500 };

enum kind {
    LATE, /* half end soon, a tail follows, some are never settled */
    SOON, /* all end long before the budget, as in small pools */
    N_KINDS
};

/* Returns after how many ballots a question ends. */
static int64_t draw_end(enum kind kind, struct random_source *random)
{
    if (kind == LATE && random_uniform(random) < 0.1)
        return BUDGET;
    double ballots = kind == LATE ? 5 + 8 * fabs(random_normal(random)) - 3 * log(1 - random_uniform(random))
                                  : 6 + 4 * fabs(random_normal(random));
    return ballots < BUDGET ? (int64_t)ballots : BUDGET;
}

static size_t count_world(const int64_t *ends, size_t ended, int64_t begun, struct question_count *counts)
{
    for (int64_t done = 0; done <= BUDGET; done++)
        counts[done] = (struct question_count){.done = done};
    for (size_t i = 0; i < ended; i++)
        counts[ends[i]].questions++;
    size_t n = 0;
    for (size_t i = 0; i <= BUDGET; i++) {
        if (counts[i].questions > 0)
            counts[n++] = counts[i];
    }
    counts[n++] = (struct question_count){.done = begun, .left = BUDGET - begun, .questions = 1};
    counts[n++] = (struct question_count){.left = BUDGET, .questions = (int64_t)(QUESTIONS - ended - 1)};
    return n;
}

/* Returns in what share of the worlds the forecast interval holds, after `ended` questions have ended and one has
 * begun. */
static double held(enum kind kind, size_t ended)
{
    size_t n_held = 0;
    for (uint64_t world = 1; world <= WORLDS; world++) {
        int64_t ends[QUESTIONS], left = 0;
        struct question_count counts[BUDGET + 3];
        struct random_source random = random_from(world, ended);
        for (size_t i = 0; i < QUESTIONS; i++)
            ends[i] = draw_end(kind, &random);
        int64_t begun = (int64_t)random_below(&random, (uint64_t)ends[ended]);
        for (size_t i = ended; i < QUESTIONS; i++)
            left += ends[i];
        left -= begun;
        size_t n = count_world(ends, ended, begun, counts);
        struct forecast forecast = forecast_make(STOP_WHEN_SETTLED, counts, n, no_pace);
        n_held += forecast.ballots.low <= (double)left && (double)left <= forecast.ballots.high;
    }
    return (double)n_held / WORLDS;
}

static void the_interval_holds_in_95_of_100_worlds(void **state)
{
    (void)state;
    static const size_t ended[] = {6, 20, 50};
    for (enum kind kind = LATE; kind < N_KINDS; kind++) {
        for (size_t i = 0; i < sizeof ended / sizeof *ended; i++) {
            double share = held(kind, ended[i]);
            print_message("# figure: of %zu ended questions the forecast holds in %.1f %%\n", ended[i],
                          100 * share);
            assert_true(share >= .93 && (share <= .995 || ended[i] < 10)); /* wide if few have ended */
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_a_target_the_forecast_counts_the_ballots_left),
        cmocka_unit_test(from_ninety_minutes_on_the_time_is_given_in_hours),
        cmocka_unit_test(one_slow_vote_hardly_moves_the_time_left),
        cmocka_unit_test(without_a_pace_the_hours_are_unknown),
        cmocka_unit_test(less_than_a_minute_is_written_as_under_a_minute),
        cmocka_unit_test(large_numbers_are_grouped),
        cmocka_unit_test(too_few_ended_questions_give_no_forecast),
        cmocka_unit_test(open_questions_end_like_those_that_have_ended),
        cmocka_unit_test(a_question_longer_than_all_others_is_expected_to_use_its_budget),
        cmocka_unit_test(when_all_has_ended_nothing_is_left),
        cmocka_unit_test(a_vote_is_taken_off),
        cmocka_unit_test(the_interval_holds_in_95_of_100_worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
