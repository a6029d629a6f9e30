/* The real program in a real pseudo-terminal. */
#include "tests/support/support.h"

#include "core/store/content/fill.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tests/support/sample.h"
#include "tests/support/trial.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* --- The loop ----------------------------------------------------------------------------------- */

static void the_first_ballot_is_shown(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_wait_for(&trial->pty, "Question 1?");
    pty_wait_for(&trial->pty, "0 of 8 ballots");
    pty_type(&trial->pty, "?");
    pty_wait_for(&trial->pty, "pty.db · expert1");
}

static void a_vote_is_durable_when_it_is_confirmed(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "Saved: document 2");
    trial_assert_votes(trial, 1);
    pty_wait_for(&trial->pty, "1 of 8 ballots");
}

static void set(const struct trial *trial, enum setting setting, const char *value)
{
    struct store *store;
    struct err err;
    assert_true(store_open(&store, trial->database, STORE_EXISTING, &err));
    assert_true(setting_put(store, setting, bytes_of(value), &err));
    store_close(store);
}

/*
 * The greeting is shown only until the first vote. An annotator who quits is told that all is saved and how to
 * continue.
 */
static void a_new_annotator_sees_the_guide_once_and_how_to_resume(void **state)
{
    struct trial *trial = *state;
    set(trial, SETTING_GUIDE, "The **newest** one.");
    trial_start_in(trial, 24, 80, "TERM=xterm-256color", NULL);
    pty_wait_for(&trial->pty, "The newest one.");
    pty_type(&trial->pty, "\r");
    pty_wait_for(&trial->pty, "Press its number");
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "1 of 8 ballots");
    pty_type(&trial->pty, "q");
    pty_wait_for(&trial->pty, "your answer is saved; continue at any time with: assay label ");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
    pty_end(&trial->pty);
    trial_start_in(trial, 24, 80, "TERM=xterm-256color", NULL);
    pty_wait_for(&trial->pty, "Press its number");
}

static void a_vote_in_a_deleted_file_is_not_reported_as_saved(void **state)
{
    struct trial *trial = *state;
    trial_start_in(trial, 24, 80, "TERM=xterm-256color", NULL);
    pty_wait_for(&trial->pty, "Press its number");
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "1 of 8 ballots");
    assert_int_equal(unlink(trial->database), 0);
    pty_type(&trial->pty, "q");
    assert_int_equal(pty_wait_exit(&trial->pty), 1);
    assert_true(trial_has_written(trial, "moved, replaced or deleted while in use"));
    assert_false(trial_has_written(trial, "is saved; go on"));
}

static void quitting_a_decision_between_runs_says_how_to_resume_it(void **state)
{
    struct trial *trial = *state;
    const char *a = support_file(&trial->arena, "a.run", bytes_of("q01 Q0 d01 1 2 a\nq01 Q0 d02 2 1 a\n"));
    const char *b = support_file(&trial->arena, "b.run", bytes_of("q01 Q0 d02 1 2 b\nq01 Q0 d01 2 1 b\n"));
    const char *const arguments[] = {trial_program(), "label", trial->database, "--decide", a, b, "-m",
                                     "nDCG@2",        NULL};
    const char *const environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL};
    pty_start(&trial->pty, 24, 200, arguments, environment);
    pty_wait_for(&trial->pty, "q quit");
    pty_type(&trial->pty, "q");
    pty_wait_for(&trial->pty, arena_format(&trial->arena, "--decide %s", a));
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
}

static void quitting_after_an_undo_says_that_the_answer_is_not_saved(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "Saved: document 2");
    pty_type(&trial->pty, "u");
    pty_wait_for(&trial->pty, "Undone: your answer was document 2");
    pty_type(&trial->pty, "q");
    pty_wait_for(&trial->pty, "the answer that you undid is not saved");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
}

static void an_undo_takes_the_vote_back(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "Saved: document 2");
    pty_type(&trial->pty, "u");
    pty_wait_for(&trial->pty, "Undone: your answer was document 2");
    trial_assert_votes(trial, 0);
}

