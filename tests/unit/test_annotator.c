#include "tests/support/support.h"

#include "core/judge/annotator.h"

#include <math.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND };

/* --- Medians --------------------------------------------------------------- */

static void the_median_is_the_middle_or_the_mean_of_the_two_middle_values(void **state)
{
    (void)state;
    int64_t odd[] = {900, 100, 500}, even[] = {900, 100, 10000, 500};
    assert_int_equal(median_of(odd, 3), 500);
    assert_int_equal(median_of(even, 4), 700);
    assert_int_equal(median_of(NULL, 0), 0);
}

/* --- Shares ---------------------------------------------------------------- */

static void nothing_has_no_share(void **state)
{
    (void)state;
    assert_close(share_or_nan(1, 4), 0.25, 0);
    assert_close(share_or_nan(0, 4), 0, 0);
    assert_true(isnan(share_or_nan(0, 0)));
}

/* --- Pace ------------------------------------------------------------------ */

static void pace_is_counted_from_vote_to_vote(void **state)
{
    (void)state;
    struct pace pace = {0};
    pace_add(&pace, 100 * SECOND, 20 * SECOND); /* the first vote: the time from shown to answered */
    pace_add(&pace, 130 * SECOND, 1 * SECOND);
    pace_add(&pace, 140 * SECOND, 1 * SECOND);
    pace_add(&pace, 150 * SECOND, 1 * SECOND);
    pace_add(&pace, 180 * SECOND, 1 * SECOND);
    assert_int_equal(pace.votes, 5);
    assert_int_equal(pace.first_at, 100 * SECOND);
    assert_int_equal(pace.last_at, 180 * SECOND);
    assert_int_equal(pace.active_ms, (20 + 30 + 10 + 10 + 30) * SECOND);
    for (int i = 1; i <= 5; i++)
        pace_add(&pace, (180 + 100 * i) * SECOND, 1 * SECOND);
    assert_close(pace_per_hour(&pace), 60, 1e-9); /* ten votes in ten minutes */
}

/* A single vote, given as soon as its ballot was shown, would count as thousands per hour. */
static void a_few_votes_give_no_pace(void **state)
{
    (void)state;
    struct pace pace = {0};
    for (int i = 1; i <= PACE_VOTES_MIN; i++) {
        assert_true(isnan(pace_per_hour(&pace)));
        pace_add(&pace, i * MINUTE, 1 * MINUTE);
    }
    assert_close(pace_per_hour(&pace), 60, 1e-9);
}

static void less_than_ten_minutes_of_work_give_no_pace(void **state)
{
    (void)state;
    struct pace pace = {0};
    for (int i = 1; i <= 20; i++)
        pace_add(&pace, i * 29 * SECOND, 29 * SECOND);
    assert_true(isnan(pace_per_hour(&pace)));
    pace_add(&pace, 10 * MINUTE, 20 * SECOND);
    assert_close(pace_per_hour(&pace), 21 * 6, 1e-9);
}

static void a_pause_does_not_count(void **state)
{
    (void)state;
    struct pace pace = {0};
    pace_add(&pace, 0, 30 * SECOND);
    pace_add(&pace, 2 * MINUTE, 1 * SECOND); /* two minutes are not yet a pause */
    assert_int_equal(pace.active_ms, 30 * SECOND + 2 * MINUTE);
    pace_add(&pace, 4 * MINUTE + 1, 7 * SECOND); /* a pause: only the time of the ballot itself counts */
    assert_int_equal(pace.active_ms, 37 * SECOND + 2 * MINUTE);
    pace_add(&pace, 120 * MINUTE, 110 * MINUTE); /* shown before lunch, answered after it */
    assert_int_equal(pace.active_ms, 37 * SECOND + 4 * MINUTE);
}

static void a_clock_that_was_set_back_does_not_take_time_away(void **state)
{
    (void)state;
    struct pace pace = {0};
    pace_add(&pace, 60 * MINUTE, 10 * SECOND);
    pace_add(&pace, 30 * MINUTE, 5 * SECOND);
    assert_int_equal(pace.active_ms, 15 * SECOND);
    assert_int_equal(pace.first_at, 30 * MINUTE);
    assert_int_equal(pace.last_at, 60 * MINUTE);
}

