/* What a setting would change, compared with what it does change once it is set. */
#include "tests/support/sample.h"
#include "tests/support/support.h"

#include "core/store/content/questions.h"
#include "core/store/labelling/status.h"
#include "core/store/setting_effect.h"
#include "core/store/store.h"

#include <math.h>

enum { QUESTIONS = 4, POOL = 5, VOTES = 14 };

/* Makes a database in which the first questions are done. */
static struct store *voted_store(const char *name)
{
    struct test_clock time = {.now = 1000000, .step = 3000};
    struct store *store = sample_store(name, QUESTIONS, POOL);
    struct session *session = sample_session(store, "ann", 1, &time);
    for (int i = 0; i < VOTES; i++)
        sample_vote(session, 1 + i % 3);
    sample_session_close(session);
    return store;
}

static int64_t ballots_left(struct store *store)
{
    struct progress progress;
    struct err err;
    assert_true(store_get_progress(store, &progress, &err));
    return progress.ballots_left;
}

static void read_done(struct store *store, bool done[QUESTIONS])
{
    struct arena arena = {0};
    struct question_row *rows;
    struct err err;
    size_t n;
    assert_true(store_list_questions(store, &arena, &rows, &n, &err));
    assert_int_equal(n, QUESTIONS);
    for (size_t i = 0; i < n; i++)
        done[i] = rows[i].place > 0 && rows[i].ballots_done > 0 && rows[i].ballots_left == 0;
    arena_release(&arena);
}

static uint64_t digest_of_settings(struct store *store)
{
    struct err err;
    uint64_t digest;
    assert_true(settings_digest(store, &digest, &err));
    return digest;
}

static void assert_forecast(struct store *store, enum setting setting, const char *value)
{
    struct arena arena = {0};
    struct setting_effect effect;
    struct err err;
    bool before[QUESTIONS], after[QUESTIONS];
    int64_t reopened = 0, ended = 0;
    const int64_t left = ballots_left(store);
    const uint64_t digest = digest_of_settings(store);
    read_done(store, before);
    assert_true(setting_try(store, setting, bytes_of(value), &arena, &effect, &err));
    assert_int_equal(ballots_left(store), left);
    assert_int_equal(digest_of_settings(store), digest);
    assert_int_equal(effect.votes, VOTES);

    assert_true(setting_put(store, setting, bytes_of(value), &err));
    read_done(store, after);
    for (size_t i = 0; i < QUESTIONS; i++) {
        reopened += before[i] && !after[i];
        ended += !before[i] && after[i];
    }
    assert_int_equal(effect.ballots, ballots_left(store) - left);
    assert_true(effect.are_questions_known);
    assert_int_equal(effect.reopened, reopened);
    assert_int_equal(effect.ended, ended);
    arena_release(&arena);
}

static void the_effect_of_a_setting_is_as_forecast(void **state)
{
    (void)state;
    struct store *store = voted_store("setting-effect");
    assert_forecast(store, SETTING_IMPRESSIONS, "7");
    assert_forecast(store, SETTING_IMPRESSIONS, "2");
    assert_forecast(store, SETTING_BALLOT_SIZE, "2");
    assert_forecast(store, SETTING_SAMPLE, "1");
    assert_forecast(store, SETTING_SAMPLE, "all");
    assert_forecast(store, SETTING_ORDER, "import");
    assert_forecast(store, SETTING_DEALING, "adaptive");
    assert_forecast(store, SETTING_BLIND, "0");
    store_close(store);
}

static void more_impressions_reopen_the_questions_that_are_done(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct setting_effect effect;
    struct err err;
    struct store *store = voted_store("setting-reopens");
    bool done[QUESTIONS];
    int64_t n_done = 0;
    read_done(store, done);
    for (size_t i = 0; i < QUESTIONS; i++)
        n_done += done[i];
    assert_true(n_done > 0);
    assert_true(setting_try(store, SETTING_IMPRESSIONS, bytes_of("9"), &arena, &effect, &err));
    assert_int_equal(effect.reopened, n_done);
    assert_true(effect.ballots > 0);
    assert_true(effect.hours > 0);
    assert_true(bytes_equal(effect.before, bytes_of("3")));
    arena_release(&arena);
    store_close(store);
}