static void a_replay_shows_each_answer(void **state)
{
    struct trial *trial = *state;
    const char *const arguments[] = {trial_program(), "label", trial->database, "--replay", "expert1", NULL};
    const char *const environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL};
    trial_start(trial);
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "Saved: document 2");
    pty_type(&trial->pty, "u");
    pty_wait_for(&trial->pty, "Undone: your answer was document 2");
    pty_type(&trial->pty, "q");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
    pty_end(&trial->pty);
    pty_start(&trial->pty, 24, 80, arguments, environment);
    pty_wait_for(&trial->pty, "answer 1 of 1");
    pty_wait_for(&trial->pty, "Chose 2 in ");
    pty_wait_for(&trial->pty, "undone (undo)");
    pty_type(&trial->pty, "n");
    pty_wait_for(&trial->pty, "this is the last answer");
    pty_type(&trial->pty, "q");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
}

/* assay neither reads nor writes files of the account, and no key opens one. */
static void a_kiosk_opens_no_file_and_copies_nothing(void **state)
{
    struct trial *trial = *state;
    const char *const arguments[] = {trial_program(), "label", trial->database, "--annotator", "p17",
                                     "--kiosk",       NULL};
    const char *home = arena_format(&trial->arena, "%s.home", trial->database);
    const char *config = arena_format(&trial->arena, "%s/assay", home);
    assert_true(mkdir(home, 0700) == 0 || errno == EEXIST);
    assert_true(mkdir(config, 0700) == 0 || errno == EEXIST);
    FILE *file = fopen(arena_format(&trial->arena, "%s/config", config), "w");
    assert_non_null(file);
    fputs("secret of the account", file);
    assert_int_equal(fclose(file), 0);
    const char *const environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8",
                                       arena_format(&trial->arena, "XDG_CONFIG_HOME=%s", home),
                                       arena_format(&trial->arena, "XDG_STATE_HOME=%s", home), NULL};
    pty_start(&trial->pty, 24, 80, arguments, environment);
    pty_wait_for(&trial->pty, "q quit");
    pty_type(&trial->pty, "o");
    pty_wait_for(&trial->pty, "o does nothing here");
    pty_type(&trial->pty, "y");
    pty_wait_for(&trial->pty, "y does nothing here");
    pty_type(&trial->pty, "l"); /* outside of a kiosk assay would remember this */
    pty_type(&trial->pty, "q");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
    assert_false(trial_has_written(trial, "\033]52;c;"));
    assert_false(trial_has_written(trial, "assay label"));
    assert_int_not_equal(access(arena_format(&trial->arena, "%s/state", config), F_OK), 0);
}

/* These keys cannot be meant for a ballot that was not yet shown. */
static void keys_typed_ahead_answer_only_the_ballot_on_the_screen(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_wait_for(&trial->pty, "Press its number");
    pty_type(&trial->pty, "12u1");
    pty_wait_for(&trial->pty, "ignored: keys pressed before");
    trial_assert_votes(trial, 1);
    pty_type(&trial->pty, "\t2"); /* without a key before it, the vote could be a slip */
    pty_wait_for(&trial->pty, "Saved: document 2");
    trial_assert_votes(trial, 2);
}

static void waiting_for_another_program_is_shown_and_the_vote_is_kept(void **state)
{
    struct trial *trial = *state;
    struct store *other;
    struct err err;
    trial_start(trial);
    assert_true(store_open(&other, trial->database, STORE_EXISTING, &err));
    assert_true(store_begin(other, &err));
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "waiting for another program that writes to the database");
    store_rollback(other);
    store_close(other);
    pty_wait_for(&trial->pty, "Saved: document 2");
    trial_assert_votes(trial, 1);
}

static void the_annotator_can_read_on_while_a_vote_waits(void **state)
{
    struct trial *trial = *state;
    struct store *other;
    struct err err;
    trial_start(trial);
    assert_true(store_open(&other, trial->database, STORE_EXISTING, &err));
    assert_true(store_begin(other, &err));
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "waiting for another program that writes to the database");
    pty_type(&trial->pty, "z");
    pty_wait_for(&trial->pty, "━ 1 of 3");
    pty_type(&trial->pty, "q"); /* q leaves the zoom, as usual */
    pty_wait_for(&trial->pty, "─ 2  Title");
    store_rollback(other);
    store_close(other);
    pty_wait_for(&trial->pty, "Saved: document 2");
    trial_assert_votes(trial, 1);
}

