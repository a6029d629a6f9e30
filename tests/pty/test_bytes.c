/*
 * A key that changes little must write little, because over ssh each byte takes time. The window has 120 columns and 40
 * rows.
 */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/store/content/fill.h"
#include "core/store/store.h"
#include "tests/support/trial.h"

#include "tests/support/sample.h"

#include <stdlib.h>

enum {
    REMARK_BYTES = 200,
    FIND_BYTES = 600,
    FOCUS_BYTES = 1500, /* two frames: three columns of 34 cells and the lines between them */
    VOTE_BYTES = 4000,  /* one document is new and most of the other two is folded: all rows change */
    LINE_BYTES =
        209, /* one line of up to 100 characters, the scroll position, and the way back to the selection */
    SCROLL_BYTES = 500, /* a line with marked words; the first scroll also removes the message of the start */
    PANE_BYTES = 3000,  /* a box of 37 x 33 cells full of words */
    SLOW_LINE = 4000,   /* bytes per second */
    WHOLE_BYTES = 5000, /* less than a whole screen */
};

/* Adds words that are in no question. */
static void add_plain_words(struct buffer *text, int document, int place)
{
    buffer_add_format(text, "word%d and %s ", (document + place) * 7919 % 1000,
                      place % 3 == 0 ? "some more of them" : "another");
}

/*
 * Does the same with words of which no other document has five in a row, so that nothing is marked as a document's
 * own.
 */
static void add_own_words(struct buffer *text, int document, int place)
{
    buffer_add_format(text, "word%d and%d %s%d ", (document + place) * 7919 % 1000, document,
                      place % 3 == 0 ? "some more of them" : "another", document);
}

/* Adds words of the question, each of which is marked. */
static void add_marked_words(struct buffer *text, int document, int place)
{
    static const char *const words[] = {"hose", "split", "fix", "vacuum", "cleaner"};
    struct random_source random = random_from((uint64_t)document, (uint64_t)place);
    for (int i = 0; i < 3; i++)
        buffer_add_format(text, "%s ", words[random_below(&random, sizeof words / sizeof *words)]);
}

/* The documents are long: scrolling moves every line of a box. */
static void start_with(struct trial *trial, const char *terminal, bool has_margins,
                       void (*add_words)(struct buffer *text, int document, int place))
{
    struct store *store;
    struct err err;
    enum stored stored;
    assert_true(store_open(&store, trial->database, STORE_EXISTING, &err));
    assert_true(store_begin(store, &err));
    for (int i = 1; i <= 2; i++) {
        struct item item = {.id = bytes_of(arena_format(&trial->arena, "q%02d", i)),
                            .text = bytes_of("How do I fix the split hose of a vacuum cleaner?")};
        assert_true(store_put_question(store, &item, true, &stored, &err));
    }
    for (int i = 1; i <= 4; i++) {
        struct buffer text = {0};
        for (int j = 0; j < 600; j++)
            add_words(&text, i, j);
        struct item item = {.id = bytes_of(arena_format(&trial->arena, "d%02d", i)),
                            .text = buffer_bytes(&text)};
        assert_true(store_put_document(store, &item, true, &stored, &err));
        buffer_release(&text);
    }
    assert_true(store_commit(store, &err));
    store_close(store);
    trial_start_in(trial, 40, 120, terminal, NULL);
    trial->pty.has_no_margins = !has_margins;
    pty_wait_for(&trial->pty, "q quit");
    pty_settle(&trial->pty);
}

static void start_on(struct trial *trial, const char *terminal, bool has_margins)
{
    start_with(trial, terminal, has_margins, add_plain_words);
}

static void start(struct trial *trial)
{
    start_on(trial, "TERM=xterm-256color", true);
}

/*
 * Checks that one key, until the text appears, writes something, fewer than `most` bytes, and never the whole screen.
 */
static void assert_writes(struct trial *trial, const char *key, const char *text, size_t most)
{
    buffer_clear(&trial->pty.written);
    pty_type(&trial->pty, key);
    pty_wait_for(&trial->pty, text);
    pty_settle(&trial->pty);
    size_t size = trial->pty.written.size;
    print_message("# %zu bytes for a key that may take %zu\n", size, most);
    assert_true(size > 0 && size < most);
    assert_false(trial_has_written(trial, "\033[2J"));
}

