/* The real program in a real pseudo-terminal. */
#include "tests/support/support.h"

#include "tests/support/pty.h"
#include "tests/support/sample.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* One test's database and the program that labels it. */
struct trial {
    struct arena arena;
    struct pty pty;
    const char *database;
};

static const char *program(void)
{
    const char *path = getenv("ASSAY");
    return path != NULL ? path : "build/dev/assay";
}

/* Two questions with four documents each: eight ballots. */
static void make_database(struct trial *trial)
{
    struct store *store = sample_store("pty.db", 2, 4);
    trial->database = arena_copy_string(&trial->arena, store_path(store));
    store_close(store);
}

static void start_in(struct trial *trial, const char *terminal, const char *more)
{
    const char *const arguments[] = {program(), "label", trial->database, "--annotator", "expert1", "--seed",
                                     "7",       NULL};
    const char *const environment[] = {terminal, "LC_ALL=C.UTF-8", more, NULL};
    pty_start(&trial->pty, 24, 80, arguments, environment);
}

static void start(struct trial *trial)
{
    start_in(trial, "TERM=xterm-256color", NULL);
    pty_wait_for(&trial->pty, "q quit");
}

static int set_up(void **state)
{
    struct trial *trial = test_calloc(1, sizeof *trial);
    make_database(trial);
    *state = trial;
    return 0;
}

static int tear_down(void **state)
{
    struct trial *trial = *state;
    pty_end(&trial->pty);
    arena_release(&trial->arena);
    test_free(trial);
    return 0;
}

/* What another program reads in the database. */
static struct progress progress_of(const struct trial *trial)
{
    struct store *store;
    struct progress progress;
    struct err err;
    assert_true(store_open(&store, trial->database, STORE_EXISTING, &err));
    assert_true(store_get_progress(store, &progress, &err));
    store_close(store);
    return progress;
}

static void assert_votes(const struct trial *trial, int64_t votes)
{
    assert_int_equal(progress_of(trial).ballots_done, votes);
}

static bool has_written(const struct trial *trial, const char *bytes)
{
    return strstr(buffer_string(&trial->pty.written), bytes) != NULL;
}

/* --- The loop ----------------------------------------------------------------------------------- */

static void the_first_ballot_is_shown(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_wait_for(&trial->pty, "Question 1?");
    pty_wait_for(&trial->pty, "ballot 1 of");
    pty_wait_for(&trial->pty, "pty.db · expert1");
}

static void a_vote_is_durable_when_it_is_confirmed(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "saved: 2 · 1 of");
    assert_votes(trial, 1);
    pty_wait_for(&trial->pty, "ballot 2 of");
}

static void an_undo_takes_the_vote_back(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "saved: 2");
    pty_type(&trial->pty, "u");
    pty_wait_for(&trial->pty, "taken back: 2");
    assert_votes(trial, 0);
}

static void keys_typed_ahead_are_all_taken(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "120u1");
    pty_wait_for(&trial->pty, "saved: 1 · 3 of");
    assert_votes(trial, 3);
}

static void quitting_gives_the_terminal_back(void **state)
{
    struct trial *trial = *state;
    start(trial);
    assert_false(pty_is_cooked(&trial->pty));
    pty_type(&trial->pty, "q");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
    assert_true(pty_is_cooked(&trial->pty));
    assert_true(has_written(trial, "\033[?1049l"));
}

static void one_goes_on_where_one_was(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "saved: 1");
    pty_type(&trial->pty, "q");
    pty_wait_exit(&trial->pty);
    pty_end(&trial->pty);
    start(trial);
    pty_wait_for(&trial->pty, "ballot 2 of");
    pty_type(&trial->pty, "u");
    pty_wait_for(&trial->pty, "taken back: 1");
}

/* --- Drawing ------------------------------------------------------------------------------------- */