static void a_waiting_screen_can_be_ended(void **state)
{
    struct trial *trial = *state;
    struct store *other;
    struct err err;
    trial_start(trial);
    assert_true(store_open(&other, trial->database, STORE_EXISTING, &err));
    assert_true(store_begin(other, &err));
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "waiting for another program that writes to the database");
    kill(trial->pty.child, SIGTERM);
    assert_int_equal(pty_wait_exit(&trial->pty), 1);
    assert_true(pty_is_as_found(&trial->pty));
    store_rollback(other);
    store_close(other);
    trial_assert_votes(trial, 0);
}

static void the_key_that_quits_ends_a_wait(void **state)
{
    struct trial *trial = *state;
    struct store *other;
    struct err err;
    trial_start(trial);
    assert_true(store_open(&other, trial->database, STORE_EXISTING, &err));
    assert_true(store_begin(other, &err));
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "waiting for another program that writes to the database");
    pty_type(&trial->pty, "q");
    assert_int_equal(pty_wait_exit(&trial->pty), 1);
    assert_true(pty_is_as_found(&trial->pty));
    store_rollback(other);
    store_close(other);
    trial_assert_votes(trial, 0);
}

static void quitting_gives_the_terminal_back(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    assert_false(pty_is_as_found(&trial->pty));
    pty_type(&trial->pty, "q");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
    assert_true(pty_is_as_found(&trial->pty));
    assert_true(trial_has_written(trial, "\033[?1049l"));
}

static void the_next_session_resumes_where_the_last_one_stopped(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "Saved: document 1");
    pty_type(&trial->pty, "q");
    pty_wait_exit(&trial->pty);
    pty_end(&trial->pty);
    trial_start(trial);
    pty_wait_for(&trial->pty, "1 of 8 ballots");
    pty_type(&trial->pty, "u");
    pty_wait_for(&trial->pty, "Undone: your answer was document 1");
}

static void start_with_state(struct trial *trial, const char *folder)
{
    trial_start_in(trial, 24, 80, "TERM=xterm-256color",
                   arena_format(&trial->arena, "XDG_STATE_HOME=%s", folder));
    pty_wait_for(&trial->pty, "q quit");
}

static void quit(struct trial *trial)
{
    pty_type(&trial->pty, "q");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
}

static void the_chosen_layout_is_there_the_next_time(void **state)
{
    struct trial *trial = *state;
    const char *folder = arena_format(&trial->arena, "%s.state", trial->database);
    const char *file = arena_format(&trial->arena, "%s/assay/state", folder);
    unlink(file); /* left by an earlier run */
    start_with_state(trial, folder);
    quit(trial);
    assert_int_not_equal(access(file, F_OK), 0); /* nothing was chosen */
    pty_end(&trial->pty);
    start_with_state(trial, folder);
    pty_type(&trial->pty, "l");
    pty_wait_for(&trial->pty, "one at a time");
    quit(trial);
    assert_int_equal(access(file, F_OK), 0);
    pty_end(&trial->pty);
    start_with_state(trial, folder);
    pty_wait_for(&trial->pty, "─ 1 of 3");
}

/* --- Drawing ------------------------------------------------------------------------------------- */

static void a_resize_draws_the_new_size(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_resize(&trial->pty, 30, 120);
    pty_wait_for(&trial->pty, "─┬─ 2  Title");
    pty_resize(&trial->pty, 10, 30);
    pty_wait_for(&trial->pty, "Needs 40×12");
    pty_resize(&trial->pty, 12, 40);
    pty_wait_for(&trial->pty, "─ 1 of 3");
}

/* Output of another program, such as wall: it scrolls the picture, changes the style and switches the mouse off. */
static const char foreign[] = "\033[24;1H\033[31;7m\r\nBroadcast message\r\n\033[?1000l\033[?2004l";

static void spoil(struct trial *trial)
{
    pty_settle(&trial->pty);
    vterm_input_write(trial->pty.vterm, foreign, sizeof foreign - 1);
    vterm_screen_flush_damage(trial->pty.screen);
    pty_wait_for(&trial->pty, "Broadcast message");
    buffer_clear(&trial->pty.written);
}

