/* What the app does apart from drawing its screens, which tests/screens covers. */
#include "tests/support/support.h"

#include "core/store/store.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"
#include "tui/app/app.h"

#include <string.h>

enum { MINUTE_MS = 60 * 1000 };

/* A key, the time in ms since the key before it, and the SQL that another program runs meanwhile (NULL: none). */
struct press {
    char32_t code;
    int64_t after_ms;
    const char *meanwhile;
};

/* A database with one question, an annotator who labels it, and a terminal that plays presses. */
struct seat {
    struct store *store;
    struct test_clock time;
    const struct press *presses; /* the last one is NAMED_STOP */
    bool is_asked_for;           /* whether another annotator tries to get the ballot at the end … */
    bool is_free;                /* … and whether they got it */
    bool has_quit;               /* whether a key ended the app, not NAMED_STOP, and without an error */
    struct err err;              /* the error that ended it otherwise */
    size_t pool_size;            /* documents of the question; 0: three, which make one ballot */
    size_t n_warnings;           /* number of drawn screens that show a warning */
    struct buffer status;        /* the line above the keys, as it was last drawn */
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
    struct seat *seat = context;
    buffer_clear(&seat->status);
    for (int column = 0; column < surface->columns; column++) {
        const struct cell *cell = surface_cell(surface, surface->rows - 2, column);
        buffer_add_byte(&seat->status, cell->glyph.codes[0] > 0x20 ? (char)cell->glyph.codes[0] : 0x20);
    }
    seat->n_warnings += strstr(buffer_string(&seat->status), " ! ") != NULL;
}

static struct key next_key(void *context, int timeout_ms)
{
    (void)timeout_ms;
    struct seat *seat = context;
    const struct press *press = seat->presses++;
    seat->time.now += press->after_ms;
    if (press->meanwhile != NULL)
        assert_int_equal(beside_execute(seat->store, press->meanwhile), SQLITE_OK);
    if (press->code == NAMED_STOP && seat->is_asked_for)
        seat->is_free = can_be_taken(seat);
    return (struct key){.code = press->code};
}

/* Plays the presses in a new database of this name. The caller closes the store. */
static void play(struct seat *seat, const char *name)
{
    struct err err;
    struct labelling *labelling = NULL;
    seat->store = sample_store(name, 1, seat->pool_size > 0 ? seat->pool_size : 3);
    seat->time.now = 1000;
    struct labelling_options options = {.store = seat->store,
                                        .annotator = bytes_of("ann"),
                                        .seed = 1,
                                        .clock = test_clock_make(&seat->time)};
    struct preferences preferences = {0};
    struct app_options app_options = {.store = seat->store,
                                      .database_path = store_is_on_server(seat->store) ? "server://s" : name,
                                      .clock = test_clock_make(&seat->time),
                                      .preferences = &preferences};
    struct terminal terminal = {.size = size, .next_key = next_key, .present = present, .context = seat};
    assert_true(labelling_open(&labelling, &options, &err));
    seat->has_quit = app_run(labelling, &terminal, &app_options, &seat->err);
    assert_true(labelling_close(labelling, &err));
}

/* Plays the presses, and returns whether another annotator gets the ballot at the end. */
static bool is_free_after(const char *name, const struct press *presses)
{
    struct seat seat = {.presses = presses, .is_asked_for = true};
    play(&seat, name);
    store_close(seat.store);
    assert_false(seat.has_quit);
    assert_int_equal(seat.err.code, ERR_INTERRUPTED);
    buffer_release(&seat.status);
    return seat.is_free;
}

static void scrolling_renews_the_lease_of_the_ballot(void **state)
{
    (void)state;
    static const struct press presses[] = {{'j', 4 * MINUTE_MS, NULL},
                                           {NAMED_NOTHING, 0, NULL},
                                           {'j', 4 * MINUTE_MS, NULL},
                                           {NAMED_NOTHING, 0, NULL},
                                           {NAMED_STOP, 4 * MINUTE_MS, NULL}};
    assert_false(is_free_after("scrolls.db", presses));
}

static void without_key_presses_the_lease_of_the_ballot_ends(void **state)
{
    (void)state;
    static const struct press presses[] = {{'j', MINUTE_MS, NULL},
                                           {NAMED_NOTHING, 0, NULL},
                                           {NAMED_NOTHING, 2 * MINUTE_MS, NULL},
                                           {NAMED_STOP, 2 * MINUTE_MS, NULL}};
    assert_true(is_free_after("walked.db", presses));
}

#define NO_NOTES "ALTER TABLE note_draft RENAME TO elsewhere"
#define NOTES "ALTER TABLE elsewhere RENAME TO note_draft"