static void a_resize_draws_the_new_size(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_resize(&trial->pty, 30, 120);
    pty_wait_for(&trial->pty, "━┱─ 2 ─");
    pty_wait_for(&trial->pty, "g guide");
    pty_resize(&trial->pty, 10, 30);
    pty_wait_for(&trial->pty, "Please enlarge the window");
    pty_resize(&trial->pty, 12, 40);
    pty_wait_for(&trial->pty, "━ 1  Title");
}

static void a_find_marks_what_it_found(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "/DOCUMENT");
    pty_wait_for(&trial->pty, "Find (1 of 3): DOCUMENT");
    pty_type(&trial->pty, "\r");
    pty_wait_for(&trial->pty, "1 of 3");
    assert_true(pty_cell_of(&trial->pty, "document ").attrs.reverse);
    assert_false(pty_cell_of(&trial->pty, "Text of").attrs.reverse);
}

static void a_document_fills_the_screen_in_the_zoom(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "\tz");
    pty_wait_for(&trial->pty, "┏━ 2 ━");
    pty_type(&trial->pty, "\033");
    pty_wait_for(&trial->pty, "─ 1  Title");
}

static void help_is_opened_and_left(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "?");
    pty_wait_for(&trial->pty, "PgUp PgDn Space");
    pty_type(&trial->pty, "\033[6~");
    pty_wait_for(&trial->pty, "After /, the find");
    pty_type(&trial->pty, "\r");
    pty_wait_for(&trial->pty, "Question 1?");
}

static void a_key_that_changes_little_writes_little(void **state)
{
    struct trial *trial = *state;
    start(trial);
    buffer_clear(&trial->pty.written);
    pty_type(&trial->pty, "x");
    pty_wait_for(&trial->pty, "x does nothing here");
    assert_true(trial->pty.written.size < 200);
}

static void wide_and_hostile_text_puts_no_cell_out_of_place(void **state)
{
    struct trial *trial = *state;
    struct store *store;
    struct err err;
    enum stored stored;
    struct item item = {
        .id = bytes_of("q01"),
        .text = bytes_of(
            "漢字 e\u0301 👩\u200d🔧 🇩🇪 \u202e \033[2J \xff \u0915\u093f \u1112\u1161\u11ab ❤\ufe0f שלום")};
    assert_true(store_open(&store, trial->database, STORE_EXISTING, &err));
    assert_true(store_begin(store, &err));
    assert_true(store_put_question(store, &item, true, &stored, &err));
    for (int i = 1; i <= 4; i++) {
        item.id = bytes_of(arena_format(&trial->arena, "d%02d", i));
        assert_true(store_put_document(store, &item, true, &stored, &err));
    }
    assert_true(store_commit(store, &err));
    store_close(store);

    start(trial);
    pty_resize(&trial->pty, 30, 120);
    pty_wait_for(&trial->pty, "g guide");
    for (int row = 4; row < 27; row++) {
        assert_int_equal(pty_code(&trial->pty, row, 0), U'┃');
        assert_int_equal(pty_code(&trial->pty, row, 119), U'│');
    }
}

static void without_colour_no_colour_is_written(void **state)
{
    struct trial *trial = *state;
    start_in(trial, "TERM=xterm-256color", "NO_COLOR=1");
    pty_wait_for(&trial->pty, "q quit");
    assert_false(has_written(trial, "\033[36m"));
    assert_false(has_written(trial, "38;5"));
    assert_true(pty_cell_of(&trial->pty, "1  Title").attrs.reverse);
}

static void colours_are_used_where_they_are_not_refused(void **state)
{
    struct trial *trial = *state;
    start(trial);
    assert_true(has_written(trial, "38;5;80")); /* the accent of the dark theme */
}

/* --- Keys ----------------------------------------------------------------------------------------- */

static void pasted_text_never_votes(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "\033[200~1 2 none\n3\033[201~");
    pty_type(&trial->pty, "x");
    pty_wait_for(&trial->pty, "x does nothing here");
    assert_votes(trial, 0);
}