/* After Ctrl-L each cell and its look must be as before the other output. */
static void assert_control_l_repaints(struct trial *trial)
{
    VTermScreenCell before[24][80];
    VTermScreenCell cell;
    pty_settle(&trial->pty);
    for (int row = 0; row < 24; row++)
        for (int column = 0; column < 80; column++)
            vterm_screen_get_cell(trial->pty.screen, (VTermPos){row, column}, &before[row][column]);
    spoil(trial);
    pty_type(&trial->pty, "\f");
    pty_wait_for(&trial->pty, "ballots");
    pty_settle(&trial->pty);
    for (int row = 0; row < 24; row++) {
        for (int column = 0; column < 80; column++) {
            vterm_screen_get_cell(trial->pty.screen, (VTermPos){row, column}, &cell);
            uint32_t code = before[row][column].chars[0];
            assert_int_equal(cell.chars[0] != 0 ? cell.chars[0] : ' ', code != 0 ? code : ' ');
            assert_int_equal(cell.attrs.reverse, before[row][column].attrs.reverse);
            assert_true(vterm_color_is_equal(&cell.fg, &before[row][column].fg));
        }
    }
    assert_int_equal(pty_last_of_mode(&trial->pty, "?1000"), 'h');
    assert_int_equal(pty_last_of_mode(&trial->pty, "?2004"), 'h');
}

static void control_l_redraws_every_screen(void **state)
{
    static const char *const ways[] = {"", "m", "b", "c", "a", "i", "o", "?"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct trial *trial = *state;
        if (i > 0)
            pty_end(&trial->pty);
        trial_start(trial);
        pty_type(&trial->pty, ways[i]);
        assert_control_l_repaints(trial);
    }
    trial_assert_votes(*state, 0);
}

static void control_l_redraws_prompts(void **state)
{
    static const char *const ways[] = {"/of", "eBecause", "s", "b/q"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct trial *trial = *state;
        if (i > 0)
            pty_end(&trial->pty);
        trial_start(trial);
        pty_type(&trial->pty, ways[i]);
        assert_control_l_repaints(trial);
    }
    trial_assert_votes(*state, 0);
}

static void a_find_marks_what_it_found(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
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
    trial_start(trial);
    pty_type(&trial->pty, "\tz");
    pty_wait_for(&trial->pty, "━ 2 of 3");
    pty_type(&trial->pty, "\033");
    pty_wait_for(&trial->pty, "─ 1  Title");
}

static void help_is_opened_and_left(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_type(&trial->pty, "?");
    pty_wait_for(&trial->pty, "Keys of this screen");
    pty_type(&trial->pty, "?");
    pty_wait_for(&trial->pty, "PgUp PgDn Ctrl-U");
    pty_type(&trial->pty, "\033[6~");
    pty_wait_for(&trial->pty, "Undo your last answer; press");
    pty_type(&trial->pty, "\r");
    pty_wait_for(&trial->pty, "Question 1?");
}

static void a_key_that_changes_little_writes_little(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    buffer_clear(&trial->pty.written);
    pty_type(&trial->pty, "%");
    pty_wait_for(&trial->pty, "% does nothing here");
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

    trial_start(trial);
    pty_resize(&trial->pty, 30, 120);
    pty_wait_for(&trial->pty, "q quit   ? help");
    for (int row = 5; row < 14; row++) { /* three boxes of 39 columns with lines between them */
        assert_int_equal(pty_code(&trial->pty, row, 39), U'│');
        assert_int_equal(pty_code(&trial->pty, row, 79), U'│');
    }
}

/* --- Keys ----------------------------------------------------------------------------------------- */

static void pasted_text_never_votes(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_type(&trial->pty, "\033[200~1 2 none\n3\033[201~");
    pty_type(&trial->pty, "%");
    pty_wait_for(&trial->pty, "% does nothing here");
    trial_assert_votes(trial, 0);
}