static void a_vote_without_a_known_time_does_not_count_towards_the_pace(void **state)
{
    (void)state;
    struct pace pace = {0};
    pace_add(&pace, 10 * SECOND, 0);
    assert_true(isnan(pace_per_hour(&pace)));
    pace_add(&pace, 40 * SECOND, 20 * SECOND);
    pace_add(&pace, 41 * SECOND, 0);
    for (int i = 0; i < 9; i++)
        pace_add(&pace, (120 + 80 * i) * SECOND, 5 * SECOND);
    assert_int_equal(pace.votes, 12);
    assert_int_equal(pace.first_at, 10 * SECOND);
    assert_int_equal(pace.active_ms, (20 + 9 * 80) * SECOND);
    assert_close(pace_per_hour(&pace), 10 * 3600 / 740.0, 1e-9);
}

static void a_median_too_short_to_read_differs_from_one_that_is_only_fast(void **state)
{
    (void)state;
    assert_int_equal(haste_of(799, 3, 500), HASTE_QUICK);
    assert_int_equal(haste_of(800, 3, 2400), HASTE_NONE); /* exactly a third of all annotators' median */
    assert_int_equal(haste_of(800, 3, 2401), HASTE_FAST);
    assert_int_equal(haste_of(400, 2, 9000), HASTE_NONE); /* too few votes */
}

static void a_few_votes_give_no_vote_time(void **state)
{
    (void)state;
    int64_t times[PACE_VOTES_MIN] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    assert_true(isnan(vote_time_of(times, PACE_VOTES_MIN - 1)));
    assert_close(vote_time_of(times, PACE_VOTES_MIN), 5, 0);
}

static void a_time_of_a_vote_beyond_two_minutes_counts_as_two_minutes(void **state)
{
    (void)state;
    int64_t times[PACE_VOTES_MIN];
    for (size_t i = 0; i < PACE_VOTES_MIN; i++)
        times[i] = i < 5 ? 60 * SECOND : 60 * MINUTE;
    assert_close(vote_time_of(times, PACE_VOTES_MIN), 90 * SECOND, 0); /* between one minute and two */
}

/* --- Position bias --------------------------------------------------------- */

/*
 * Upper critical values of the chi-square distribution as published in the NIST/SEMATECH e-Handbook of Statistical
 * Methods, table 1.3.6.7.4. They have three decimals, so the tail equals the given probability within 0.2 %.
 */
static void the_chi_square_tail_matches_the_published_table(void **state)
{
    (void)state;
    static const struct {
        int degrees;
        double at_10, at_5, at_1, at_01; /* at 10 %, 5 %, 1 % and 0.1 % */
    } rows[] = {
        {1, 2.706, 3.841, 6.635, 10.828},   {2, 4.605, 5.991, 9.210, 13.816},
        {3, 6.251, 7.815, 11.345, 16.266},  {4, 7.779, 9.488, 13.277, 18.467},
        {5, 9.236, 11.070, 15.086, 20.515}, {10, 15.987, 18.307, 23.209, 29.588},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_close(chi_square_tail(rows[i].at_10, rows[i].degrees), 0.10, 0.10 * 0.002);
        assert_close(chi_square_tail(rows[i].at_5, rows[i].degrees), 0.05, 0.05 * 0.002);
        assert_close(chi_square_tail(rows[i].at_1, rows[i].degrees), 0.01, 0.01 * 0.002);
        assert_close(chi_square_tail(rows[i].at_01, rows[i].degrees), 0.001, 0.001 * 0.002);
        assert_close(chi_square_tail(0, rows[i].degrees), 1, 1e-12);
    }
}

static struct slot_wins wins_of(const int64_t *of_two, const int64_t *of_three)
{
    struct slot_wins slots = {0};
    for (int i = 0; i < 2; i++)
        slots.wins[2][i] = of_two[i];
    for (int i = 0; i < 3; i++)
        slots.wins[3][i] = of_three[i];
    return slots;
}