static void an_unknown_key_never_votes(void **state)
{
    /* Keys with modifiers that terminfo does not list, a mouse. */
    static const char *const sequences[] = {"\033[31;9~", "\033[1;13Z", "\033O1Q", "\033[<1;2;3M"};
    struct trial *trial = *state;
    start(trial);
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        pty_type(&trial->pty, sequences[i]);
        pty_type(&trial->pty, "x");
        pty_wait_for(&trial->pty, "x does nothing here");
        pty_type(&trial->pty, "\t");
        assert_votes(trial, 0);
    }
}

static void control_s_does_not_freeze_the_screen(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "\023"
                          "1");
    pty_wait_for(&trial->pty, "saved: 1");
}

/* --- The mouse and the clipboard ------------------------------------------------------------------- */

/* What xterm sends: button, column and row from 1, M down, m up. */
static void press_button(struct trial *trial, int button, int row, int column)
{
    pty_type(&trial->pty, arena_format(&trial->arena, "\033[<%d;%d;%dM\033[<%d;%d;%dm", button, column + 1,
                                       row + 1, button, column + 1, row + 1));
}

static void a_click_on_a_number_votes(void **state)
{
    struct trial *trial = *state;
    VTermPos second;
    start(trial);
    second = pty_position_of(&trial->pty, "2  Title");
    press_button(trial, 0, second.row, second.col);
    pty_wait_for(&trial->pty, "saved: 2 · 1 of");
    press_button(trial, 0, 12, 40); /* on a text */
    pty_type(&trial->pty, "x");
    pty_wait_for(&trial->pty, "x does nothing here");
    assert_votes(trial, 1);
}

static void only_the_first_button_votes(void **state)
{
    struct trial *trial = *state;
    static const int buttons[] = {1, 2, 4, 16, 32, 64, 65, 66, 128, 129};
    start(trial);
    VTermPos first = pty_position_of(&trial->pty, "1  Title");
    for (size_t i = 0; i < sizeof buttons / sizeof *buttons; i++)
        press_button(trial, buttons[i], first.row, first.col);
    pty_type(&trial->pty, "x");
    pty_wait_for(&trial->pty, "x does nothing here");
    assert_votes(trial, 0);
}

static void a_copy_asks_the_terminal(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "y");
    pty_wait_for(&trial->pty, "copied: ");
    assert_true(has_written(trial, "\033]52;c;VGV4dCBvZi")); /* "Text of" */
}

/* --- Ends ------------------------------------------------------------------------------------------ */

static void end_by(struct trial *trial, int signal_number)
{
    start(trial);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "saved: 1");
    kill(trial->pty.child, signal_number);
    assert_int_equal(pty_wait_exit(&trial->pty), 1);
    assert_true(pty_is_cooked(&trial->pty));
    assert_true(has_written(trial, "\033[?1049l"));
    assert_votes(trial, 1);
}

/* In a database with a single ballot, another annotator has work only when nobody holds it. */
static void a_signal_gives_the_ballot_in_hand_back(void **state)
{
    struct trial *trial = *state;
    struct err err;
    struct session *session;
    store_close(sample_store("pty.db", 1, 3));
    start(trial);
    kill(trial->pty.child, SIGTERM);
    pty_wait_exit(&trial->pty);

    struct store *store;
    struct test_clock test_clock = {.now = ((int64_t)time(NULL) + 1) * 1000};
    assert_true(store_open(&store, trial->database, STORE_EXISTING, &err));
    assert_true(session_open(&session, store, bytes_of("expert2"), 1, test_clock_make(&test_clock), &err));
    assert_non_null(session_ballot(session));
    assert_true(session_close(session, &err));
    store_close(store);
}

static void sigterm_ends_it_cleanly(void **state)
{
    end_by(*state, SIGTERM);
}

static void sigint_ends_it_cleanly(void **state)
{
    end_by(*state, SIGINT);
}

static void sighup_ends_it_cleanly(void **state)
{
    end_by(*state, SIGHUP);
}

static void control_c_ends_it_cleanly(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "saved: 1");
    pty_type(&trial->pty, "\003");
    assert_int_equal(pty_wait_exit(&trial->pty), 1);
    assert_true(has_written(trial, "every answer is saved"));
    assert_votes(trial, 1);
}