/* If the terminal does not mark a paste, a burst of characters must not vote, undo or quit. */
static void a_burst_of_characters_is_not_an_answer(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "Saved: document 2");
    pty_settle(&trial->pty);
    pty_type(&trial->pty, "1 quick use of unit 3");
    pty_wait_for(&trial->pty, "ignored: many keys at once");
    pty_type(&trial->pty, "%");
    pty_wait_for(&trial->pty, "% does nothing here");
    trial_assert_votes(trial, 1);
}

/* assay remembers the layout that l chooses, so pasted text with an l must not change it. */
static void a_burst_of_characters_changes_no_layout(void **state)
{
    struct trial *trial = *state;
    /* In a folder of its own, so that the layout of the other tests stays as it is. */
    start_with_state(trial, arena_format(&trial->arena, "%s.burst", trial->database));
    pty_type(&trial->pty, "l 1 1 1");
    pty_wait_for(&trial->pty, "ignored: many keys at once");
    pty_settle(&trial->pty);
    pty_type(&trial->pty, "%");
    pty_wait_for(&trial->pty, "% does nothing here");
    pty_type(&trial->pty, "l");
    pty_wait_for(&trial->pty, "one at a time");
}

/* The w of a pasted text must not begin a tie: two digits would then name two documents. */
static void a_burst_of_characters_is_not_a_tie(void **state)
{
    struct trial *trial = *state;
    set(trial, SETTING_TIES, "on");
    trial_start(trial);
    pty_type(&trial->pty, "w 3 1 w 1 2 w");
    pty_wait_for(&trial->pty, "ignored: many keys at once");
    pty_settle(&trial->pty);
    pty_type(&trial->pty, "%");
    pty_wait_for(&trial->pty, "% does nothing here");
    trial_assert_votes(trial, 0);
}

static void a_tie_of_three_documents_takes_both_numbers(void **state)
{
    struct trial *trial = *state;
    set(trial, SETTING_TIES, "on");
    trial_start(trial);
    pty_type(&trial->pty, "w");
    pty_wait_for(&trial->pty, "Which two are equally good?");
    pty_type(&trial->pty, "3");
    pty_wait_for(&trial->pty, "Equally good: 3 and which other one?");
    trial_assert_votes(trial, 0);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "Saved: documents 1 and 3");
    trial_assert_votes(trial, 1);
}

static void pasted_text_is_typed_into_a_find(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_type(&trial->pty, "/");
    pty_wait_for(&trial->pty, "Find:");
    pty_type(&trial->pty, "\033[200~of\ndocument\t3\033[201~");
    pty_wait_for(&trial->pty, "of document 3");
    trial_assert_votes(trial, 0);
}

static void an_unknown_key_never_votes(void **state)
{
    /* Keys with modifiers that terminfo does not list, a mouse event, Alt-1, and a late answer of the terminal. */
    static const char *const sequences[] = {"\033[31;9~",   "\033[1;13Z", "\033O1Q",
                                            "\033[<1;2;3M", "\0331",      "\033]11;rgb:1111/2222/3333\a"};
    struct trial *trial = *state;
    trial_start(trial);
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        pty_type(&trial->pty, sequences[i]);
        pty_type(&trial->pty, "%");
        pty_wait_for(&trial->pty, "% does nothing here");
        pty_type(&trial->pty, "\t");
        trial_assert_votes(trial, 0);
    }
}

static void control_s_does_not_freeze_the_screen(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_type(&trial->pty, "\023"
                          "1");
    pty_wait_for(&trial->pty, "Saved: document 1");
}

/* --- The mouse and the clipboard ------------------------------------------------------------------- */

/* Writes what xterm sends: button, column and row counted from 1, M for down, m for up. */
static void press_button(struct trial *trial, int button, int row, int column)
{
    pty_type(&trial->pty, arena_format(&trial->arena, "\033[<%d;%d;%dM\033[<%d;%d;%dm", button, column + 1,
                                       row + 1, button, column + 1, row + 1));
}

static void a_click_on_a_number_votes(void **state)
{
    struct trial *trial = *state;
    VTermPos second;
    trial_start(trial);
    second = pty_wait_for(&trial->pty, "2  Title");
    press_button(trial, 0, second.row, second.col);
    pty_wait_for(&trial->pty, "Saved: document 2");
    press_button(trial, 0, 12, 40); /* on a text */
    pty_type(&trial->pty, "%");
    pty_wait_for(&trial->pty, "% does nothing here");
    trial_assert_votes(trial, 1);
}