#define WINS(two_1, two_2, three_1, three_2, three_3)                                                        \
    wins_of((const int64_t[]){two_1, two_2}, (const int64_t[]){three_1, three_2, three_3})

/* X² = (8² + 4² + 4²) / 20 = 4.8; with two degrees of freedom the tail is exp(-X²/2). */
static void three_slots_are_compared_with_a_third_each(void **state)
{
    (void)state;
    struct slot_wins slots = WINS(0, 0, 28, 16, 16);
    assert_close(slot_wins_p(&slots), exp(-2.4), 1e-12);
    assert_false(slot_wins_are_biased(&slots));
}

/* X² = 2 · 10² / 30 = 6.667 > 6.635, the published critical value at 1 %; 2 · 9² / 30 = 5.4 is below it. */
static void two_slots_are_compared_with_a_half_each(void **state)
{
    (void)state;
    struct slot_wins biased = WINS(40, 20, 0, 0, 0), by_chance = WINS(39, 21, 0, 0, 0);
    assert_true(slot_wins_are_biased(&biased));
    assert_false(slot_wins_are_biased(&by_chance));
}

/* X² is 5.4 for the ballots of two slots and 6.4 for those of three. The sum, 11.8, is above 11.345, the critical value
 * at 1 % with three degrees of freedom. Neither is significant alone. */
static void chi_square_is_summed_over_ballots_of_two_and_of_three_slots(void **state)
{
    (void)state;
    struct slot_wins two = WINS(39, 21, 0, 0, 0), three = WINS(0, 0, 28, 20, 12),
                     both = WINS(39, 21, 28, 20, 12);
    assert_false(slot_wins_are_biased(&two));
    assert_false(slot_wins_are_biased(&three));
    assert_true(slot_wins_are_biased(&both));
}

static void too_few_votes_say_nothing(void **state)
{
    (void)state;
    struct slot_wins few = WINS(9, 0, 14, 0, 0), enough = WINS(10, 0, 14, 0, 0);
    assert_true(isnan(slot_wins_p(&few)));
    assert_false(slot_wins_are_biased(&few));
    assert_true(slot_wins_are_biased(&enough)); /* from the ballots of two slots alone: X² = 10 */
    assert_close(slot_wins_p(&enough), chi_square_tail(10, 1), 1e-12);
}

static void votes_for_none_and_ballots_of_one_slot_count_for_no_position(void **state)
{
    (void)state;
    struct slot_wins slots = {0};
    slot_wins_add(&slots, 3, VOTE_NONE);
    slot_wins_add(&slots, 3, 2);
    for (int i = 0; i < 100; i++)
        slot_wins_add(&slots, 1, 1);
    assert_int_equal(slots.wins[3][1], 1);
    assert_int_equal(slots.wins[3][0] + slots.wins[3][2], 0);
    assert_true(isnan(slot_wins_p(&slots)));
}

/* --- Self-consistency ------------------------------------------------------ */

#define CHOICE(at, ...)                                                                                      \
    (struct choice)                                                                                          \
    {                                                                                                        \
        .document_ids = {__VA_ARGS__}, .n_slots = sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t),        \
        .position = (at)                                                                                     \
    }

static struct repeats repeats_of(const struct choice *choices, size_t n)
{
    struct repeats repeats = {0};
    repeats_add(&repeats, choices, n);
    return repeats;
}

static void a_pair_decided_again_is_a_repeat_whatever_its_slots(void **state)
{
    (void)state;
    struct choice choices[] = {CHOICE(1, 7, 8, 9), CHOICE(3, 6, 8, 7)}; /* 7 before 8, both times */
    struct repeats repeats = repeats_of(choices, 2);
    assert_int_equal(repeats.all, 1);
    assert_int_equal(repeats.agreeing, 1);
    choices[1].position = 2; /* now 8 before 7 */
    repeats = repeats_of(choices, 2);
    assert_int_equal(repeats.all, 1);
    assert_int_equal(repeats.agreeing, 0);
    assert_true(isnan(repeats_share(&repeats))); /* too few */
}