/* The difference in ballots, at the assumed 25 s each. */
static void the_effect_is_in_minutes_before_anybody_votes(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct setting_effect effect;
    struct err err;
    struct store *store = sample_store("setting-minutes", QUESTIONS, POOL);
    assert_true(setting_try(store, SETTING_IMPRESSIONS, bytes_of("9"), &arena, &effect, &err));
    assert_true(effect.ballots > 0);
    assert_int_equal(effect.time.source, TIME_ASSUMED);
    assert_close(effect.hours, (double)effect.ballots * 25 / 3600, 1e-9);
    arena_release(&arena);
    store_close(store);
}

/* Shared ballots get further answers, and some ballots are repeated as controls. Neither means more ballots. */
static void further_answers_are_counted_apart_from_new_ballots(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct setting_effect effect;
    struct err err;
    struct store *store = voted_store("setting-overlap");
    const double left = (double)ballots_left(store);
    assert_true(setting_try(store, SETTING_OVERLAP, bytes_of("0.5x3"), &arena, &effect, &err));
    assert_int_equal(effect.ballots, 0);
    assert_true(fabs(effect.more_answers - left) < 1e-9);
    assert_true(setting_try(store, SETTING_REPEATS, bytes_of("0.5"), &arena, &effect, &err));
    assert_true(fabs(effect.more_answers - left / 2) < 1e-9);
    arena_release(&arena);
    store_close(store);
}

static void a_refused_value_leaves_no_transaction_open(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct setting_effect effect;
    struct err err;
    struct store *store = voted_store("setting-refused");
    assert_false(setting_try(store, SETTING_IMPRESSIONS, bytes_of("many"), &arena, &effect, &err));
    assert_int_equal(err.code, ERR_USAGE);
    assert_false(setting_try(store, SETTING_GOLD, bytes_of("nobody"), &arena, &effect, &err));
    assert_true(setting_put(store, SETTING_IMPRESSIONS, bytes_of("4"), &err));
    arena_release(&arena);
    store_close(store);
}

static void assert_meaning(enum setting setting, const char *value, const char *expected)
{
    struct buffer text = {0};
    setting_add_meaning(setting, bytes_of(value), &text);
    assert_string_equal(buffer_string(&text), expected);
    buffer_release(&text);
}

static void a_value_is_described_in_words(void **state)
{
    (void)state;
    assert_meaning(SETTING_IMPRESSIONS, "3", "each candidate is shown 3 times");
    assert_meaning(SETTING_BLIND, "0", "docid, prior and source are shown");
    assert_meaning(SETTING_BLIND, "1", "docid, prior and source are hidden");
    assert_meaning(SETTING_DEALING, "adaptive", "ballots where an answer teaches most");
    assert_meaning(SETTING_SAMPLE, "all", "all questions are labelled");
    assert_meaning(SETTING_SAMPLE, "12", "the first 12 questions of the order are labelled");
    assert_meaning(SETTING_GOLD, "", "nobody is checked");
    assert_meaning(SETTING_GOLD, "maria", "1 ballot in 20 is a check against maria");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_effect_of_a_setting_is_as_forecast),
        cmocka_unit_test(more_impressions_reopen_the_questions_that_are_done),
        cmocka_unit_test(the_effect_is_in_minutes_before_anybody_votes),
        cmocka_unit_test(further_answers_are_counted_apart_from_new_ballots),
        cmocka_unit_test(a_refused_value_leaves_no_transaction_open),
        cmocka_unit_test(a_value_is_described_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