static void a_remark_writes_a_remark(void **state)
{
    struct trial *trial = *state;
    start(trial);
    assert_writes(trial, "%", "% does nothing here", REMARK_BYTES);
}

static void the_same_again_writes_nothing(void **state)
{
    struct trial *trial = *state;
    start(trial);
    assert_writes(trial, "%", "% does nothing here", REMARK_BYTES);
    buffer_clear(&trial->pty.written);
    pty_type(&trial->pty, "%%%");
    pty_settle(&trial->pty);
    assert_int_equal(trial->pty.written.size, 0);
}

static void moving_the_focus_draws_two_frames(void **state)
{
    struct trial *trial = *state;
    start(trial);
    assert_writes(trial, "\t", "┳━ 2 ", FOCUS_BYTES);
    assert_writes(trial, "\033[Z", "━ 1 ━", FOCUS_BYTES);
}

/* Shows the full texts, so that no differences are marked, and scrolls, so that the message of the start is gone. */
static void scroll_once(struct trial *trial)
{
    pty_type(&trial->pty, "d");
    pty_wait_for(&trial->pty, "full texts");
    pty_type(&trial->pty, "\033OB");
    pty_wait_for(&trial->pty, "above");
    pty_settle(&trial->pty);
}

static void zoom(struct trial *trial)
{
    pty_type(&trial->pty, "z");
    pty_wait_for(&trial->pty, "Esc shows all");
}

static void a_line_of_a_pane_is_moved(void **state)
{
    struct trial *trial = *state;
    start(trial);
    scroll_once(trial);
    assert_writes(trial, "\033OB", "▲▼", LINE_BYTES);
    assert_writes(trial, "\033OA", "▲▼", LINE_BYTES);
}

static void a_line_of_one_document_is_moved(void **state)
{
    struct trial *trial = *state;
    start(trial);
    zoom(trial);
    scroll_once(trial);
    assert_writes(trial, "\033OB", "▲▼", LINE_BYTES);
    assert_writes(trial, "\033OA", "▲▼", LINE_BYTES);
}

static void a_line_of_marked_words_is_moved(void **state)
{
    enum { LINES = 5 };
    struct trial *trial = *state;
    start_with(trial, "TERM=xterm-256color", true, add_marked_words);
    zoom(trial);
    scroll_once(trial);
    for (int i = 0; i < LINES; i++)
        assert_writes(trial, "\033OB", "▲▼", LINE_BYTES);
}

static void assert_moves_whole_rows(struct trial *trial, const char *terminal)
{
    start_on(trial, terminal, false);
    zoom(trial);
    scroll_once(trial);
    assert_writes(trial, "\033OB", "▲▼", LINE_BYTES);
    assert_writes(trial, "\033OA", "▲▼", LINE_BYTES);
}

static void a_terminal_without_margins_moves_whole_rows(void **state)
{
    assert_moves_whole_rows(*state, "TERM=xterm-256color");
}

/* GNU screen has no request that limits the rows to scroll. */
static void gnu_screen_moves_whole_rows(void **state)
{
    assert_moves_whole_rows(*state, "TERM=screen");
}

/* After scrolling, the screen equals one that was drawn from scratch. */
static void moved_lines_look_like_redrawn_lines(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "\033OB"); /* the first key also draws the heavy frame */
    pty_settle(&trial->pty);
    for (int i = 0; i < 9; i++)
        assert_writes(trial, i % 3 == 2 ? "\033OA" : "\033OB", "▼", SCROLL_BYTES);
    char *moved = pty_text(&trial->pty);
    pty_type(&trial->pty, "\x0c");
    pty_settle(&trial->pty);
    char *drawn = pty_text(&trial->pty);
    assert_string_equal(moved, drawn);
    free(moved);
    free(drawn);
}

