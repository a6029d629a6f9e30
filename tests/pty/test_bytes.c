/* A key that changes little writes little: over ssh every byte is waited for. At 120 columns and 40 rows. */
#include "tests/support/support.h"

#include "core/store/fill.h"
#include "core/store/store.h"
#include "tests/support/trial.h"

#include "tests/support/sample.h"

enum {
    REMARK_BYTES = 200,
    FIND_BYTES = 600,
    FOCUS_BYTES = 1500,  /* two frames: three columns of 34 cells, and the lines between them */
    VOTE_BYTES = 4000,   /* one other document, and two of which most is folded: all rows change */
    SCROLL_BYTES = 3000, /* a box of 37 x 33 cells full of words */
    WHOLE_BYTES = 5000,  /* less than a whole screen takes */
};

/* Long documents: scrolling one moves every line of its box. */
static void start(struct trial *trial)
{
    struct store *store;
    struct err err;
    enum stored stored;
    assert_true(store_open(&store, trial->database, STORE_EXISTING, &err));
    assert_true(store_begin(store, &err));
    for (int i = 1; i <= 4; i++) {
        struct buffer text = {0};
        for (int j = 0; j < 600; j++)
            buffer_add_format(&text, "word%d and %s ", (i + j) * 7919 % 1000,
                              j % 3 == 0 ? "some more of them" : "another");
        struct item item = {.id = bytes_of(arena_format(&trial->arena, "d%02d", i)),
                            .text = buffer_bytes(&text)};
        assert_true(store_put_document(store, &item, true, &stored, &err));
        buffer_release(&text);
    }
    assert_true(store_commit(store, &err));
    store_close(store);
    trial_start_in(trial, 40, 120, "TERM=xterm-256color", NULL);
    pty_wait_for(&trial->pty, "q quit");
    pty_settle(&trial->pty);
}

/* What one key writes until the text is there; more than nothing, fewer than `most` bytes, and never the whole screen. */
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
    assert_writes(trial, "\t", "┲━ 2 ━", FOCUS_BYTES);
    assert_writes(trial, "\033[Z", "┏━ 1 ━", FOCUS_BYTES);
}

static void scrolling_draws_one_pane(void **state)
{
    struct trial *trial = *state;
    start(trial);
    assert_writes(trial, "\033OB", "▲▼", SCROLL_BYTES);
}

/* As over a slow line: keys come faster than what they draw could be sent. */
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
    assert_true(trial->pty.written.size < 4 * SCROLL_BYTES);
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
    start(trial);
    assert_writes(trial, "/", "Find:", FIND_BYTES);
    assert_writes(trial, "w", "): w", WHOLE_BYTES);
    assert_writes(trial, "o", "): wo", WHOLE_BYTES);
    assert_writes(trial, "q", "): woq", WHOLE_BYTES); /* all marks go */
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
        trial_test(scrolling_draws_one_pane),
        trial_test(held_arrows_draw_where_they_end),
        trial_test(a_large_change_is_shown_at_once),
        trial_test(line_edit_in_a_find_draws_what_it_marks),
        trial_test(a_vote_draws_the_next_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