static void the_mouse_can_be_left_to_the_terminal_and_stays_there(void **state)
{
    struct trial *trial = *state;
    const char *folder = arena_format(&trial->arena, "%s.state", trial->database);
    unlink(arena_format(&trial->arena, "%s/assay/state", folder)); /* left by an earlier run */
    start_with_state(trial, folder);
    assert_int_equal(pty_last_of_mode(&trial->pty, "?1000"), 'h');
    pty_type(&trial->pty, "M");
    pty_wait_for(&trial->pty, "M undoes it");
    assert_int_equal(pty_last_of_mode(&trial->pty, "?1000"), 'l');
    quit(trial);
    pty_end(&trial->pty);
    start_with_state(trial, folder);
    assert_int_not_equal(pty_last_of_mode(&trial->pty, "?1000"), 'h');
    pty_type(&trial->pty, "M");
    pty_wait_for(&trial->pty, "the mouse focuses, votes and scrolls");
    assert_int_equal(pty_last_of_mode(&trial->pty, "?1000"), 'h');
}

static void only_the_first_button_votes(void **state)
{
    struct trial *trial = *state;
    static const int buttons[] = {1, 2, 4, 16, 32, 64, 65, 66, 128, 129};
    trial_start(trial);
    VTermPos first = pty_wait_for(&trial->pty, "1  Title");
    for (size_t i = 0; i < sizeof buttons / sizeof *buttons; i++)
        press_button(trial, buttons[i], first.row, first.col);
    pty_type(&trial->pty, "%");
    pty_wait_for(&trial->pty, "% does nothing here");
    trial_assert_votes(trial, 0);
}

static void a_copy_asks_the_terminal(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_type(&trial->pty, "y");
    pty_wait_for(&trial->pty, "copied: ");
    assert_true(trial_has_written(trial, "\033]52;c;VGV4dCBvZi")); /* "Text of" */
}

/* --- Ends ------------------------------------------------------------------------------------------ */

/* Starts with a run so large that a thread reads it. */
static void start_with_large_run(struct trial *trial)
{
    struct buffer text = {0};
    for (int i = 1; i <= 100000; i++)
        buffer_add_format(&text, "q%02d Q0 d%02d %d %d test\n", 1 + i / 60000, i, i, -i);
    const char *run = support_file(&trial->arena, "large.run", buffer_bytes(&text));
    buffer_release(&text);
    const char *const arguments[] = {trial_program(), "label",   trial->database,
                                     "--annotator",   "expert1", "--lead",
                                     "--run",         run,       NULL};
    const char *const environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL};
    pty_start(&trial->pty, 24, 80, arguments, environment);
}

static void the_annotator_can_vote_while_a_large_run_is_read(void **state)
{
    struct trial *trial = *state;
    start_with_large_run(trial);
    pty_wait_for(&trial->pty, "reading runs…");
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "Saved: document 2");
    pty_wait_for(&trial->pty, "on 1 of 2 questions");
    trial_assert_votes(trial, 1);
}

static void a_signal_while_a_run_is_read_ends_it_cleanly(void **state)
{
    struct trial *trial = *state;
    start_with_large_run(trial);
    pty_wait_for(&trial->pty, "reading runs…");
    kill(trial->pty.child, SIGTERM);
    assert_int_equal(pty_wait_exit(&trial->pty), 1);
    assert_true(trial_has_written(trial, "\033[?1049l"));
}

/* The database has one ballot, so another annotator has work only if nobody holds it. */
static void a_signal_gives_the_ballot_in_hand_back(void **state)
{
    struct trial *trial = *state;
    struct err err;
    struct session *session;
    trial_make_database(trial, 1, 3);
    trial_start(trial);
    kill(trial->pty.child, SIGTERM);
    pty_wait_exit(&trial->pty);

    struct store *store;
    struct test_clock test_clock = {.now = ((int64_t)time(NULL) + 1) * 1000};
    assert_true(store_open(&store, trial->database, STORE_EXISTING, &err));
    session = sample_session(store, "expert2", 1, &test_clock);
    assert_non_null(session_ballot(session));
    assert_true(session_close(session, &err));
    store_close(store);
}