/* Like a slow line: keys come faster than their output could be sent. */
static void held_arrows_draw_where_they_end(void **state)
{
    struct trial *trial = *state;
    start(trial);
    buffer_clear(&trial->pty.written);
    struct buffer arrows = {0};
    for (int i = 0; i < 60; i++)
        buffer_add_string(&arrows, "\033OB");
    pty_type(&trial->pty, buffer_string(&arrows));
    buffer_release(&arrows);
    pty_wait_for(&trial->pty, "▲▼");
    pty_settle(&trial->pty);
    print_message("# %zu bytes for 60 arrows\n", trial->pty.written.size);
    assert_true(trial->pty.written.size < WHOLE_BYTES);
}

/* Holds the arrow for a second over a line of 4 kB/s. Returns the number of bytes that come after it is released. */
static size_t count_bytes_after_held_arrow(struct trial *trial)
{
    enum { REPEATS = 30, REPEAT_MS = 33 };
    pty_slow_down(&trial->pty, SLOW_LINE);
    for (int i = 0; i < REPEATS; i++) {
        pty_type(&trial->pty, "\033OB");
        pty_take_for(&trial->pty, REPEAT_MS);
    }
    buffer_clear(&trial->pty.written);
    pty_settle(&trial->pty);
    print_message("# %zu bytes after the arrow was let go\n", trial->pty.written.size);
    return trial->pty.written.size;
}

static void scrolling_over_a_slow_line_ends_when_the_arrow_is_released(void **state)
{
    start(*state);
    assert_true(count_bytes_after_held_arrow(*state) < SLOW_LINE / 3);
}

/* Without margins each line redraws a whole pane. Only the picture on its way and the last one may still come. */
static void without_margins_a_new_picture_waits_for_the_previous_one(void **state)
{
    struct trial *trial = *state;
    start_on(trial, "TERM=xterm-256color", false);
    assert_true(count_bytes_after_held_arrow(trial) < 2 * PANE_BYTES);
}

/* The terminal answers at first, and then never again. */
static void a_lost_answer_of_the_terminal_blocks_nothing(void **state)
{
    struct trial *trial = *state;
    start(trial);
    vterm_output_set_callback(trial->pty.vterm, NULL, NULL);
    assert_writes(trial, "2", "Saved: document 2", VOTE_BYTES);
    assert_writes(trial, "%", "% does nothing here", REMARK_BYTES);
}

static void a_large_change_is_shown_at_once(void **state)
{
    struct trial *trial = *state;
    start(trial);
    buffer_clear(&trial->pty.written);
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "Saved: document 2");
    pty_settle(&trial->pty);
    assert_true(trial_has_written(trial, "\033[?2026h"));
    assert_int_equal(pty_last_of_mode(&trial->pty, "?2026"), 'l');
}

static void line_edit_in_a_find_draws_what_it_marks(void **state)
{
    struct trial *trial = *state;
    start_with(trial, "TERM=xterm-256color", true, add_own_words);
    assert_writes(trial, "/", "Find:", FIND_BYTES);
    assert_writes(trial, "w", "): w", WHOLE_BYTES);
    assert_writes(trial, "o", "): wo", WHOLE_BYTES);
    assert_writes(trial, "q", "): woq", WHOLE_BYTES); /* removes all marks */
    assert_writes(trial, "z", "): woqz", FIND_BYTES);
}

static void a_vote_draws_the_next_documents(void **state)
{
    struct trial *trial = *state;
    start(trial);
    assert_writes(trial, "2", "Saved: document 2", VOTE_BYTES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        trial_test(a_remark_writes_a_remark),
        trial_test(the_same_again_writes_nothing),
        trial_test(moving_the_focus_draws_two_frames),
        trial_test(a_line_of_a_pane_is_moved),
        trial_test(a_line_of_one_document_is_moved),
        trial_test(a_line_of_marked_words_is_moved),
        trial_test(a_terminal_without_margins_moves_whole_rows),
        trial_test(gnu_screen_moves_whole_rows),
        trial_test(moved_lines_look_like_redrawn_lines),
        trial_test(held_arrows_draw_where_they_end),
        trial_test(scrolling_over_a_slow_line_ends_when_the_arrow_is_released),
        trial_test(without_margins_a_new_picture_waits_for_the_previous_one),
        trial_test(a_lost_answer_of_the_terminal_blocks_nothing),
        trial_test(a_large_change_is_shown_at_once),
        trial_test(line_edit_in_a_find_draws_what_it_marks),
        trial_test(a_vote_draws_the_next_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
