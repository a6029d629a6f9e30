/*
 * What annotators save because the screen remembers what was read and shows differences, on the sample data. This is
 * the short form of `make reading-bench`. The simulated annotator answers the same in all cases, so the labels are the
 * same.
 */
#include "tests/support/support.h"

#include "tests/support/reading_trial.h"

enum { BALLOTS = 200 };

static struct reading_trial label_sample(const struct preferences *preferences)
{
    struct arena arena = {0};
    struct reading_trial trial;
    struct err err;
    if (!reading_trial_run(support_source(&arena, "sample-data"), "worth.db", preferences, BALLOTS, &trial,
                           &err))
        fail_msg("%s", err.text);
    arena_release(&arena);
    return trial;
}

static void more_than_a_third_of_the_words_are_not_shown(void **state)
{
    (void)state;
    struct preferences preferences = {0};
    struct reading_trial trial = label_sample(&preferences);
    assert_int_equal(trial.ballots, BALLOTS);
    assert_true(3 * trial.words_shown <= 2 * trial.words);
}

static void all_new_text_is_shown(void **state)
{
    (void)state;
    struct preferences preferences = {0};
    struct reading_trial trial = label_sample(&preferences);
    assert_int_equal(trial.words_shown_new, trial.words_new);
}

static void with_the_preferences_for_whole_texts_every_word_is_shown(void **state)
{
    (void)state;
    struct preferences preferences = {0};
    preferences.values[PREFERENCE_READ_BEFORE] = SHOWN_WHOLE;
    preferences.values[PREFERENCE_DIFFERENCES] = DIFFERENCES_ASKED;
    struct reading_trial trial = label_sample(&preferences);
    assert_int_equal(trial.words_shown, trial.words);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_than_a_third_of_the_words_are_not_shown),
        cmocka_unit_test(all_new_text_is_shown),
        cmocka_unit_test(with_the_preferences_for_whole_texts_every_word_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