static void a_ballot_that_chose_neither_decides_nothing_between_them(void **state)
{
    (void)state;
    struct choice choices[] = {CHOICE(1, 7, 8, 9), CHOICE(1, 6, 8, 7), CHOICE(VOTE_NONE, 7, 8, 5)};
    struct repeats repeats = repeats_of(choices, 3);
    assert_int_equal(repeats.all, 0);
    assert_true(isnan(repeats_share(&repeats)));
}

static void each_decision_is_compared_with_the_one_before(void **state)
{
    (void)state;
    struct choice choices[] = {CHOICE(1, 7, 8), CHOICE(2, 8, 7), CHOICE(1, 8, 7),
                               CHOICE(2, 7, 8), CHOICE(1, 7, 8), CHOICE(1, 7, 8)};
    struct repeats repeats = repeats_of(choices, 6); /* 7, 7, 8, 8, 7, 7 */
    assert_int_equal(repeats.all, 5);
    assert_int_equal(repeats.agreeing, 3);
    assert_close(repeats_share(&repeats), 0.6, 1e-12);
}

static void the_winner_of_three_decides_two_pairs(void **state)
{
    (void)state;
    struct choice choices[] = {CHOICE(1, 7, 8, 9), CHOICE(2, 9, 7, 8)};
    struct repeats repeats = repeats_of(choices, 2); /* 7 before 8 and 7 before 9; 8 and 9 are not compared */
    assert_int_equal(repeats.all, 2);
    assert_int_equal(repeats.agreeing, 2);
}

/* Expected values: scipy.stats.chi2_contingency(…, correction=False) of the same tables. */
static void the_p_value_of_two_shares_is_that_of_pearsons_test(void **state)
{
    (void)state;
    assert_close(share_difference_p(10, 30, 30, 70), 0.37299848361348714, 1e-12);
    assert_close(share_difference_p(30, 100, 100, 900), 9.908477229813063e-08, 1e-15);
    assert_close(share_difference_p(30, 100, 30, 100), 1, 1e-12);
}

static void too_few_observations_give_no_p_value(void **state)
{
    (void)state;
    assert_true(isnan(share_difference_p(0, 0, 0, 0)));
    assert_true(isnan(share_difference_p(3, 9, 1, 100)));
    assert_true(isnan(share_difference_p(5, 10, 0, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_p_value_of_two_shares_is_that_of_pearsons_test),
        cmocka_unit_test(too_few_observations_give_no_p_value),
        cmocka_unit_test(the_median_is_the_middle_or_the_mean_of_the_two_middle_values),
        cmocka_unit_test(nothing_has_no_share),
        cmocka_unit_test(pace_is_counted_from_vote_to_vote),
        cmocka_unit_test(a_pause_does_not_count),
        cmocka_unit_test(a_clock_that_was_set_back_does_not_take_time_away),
        cmocka_unit_test(less_than_ten_minutes_of_work_give_no_pace),
        cmocka_unit_test(a_median_too_short_to_read_differs_from_one_that_is_only_fast),
        cmocka_unit_test(a_few_votes_give_no_vote_time),
        cmocka_unit_test(a_time_of_a_vote_beyond_two_minutes_counts_as_two_minutes),
        cmocka_unit_test(a_vote_without_a_known_time_does_not_count_towards_the_pace),
        cmocka_unit_test(a_few_votes_give_no_pace),
        cmocka_unit_test(the_chi_square_tail_matches_the_published_table),
        cmocka_unit_test(three_slots_are_compared_with_a_third_each),
        cmocka_unit_test(two_slots_are_compared_with_a_half_each),
        cmocka_unit_test(chi_square_is_summed_over_ballots_of_two_and_of_three_slots),
        cmocka_unit_test(too_few_votes_say_nothing),
        cmocka_unit_test(votes_for_none_and_ballots_of_one_slot_count_for_no_position),
        cmocka_unit_test(a_pair_decided_again_is_a_repeat_whatever_its_slots),
        cmocka_unit_test(a_ballot_that_chose_neither_decides_nothing_between_them),
        cmocka_unit_test(each_decision_is_compared_with_the_one_before),
        cmocka_unit_test(the_winner_of_three_decides_two_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