/* The annotator types a note and marks a passage before there is a pause in which either could be stored. */
static void a_mark_is_stored_even_if_the_note_beside_it_cannot_be(void **state)
{
    (void)state;
    static const struct press presses[] = {
        {NAMED_NOTHING, 0, NO_NOTES}, {'e', 0, NULL},           {'x', 0, NULL},
        {NAMED_ENTER, 0, NULL},       {'v', 0, NULL},           {NAMED_ENTER, 0, NULL},
        {NAMED_NOTHING, 0, NULL},     {NAMED_NOTHING, 0, NULL}, {NAMED_STOP, 0, NULL}};
    struct seat seat = {.presses = presses};
    play(&seat, "no-notes.db");
    assert_int_equal(beside_integer(seat.store, "SELECT count(*) FROM evidence_draft"), 1);
    assert_int_equal(beside_execute(seat.store, NOTES), SQLITE_OK); /* the next test may get this database */
    store_close(seat.store);
    buffer_release(&seat.status);
}

static void storing_a_note_is_tried_again_after_a_failure(void **state)
{
    (void)state;
    static const struct press presses[] = {
        {NAMED_NOTHING, 0, NO_NOTES}, {'e', 0, NULL},           {'x', 0, NULL},
        {NAMED_ENTER, 0, NULL},       {NAMED_NOTHING, 0, NULL}, {NAMED_NOTHING, 0, NOTES},
        {NAMED_NOTHING, 0, NULL},     {'q', 0, NO_NOTES}};
    struct seat seat = {.presses = presses};
    play(&seat, "notes-again.db");
    assert_true(seat.has_quit);
    assert_int_equal(beside_integer(seat.store, "SELECT count(*) FROM elsewhere"), 1);
    assert_int_equal(beside_execute(seat.store, NOTES), SQLITE_OK);
    store_close(seat.store);
    buffer_release(&seat.status);
}

static void a_note_lost_at_the_end_of_a_session_is_reported(void **state)
{
    (void)state;
    static const struct press presses[] = {
        {NAMED_NOTHING, 0, NO_NOTES}, {'e', 0, NULL}, {'x', 0, NULL}, {NAMED_ENTER, 0, NULL}, {'q', 0, NULL}};
    struct seat seat = {.presses = presses};
    play(&seat, "notes-lost.db");
    assert_false(seat.has_quit);
    assert_int_equal(seat.err.code, ERR_DATABASE);
    assert_non_null(
        strstr(seat.err.text, "every answer is saved, but the note of the last ballot is lost: "));
    assert_int_equal(beside_execute(seat.store, NOTES), SQLITE_OK); /* the next test may get this database */
    store_close(seat.store);
    buffer_release(&seat.status);
}

/* The undo is refused: it would leave the unsaved note behind. The note must not move to the next ballot either. */
static void undo_is_refused_while_the_note_of_the_ballot_cannot_be_stored(void **state)
{
    (void)state;
    static const struct press presses[] = {
        {NAMED_NOTHING, 0, NULL}, {'1', MINUTE_MS, NULL}, {NAMED_NOTHING, 0, NO_NOTES},
        {'e', MINUTE_MS, NULL},   {'x', 0, NULL},         {NAMED_ENTER, 0, NULL},
        {'u', MINUTE_MS, NULL},   {NAMED_STOP, 0, NULL}};
    struct seat seat = {.presses = presses, .pool_size = 4};
    play(&seat, "notes-stay.db");
    assert_int_equal(beside_integer(seat.store, "SELECT count(*) FROM answer WHERE withdrawn_at IS NULL"), 1);
    assert_non_null(strstr(buffer_string(&seat.status), " ! "));
    assert_int_equal(beside_execute(seat.store, NOTES), SQLITE_OK); /* the next test may get this database */
    store_close(seat.store);
    buffer_release(&seat.status);
}

/* Of the 90 seconds, 60 were spent in the help. */
static void time_spent_in_the_help_does_not_count_as_answer_time(void **state)
{
    (void)state;
    static const struct press presses[] = {{'?', MINUTE_MS / 3, NULL},
                                           {NAMED_ESCAPE, MINUTE_MS, NULL},
                                           {'1', MINUTE_MS / 6, NULL},
                                           {NAMED_STOP, 0, NULL}};
    struct seat seat = {.presses = presses};
    play(&seat, "covered.db");
    assert_int_equal(beside_integer(seat.store, "SELECT elapsed_ms FROM answer"), MINUTE_MS / 2);
    store_close(seat.store);
    buffer_release(&seat.status);
}