static void a_closed_terminal_loses_no_vote(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "saved: 1");
    pty_hang_up(&trial->pty);
    pty_wait_exit(&trial->pty);
    assert_votes(trial, 1);
}

static void a_stopped_program_goes_on_where_it_was(void **state)
{
    struct trial *trial = *state;
    const char *script =
        arena_format(&trial->arena, "%s label %s --annotator expert1; echo IN THE SHELL; read line; fg",
                     program(), trial->database);
    const char *const arguments[] = {"bash", "-mc", script, NULL};
    const char *const environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL};
    pty_start(&trial->pty, 24, 80, arguments, environment);
    pty_wait_for(&trial->pty, "q quit");
    pty_type(&trial->pty, "\032");
    pty_wait_for(&trial->pty, "IN THE SHELL");
    assert_true(pty_is_cooked(&trial->pty));
    pty_resize(&trial->pty, 30, 120);
    pty_type(&trial->pty, "\n");
    pty_wait_for(&trial->pty, "━┱─ 2 ─");
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "saved: 1");
}

static void a_stop_without_a_shell_does_not_freeze_it(void **state)
{
    struct trial *trial = *state;
    start(trial);
    kill(trial->pty.child, SIGTSTP);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "saved: 1");
}

/* --- Terminals that can't ---------------------------------------------------------------------------- */

static void assert_refused(struct trial *trial, const char *terminal, const char *text)
{
    start_in(trial, terminal, NULL);
    assert_int_equal(pty_wait_exit(&trial->pty), 2);
    assert_true(has_written(trial, text));
    assert_true(has_written(trial, "--plain"));
}

static void a_dumb_terminal_is_refused_by_name(void **state)
{
    assert_refused(*state, "TERM=dumb", "TERM=dumb");
}

static void an_unknown_terminal_is_refused_by_name(void **state)
{
    assert_refused(*state, "TERM=no-such-terminal", "TERM=no-such-terminal");
}

static void no_terminal_type_is_refused(void **state)
{
    assert_refused(*state, "TERM=", "TERM is not set");
}

#define pty_test(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        pty_test(the_first_ballot_is_shown),
        pty_test(a_vote_is_durable_when_it_is_confirmed),
        pty_test(an_undo_takes_the_vote_back),
        pty_test(keys_typed_ahead_are_all_taken),
        pty_test(quitting_gives_the_terminal_back),
        pty_test(one_goes_on_where_one_was),
        pty_test(a_resize_draws_the_new_size),
        pty_test(a_find_marks_what_it_found),
        pty_test(a_document_fills_the_screen_in_the_zoom),
        pty_test(help_is_opened_and_left),
        pty_test(a_key_that_changes_little_writes_little),
        pty_test(wide_and_hostile_text_puts_no_cell_out_of_place),
        pty_test(without_colour_no_colour_is_written),
        pty_test(colours_are_used_where_they_are_not_refused),
        pty_test(pasted_text_never_votes),
        pty_test(an_unknown_key_never_votes),
        pty_test(control_s_does_not_freeze_the_screen),
        pty_test(a_click_on_a_number_votes),
        pty_test(only_the_first_button_votes),
        pty_test(a_copy_asks_the_terminal),
        pty_test(a_signal_gives_the_ballot_in_hand_back),
        pty_test(sigterm_ends_it_cleanly),
        pty_test(sigint_ends_it_cleanly),
        pty_test(sighup_ends_it_cleanly),
        pty_test(control_c_ends_it_cleanly),
        pty_test(a_closed_terminal_loses_no_vote),
        pty_test(a_stopped_program_goes_on_where_it_was),
        pty_test(a_stop_without_a_shell_does_not_freeze_it),
        pty_test(a_dumb_terminal_is_refused_by_name),
        pty_test(an_unknown_terminal_is_refused_by_name),
        pty_test(no_terminal_type_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