static void control_c_ends_it_cleanly(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "Saved: document 1");
    pty_type(&trial->pty, "\003");
    assert_int_equal(pty_wait_exit(&trial->pty), 1);
    assert_true(trial_has_written(trial, "every answer is saved"));
    trial_assert_votes(trial, 1);
}

static void a_closed_terminal_loses_no_vote(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "Saved: document 1");
    pty_hang_up(&trial->pty);
    pty_wait_exit(&trial->pty);
    trial_assert_votes(trial, 1);
}

static void a_stop_without_a_shell_does_not_freeze_it(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    kill(trial->pty.child, SIGTSTP);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "Saved: document 1");
}

/* --- Other commands ---------------------------------------------------------------- */

static void a_table_wider_than_the_terminal_is_shown_in_parts(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *const arguments[] = {trial_program(), "eval",
                                     support_source(&arena, "sample-data/judgments.qrels"),
                                     support_source(&arena, "sample-data/porter.run"), NULL};
    static const char *const environment[] = {"TERM=xterm", NULL};
    struct pty pty;
    pty_start(&pty, 24, 80, arguments, environment);
    assert_int_equal(pty_wait_for(&pty, "run     answered").col, 0);
    assert_int_equal(pty_wait_exit(&pty), 0);
    pty_end(&pty);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        trial_test(the_first_ballot_is_shown),
        trial_test(a_vote_is_durable_when_it_is_confirmed),
        trial_test(a_new_annotator_sees_the_guide_once_and_how_to_resume),
        trial_test(a_vote_in_a_deleted_file_is_not_reported_as_saved),
        trial_test(quitting_a_decision_between_runs_says_how_to_resume_it),
        trial_test(quitting_after_an_undo_says_that_the_answer_is_not_saved),
        trial_test(a_replay_shows_each_answer),
        trial_test(a_kiosk_opens_no_file_and_copies_nothing),
        trial_test(an_undo_takes_the_vote_back),
        trial_test(keys_typed_ahead_answer_only_the_ballot_on_the_screen),
        trial_test(waiting_for_another_program_is_shown_and_the_vote_is_kept),
        trial_test(the_annotator_can_read_on_while_a_vote_waits),
        trial_test(a_waiting_screen_can_be_ended),
        trial_test(the_key_that_quits_ends_a_wait),
        trial_test(quitting_gives_the_terminal_back),
        trial_test(the_next_session_resumes_where_the_last_one_stopped),
        trial_test(the_chosen_layout_is_there_the_next_time),
        trial_test(a_resize_draws_the_new_size),
        trial_test(control_l_redraws_every_screen),
        trial_test(control_l_redraws_prompts),
        trial_test(a_find_marks_what_it_found),
        trial_test(a_document_fills_the_screen_in_the_zoom),
        trial_test(help_is_opened_and_left),
        trial_test(a_key_that_changes_little_writes_little),
        trial_test(wide_and_hostile_text_puts_no_cell_out_of_place),
        trial_test(pasted_text_never_votes),
        trial_test(a_burst_of_characters_is_not_an_answer),
        trial_test(a_burst_of_characters_changes_no_layout),
        trial_test(a_burst_of_characters_is_not_a_tie),
        trial_test(a_tie_of_three_documents_takes_both_numbers),
        trial_test(pasted_text_is_typed_into_a_find),
        trial_test(an_unknown_key_never_votes),
        trial_test(control_s_does_not_freeze_the_screen),
        trial_test(a_click_on_a_number_votes),
        trial_test(the_mouse_can_be_left_to_the_terminal_and_stays_there),
        trial_test(only_the_first_button_votes),
        trial_test(a_copy_asks_the_terminal),
        trial_test(the_annotator_can_vote_while_a_large_run_is_read),
        trial_test(a_signal_while_a_run_is_read_ends_it_cleanly),
        trial_test(a_signal_gives_the_ballot_in_hand_back),
        trial_test(control_c_ends_it_cleanly),
        trial_test(a_closed_terminal_loses_no_vote),
        trial_test(a_stop_without_a_shell_does_not_freeze_it),
        cmocka_unit_test(a_table_wider_than_the_terminal_is_shown_in_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