static void searching_runs_in_the_folder_gives_no_warning(void **state)
{
    (void)state;
    static const struct press presses[] = {{NAMED_NOTHING, 0, NULL},
                                           {'o', MINUTE_MS, NULL},
                                           {NAMED_STOP, 0, NULL}};
    struct seat seat = {.presses = presses};
    play(&seat, "looked-for.db");
    assert_null(strstr(buffer_string(&seat.status), " ! "));
    store_close(seat.store);
    buffer_release(&seat.status);
}

static void a_background_failure_is_shown_until_the_operation_succeeds(void **state)
{
    (void)state;
    static const struct press presses[] = {
        {NAMED_NOTHING, 0, NULL}, {NAMED_NOTHING, 0, "ALTER TABLE progress RENAME TO elsewhere"},
        {NAMED_NOTHING, 0, NULL}, {NAMED_NOTHING, 0, "ALTER TABLE elsewhere RENAME TO progress"},
        {NAMED_NOTHING, 0, NULL}, {NAMED_STOP, 0, NULL},
    };
    struct seat seat = {.presses = presses};
    play(&seat, "works-again.db");
    assert_int_not_equal(seat.n_warnings, 0);
    assert_null(strstr(buffer_string(&seat.status), " ! "));
    store_close(seat.store);
    buffer_release(&seat.status);
}

static void a_failed_background_write_is_shown_as_long_as_it_fails(void **state)
{
    (void)state;
    static const struct press presses[] = {
        {NAMED_NOTHING, 0, NULL},
        {'j', 4 * MINUTE_MS, "ALTER TABLE ballot RENAME COLUMN lease_until TO elsewhere"},
        {NAMED_NOTHING, 0, NULL},
        {NAMED_NOTHING, 0, NULL},
        {NAMED_NOTHING, 0, NULL},
        {NAMED_STOP, 0, "ALTER TABLE ballot RENAME COLUMN elsewhere TO lease_until"},
    };
    struct seat seat = {.presses = presses};
    play(&seat, "lease.db");
    assert_non_null(strstr(buffer_string(&seat.status), " ! "));
    store_close(seat.store);
    buffer_release(&seat.status);
}

static void the_warning_disappears_once_a_draft_is_stored(void **state)
{
    (void)state;
    static const struct press presses[] = {
        {NAMED_NOTHING, 0, NO_NOTES}, {'e', 0, NULL},           {'x', 0, NULL},
        {NAMED_ENTER, 0, NULL},       {NAMED_NOTHING, 0, NULL}, {NAMED_NOTHING, 0, NOTES},
        {NAMED_NOTHING, 0, NULL},     {NAMED_STOP, 0, NULL}};
    struct seat seat = {.presses = presses};
    play(&seat, "kept-at-last.db");
    assert_int_not_equal(seat.n_warnings, 0);
    assert_null(strstr(buffer_string(&seat.status), " ! "));
    store_close(seat.store);
    buffer_release(&seat.status);
}

/* An answer cannot be saved. The message does not begin with the name of the file, which may be long. */
static void the_message_about_an_unsaved_answer_begins_with_not_saved(void **state)
{
    (void)state;
    static const struct press presses[] = {{NAMED_NOTHING, 0, "ALTER TABLE slot RENAME TO elsewhere"},
                                           {'1', MINUTE_MS, NULL},
                                           {NAMED_STOP, 0, NULL}};
    struct seat seat = {.presses = presses};
    play(&seat, "not-saved.db");
    assert_non_null(strstr(buffer_string(&seat.status), " ! Not saved: "));
    assert_null(strstr(buffer_string(&seat.status), "not-saved.db"));
    assert_int_equal(beside_execute(seat.store, "ALTER TABLE elsewhere RENAME TO slot"), SQLITE_OK);
    store_close(seat.store);
    buffer_release(&seat.status);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scrolling_renews_the_lease_of_the_ballot),
        cmocka_unit_test(without_key_presses_the_lease_of_the_ballot_ends),
        cmocka_unit_test(the_message_about_an_unsaved_answer_begins_with_not_saved),
        cmocka_unit_test(searching_runs_in_the_folder_gives_no_warning),
        cmocka_unit_test(a_background_failure_is_shown_until_the_operation_succeeds),
        cmocka_unit_test(a_failed_background_write_is_shown_as_long_as_it_fails),
        cmocka_unit_test(the_warning_disappears_once_a_draft_is_stored),
        cmocka_unit_test(time_spent_in_the_help_does_not_count_as_answer_time),
        cmocka_unit_test(a_mark_is_stored_even_if_the_note_beside_it_cannot_be),
        cmocka_unit_test(storing_a_note_is_tried_again_after_a_failure),
        cmocka_unit_test(a_note_lost_at_the_end_of_a_session_is_reported),
        cmocka_unit_test(undo_is_refused_while_the_note_of_the_ballot_cannot_be_stored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
