/* What the app does beside its screens; tests/screens shows those. */
#include "tests/support/support.h"

#include "core/store/store.h"
#include "tests/support/sample.h"
#include "tui/app/app.h"

enum { MINUTE_MS = 60 * 1000 };

/* A key, and how long after the one before it comes. */
struct press {
    char32_t code;
    int64_t after_ms;
};

/* A database with one ballot in all, an annotator at it, and a terminal that plays presses. */
struct seat {
    struct store *store;
    struct test_clock time;
    const struct press *presses; /* NAMED_STOP ends them */
    bool is_free;                /* at the end: whether another annotator gets the ballot */
};

static bool can_be_taken(struct seat *seat)
{
    struct err err;
    struct session *other = sample_session(seat->store, "other", 1, &seat->time);
    bool taken = session_ballot(other) != NULL;
    assert_true(session_close(other, &err));
    return taken;
}

static void size(void *context, int *rows, int *columns)
{
    (void)context;
    *rows = 24;
    *columns = 80;
}

static void present(void *context, const struct surface *surface)
{
    (void)context, (void)surface;
}

static struct key next_key(void *context, int timeout_ms)
{
    (void)timeout_ms;
    struct seat *seat = context;
    const struct press *press = seat->presses++;
    seat->time.now += press->after_ms;
    if (press->code == NAMED_STOP)
        seat->is_free = can_be_taken(seat);
    return (struct key){.code = press->code};
}

/* Plays the presses; whether another annotator gets the ballot at their end. */
static bool is_free_after(const char *name, const struct press *presses)
{
    struct err err;
    struct labelling *labelling = NULL;
    struct seat seat = {.store = sample_store(name, 1, 3), .time = {.now = 1000}, .presses = presses};
    struct labelling_options options = {.store = seat.store,
                                        .annotator = bytes_of("ann"),
                                        .seed = 1,
                                        .clock = test_clock_make(&seat.time)};
    struct preferences preferences = {0};
    struct app_options app_options = {.store = seat.store,
                                      .database_path = name,
                                      .clock = test_clock_make(&seat.time),
                                      .preferences = &preferences};
    struct terminal terminal = {.size = size, .next_key = next_key, .present = present, .context = &seat};
    assert_true(labelling_open(&labelling, &options, &err));
    assert_false(app_run(labelling, &terminal, &app_options, &err));
    assert_int_equal(err.code, ERR_INTERRUPTED);
    assert_true(labelling_close(labelling, &err));
    store_close(seat.store);
    return seat.is_free;
}

static void who_scrolls_keeps_the_ballot(void **state)
{
    (void)state;
    static const struct press presses[] = {{'j', 4 * MINUTE_MS},
                                           {NAMED_NOTHING, 0},
                                           {'j', 4 * MINUTE_MS},
                                           {NAMED_NOTHING, 0},
                                           {NAMED_STOP, 4 * MINUTE_MS}};
    assert_false(is_free_after("scrolls.db", presses));
}

static void who_walked_away_does_not(void **state)
{
    (void)state;
    static const struct press presses[] = {{'j', MINUTE_MS},
                                           {NAMED_NOTHING, 0},
                                           {NAMED_NOTHING, 2 * MINUTE_MS},
                                           {NAMED_STOP, 2 * MINUTE_MS}};
    assert_true(is_free_after("walked.db", presses));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_scrolls_keeps_the_ballot),
        cmocka_unit_test(who_walked_away_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
