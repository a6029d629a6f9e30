/* assay works on every common type of terminal, with the colours and characters that it has. */
#include "tests/support/support.h"

#include "core/store/content/fill.h"
#include "core/store/content/imports.h"
#include "core/store/store.h"
#include "tests/support/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* --- Terminals that can ------------------------------------------------------------------------------ */

/* Votes and quits. Checks what the program wrote, as for any terminal. */
static void use(struct trial *trial, const char *terminal)
{
    trial_start_in(trial, 24, 80, terminal, NULL);
    pty_wait_for(&trial->pty, "q quit");
    pty_wait_for(&trial->pty, "Question 1?");
    pty_type(&trial->pty, "2");
    pty_wait_for(&trial->pty, "Saved: document 2");
    pty_type(&trial->pty, "q");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
    assert_true(pty_is_as_found(&trial->pty));
    trial_assert_votes(trial, 1);
}

/* In application mode, which assay switches on, the digits of the keypad vote and its Enter is Enter. */
static void the_numeric_keypad_types_digits(void **state)
{
    static const char *const types[] = {"xterm",  "xterm-256color",  "putty", "vt100",         "vt220",
                                        "screen", "screen-256color", "linux", "tmux-256color", "rxvt"};
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        void *void_trial;
        char terminal[64];
        snprintf(terminal, sizeof terminal, "TERM=%s", types[i]);
        print_message("# %s\n", terminal);
        trial_set_up(&void_trial);
        struct trial *trial = void_trial;
        trial_start_in(trial, 24, 80, terminal, NULL);
        pty_wait_for(&trial->pty, "q quit");
        pty_type(&trial->pty, "\033Oo"); /* the keypad's / opens the search */
        pty_wait_for(&trial->pty, "Find:");
        pty_type(&trial->pty, "\033Op\033Oq\033Or\033Os\033Ot\033Ou\033Ov\033Ow\033Ox\033Oy");
        pty_wait_for(&trial->pty, ": 0123456789");
        pty_type(&trial->pty, "\033Oj\033Ok\033Ol\033Om\033On\033Oo");
        pty_wait_for(&trial->pty, ": 0123456789*+,-./");
        pty_type(&trial->pty, "\033OM");
        pty_wait_for(&trial->pty, "is not in any of the documents");
        pty_type(&trial->pty, "\033Or");
        pty_wait_for(&trial->pty, "Saved: document 2");
        trial_assert_votes(trial, 1);
        trial_tear_down(&void_trial);
    }
}

/* A type without a terminfo entry here still works: assay uses a similar type. */
static void assay_runs_on_each_terminal(void **state)
{
    static const char *const types[] = {
        "xterm",         "xterm-256color", "xterm-direct",      "xterm-kitty",           "foot",  "alacritty",
        "tmux-256color", "screen",         "screen-256color",   "screen.xterm-256color", "linux", "vt100",
        "vt220",         "ansi",           "xterm-of-tomorrow", "foot-of-tomorrow",
    };
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        void *trial;
        char terminal[64];
        snprintf(terminal, sizeof terminal, "TERM=%s", types[i]);
        print_message("# %s\n", terminal);
        trial_set_up(&trial);
        use(trial, terminal);
        trial_tear_down(&trial);
    }
}

static void assert_only_ascii_is_written(const struct trial *trial)
{
    for (size_t i = 0; i < trial->pty.written.size; i++)
        assert_true((trial->pty.written.data[i] & 0x80) == 0);
}

static void a_vt100_gets_ascii(void **state)
{
    struct trial *trial = *state;
    trial_start_in(trial, 30, 120, "TERM=vt100", NULL);
    pty_wait_for(&trial->pty, "- 1  Title");
    pty_wait_for(&trial->pty, "? help");
    pty_type(&trial->pty, "\t");
    pty_wait_for(&trial->pty, "= 2  Title");
    pty_type(&trial->pty, "y");
    pty_wait_for(&trial->pty, "this terminal has no clipboard");
    pty_type(&trial->pty, "?");
    pty_wait_for(&trial->pty, "assay | pty.db | expert1");
    assert_only_ascii_is_written(trial);
    assert_false(trial_has_written(trial, "\033]52"));
}

static void the_linux_console_gets_what_its_font_has(void **state)
{
    struct trial *trial = *state;
    trial_start_in(trial, 30, 120, "TERM=linux", NULL);
    pty_wait_for(&trial->pty, "─ 1  Title");
    pty_wait_for(&trial->pty, "? help");
    pty_type(&trial->pty, "\t");
    pty_wait_for(&trial->pty, "═ 2  Title");
    pty_type(&trial->pty, "?");
    pty_wait_for(&trial->pty, "assay · pty.db");
    assert_false(trial_has_written(trial, "━"));
}

/* These terminals have one screen: the last picture stays, and the prompt appears below it. */
static void the_prompt_comes_below_the_last_picture(void **state)
{
    static const char *const types[] = {"TERM=linux", "TERM=vt100", "TERM=vt220"};
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        void *void_trial;
        trial_set_up(&void_trial);
        struct trial *trial = void_trial;
        use(trial, types[i]);
        VTermPos cursor;
        vterm_state_get_cursorpos(vterm_obtain_state(trial->pty.vterm), &cursor);
        assert_int_equal(cursor.row, 23);
        assert_int_equal(cursor.col, 0);
        for (int column = 0; column < 80; column++)
            assert_true(pty_code(&trial->pty, 23, column) == 0 || pty_code(&trial->pty, 23, column) == ' ');
        pty_wait_for(&trial->pty, "q quit"); /* the last picture is still there, one line higher */
        trial_tear_down(&void_trial);
    }
}

/* --- Colours ------------------------------------------------------------------------------------------ */

/* Starts the program with further arguments and with NO_COLOR set to `no_color`. */
static void start_with(struct trial *trial, const char *terminal, const char *no_color, const char *arguments)
{
    const char *script = arena_format(&trial->arena, "exec %s label %s --annotator expert1 %s",
                                      support_shell_word(&trial->arena, trial_program()),
                                      support_shell_word(&trial->arena, trial->database), arguments);
    const char *const words[] = {"sh", "-c", script, NULL};
    const char *const environment[] = {terminal, no_color, "LC_ALL=C.UTF-8", "COLORFGBG=15;0", NULL};
    pty_start(&trial->pty, 24, 80, words, environment);
}

static void assert_coloured(struct trial *trial, const char *terminal, const char *no_color,
                            const char *arguments, const char *sequence)
{
    start_with(trial, terminal, no_color, arguments);
    pty_wait_for(&trial->pty, "q quit");
    if (!trial_has_written(trial, sequence))
        fail_msg("%s %s: not written", terminal, arguments);
}

static void search_in(struct trial *trial, const char *no_color)
{
    const char *const words[] = {trial_program(), "search", trial->database, "document", NULL};
    const char *const environment[] = {"TERM=xterm", no_color, "LC_ALL=C.UTF-8", NULL};
    pty_start(&trial->pty, 24, 80, words, environment);
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
}

static void words_that_are_found_are_bold(void **state)
{
    struct trial *trial = *state;
    search_in(trial, "NO_COLOR=");
    assert_true(trial_has_written(trial, "     Text of \033[1mdocument\033[0m 1.\r\n"));
}

static void words_that_are_found_are_plain_where_no_color_is_set(void **state)
{
    struct trial *trial = *state;
    search_in(trial, "NO_COLOR=1");
    assert_true(trial_has_written(trial, "     Text of document 1.\r\n"));
}

/* The colour is the accent of the dark theme. */
static void eight_colours_are_used_where_there_are_eight(void **state)
{
    assert_coloured(*state, "TERM=xterm", "NO_COLOR=", "", "36m");
}

static void colours_of_the_palette_are_used_where_there_are_256(void **state)
{
    assert_coloured(*state, "TERM=xterm-256color", "NO_COLOR=", "", "38;5;80m");
}

static void true_colours_are_used_where_terminfo_has_them(void **state)
{
    assert_coloured(*state, "TERM=xterm-direct", "NO_COLOR=", "", "38:2::95:215:215m");
}

static void the_light_theme_has_other_colours(void **state)
{
    assert_coloured(*state, "TERM=xterm-256color", "NO_COLOR=", "--theme light", "38;5;24m");
}

static void a_theme_that_is_asked_for_wins_over_no_color(void **state)
{
    assert_coloured(*state, "TERM=xterm-256color", "NO_COLOR=1", "--theme dark", "38;5;80m");
}

static void an_unknown_theme_is_named(void **state)
{
    struct trial *trial = *state;
    start_with(trial, "TERM=xterm-256color", "NO_COLOR=", "--theme purple");
    assert_int_equal(pty_wait_exit(&trial->pty), 2);
    assert_true(trial_has_written(trial, "--theme is dark, light or monochrome, not 'purple'"));
}

static void assert_no_colour(struct trial *trial, const char *terminal, const char *no_color)
{
    trial_start_in(trial, 24, 80, terminal, no_color);
    pty_wait_for(&trial->pty, "? help");
    pty_type(&trial->pty, "\t");
    pty_settle(&trial->pty);
    assert_false(trial_has_written(trial, "38;5") || trial_has_written(trial, "[36m"));
    assert_true(pty_cell_of(&trial->pty, "2  Title").attrs.reverse);
}

static void without_colours_the_attributes_say_it(void **state)
{
    assert_no_colour(*state, "TERM=vt220", NULL);
}

static void no_color_is_obeyed(void **state)
{
    assert_no_colour(*state, "TERM=xterm-256color", "NO_COLOR=1");
}

static void clicolor_is_obeyed_if_it_is_0(void **state)
{
    assert_no_colour(*state, "TERM=xterm-256color", "CLICOLOR=0");
}

static void clicolor_takes_no_colour_else(void **state)
{
    assert_coloured(*state, "TERM=xterm-256color", "CLICOLOR=1", "", "38;5;80m");
}

/* --- A trace ------------------------------------------------------------------------------------------ */

static void a_trace_is_not_written_over_the_screen(void **state)
{
    struct trial *trial = *state;
    start_with(trial, "TERM=xterm-256color", "ASSAY_TRACE=1", "");
    assert_int_equal(pty_wait_exit(&trial->pty), 2);
    assert_true(trial_has_written(trial, "2> trace.txt"));
    assert_false(trial_has_written(trial, "Question 1?"));
}

static void a_trace_in_a_file_leaves_the_screen_alone(void **state)
{
    struct trial *trial = *state;
    start_with(trial, "TERM=xterm-256color", "ASSAY_TRACE=1", "2> /dev/null");
    pty_wait_for(&trial->pty, "Question 1?");
    pty_type(&trial->pty, "q");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
}

/* --- Terminals that can't ----------------------------------------------------------------------------- */

/* assay shows lines of text instead. One line says why, and what to set. */
static void assert_plain(struct trial *trial, const char *terminal, const char *reason)
{
    trial_start_in(trial, 24, 80, terminal, NULL);
    pty_wait_for(&trial->pty, "Question 1?");
    assert_true(trial_has_written(trial, reason));
    assert_true(trial_has_written(trial, "xterm-256color"));
    assert_true(trial_has_written(trial, "--plain"));
    assert_false(trial_has_written(trial, "\033["));
    pty_type(&trial->pty, "2\nq\n");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
    trial_assert_votes(trial, 1);
}

static void a_dumb_terminal_gets_lines_of_text(void **state)
{
    assert_plain(*state, "TERM=dumb", "TERM=dumb");
}

static void an_unknown_terminal_gets_lines_of_text(void **state)
{
    assert_plain(*state, "TERM=no-such-terminal", "TERM=no-such-terminal");
}

static void a_terminal_without_a_name_gets_lines_of_text(void **state)
{
    assert_plain(*state, "TERM=", "TERM is not set");
}

/* Not only the texts are wrapped but also the prompt, and the cursor stays after it. */
static void lines_of_text_are_wrapped_at_words(void **state)
{
    struct trial *trial = *state;
    trial_start_in(trial, 24, 40, "TERM=dumb", NULL);
    pty_wait_for(&trial->pty, "quit >");
    assert_true(trial_has_written(trial, ", c cannot tell, u\r\nundo, ? help, q quit > "));
    pty_type(&trial->pty, "?\n");
    pty_wait_for(&trial->pty, "the next session resumes here");
    assert_true(trial_has_written(trial, "keep TEXT with the\r\nanswer to this ballot"));
    pty_type(&trial->pty, "q\n");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
}

static void start_dumb_with_run(struct trial *trial, const char *run)
{
    const char *const arguments[] = {trial_program(), "label",   trial->database,
                                     "--annotator",   "expert1", "--lead",
                                     "--run",         run,       "-m",
                                     "NumRet",        NULL};
    const char *const environment[] = {"TERM=dumb", "LC_ALL=C.UTF-8", NULL};
    pty_start(&trial->pty, 24, 80, arguments, environment);
    pty_wait_for(&trial->pty, "q quit >");
}

/* As with --plain, the scores include those of questions that were labelled earlier. On the screen they come later. */
static void a_dumb_terminal_gets_the_scores_with_each_answer(void **state)
{
    struct trial *trial = *state;
    struct buffer text = {0};
    for (int i = 0; i < 8; i++)
        buffer_add_format(&text, "q%02d Q0 d%02d 1 %d test\n", 1 + i / 4, 1 + i % 4, -i);
    const char *run = support_file(&trial->arena, "small.run", buffer_bytes(&text));
    buffer_release(&text);
    start_dumb_with_run(trial, run);
    pty_type(&trial->pty, "1\n");
    pty_wait_for(&trial->pty, "small: NumRet 4");
    pty_type(&trial->pty, "q\n");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
    pty_end(&trial->pty);
    start_dumb_with_run(trial, run);
    pty_type(&trial->pty, "b q02\n1\n");
    pty_wait_for(&trial->pty, "small: NumRet 8");
}

/* Returns the colour of the text for a key, on a terminal with this background; NULL: the terminal does not tell. */
static VTermColor colour_on(struct trial *trial, const char *background, const char *environment)
{
    pty_end(&trial->pty);
    trial_start_in(trial, 24, 80, "TERM=xterm-256color", environment);
    trial->pty.background = background;
    pty_wait_for(&trial->pty, "0 none");
    return pty_cell_of(&trial->pty, "0 none").fg;
}

#define WHITE "rgb:ffff/ffff/ffff"
#define BLACK "rgb:0000/0000/0000"

static void the_theme_is_the_one_for_the_background(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    VTermColor light = colour_on(trial, NULL, "COLORFGBG=0;default;15");
    VTermColor dark = colour_on(trial, NULL, "COLORFGBG=15;0");
    assert_false(vterm_color_is_equal(&dark, &light));
    VTermColor on_white = colour_on(trial, WHITE, "COLORFGBG=15;0"); /* the terminal's own answer wins */
    assert_true(vterm_color_is_equal(&on_white, &light));
    VTermColor on_black = colour_on(trial, BLACK, "COLORFGBG=0;15");
    assert_true(vterm_color_is_equal(&on_black, &dark));
}

/* Without colours, text can be read on any background. */
static void without_a_known_background_there_are_no_colours(void **state)
{
    struct trial *trial = *state;
    assert_no_colour(trial, "TERM=xterm-256color", "COLORFGBG=");
    pty_end(&trial->pty);
    assert_no_colour(trial, "TERM=xterm-256color", "COLORFGBG=default;default");
}

static void without_colours_assay_does_not_ask_for_the_background(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    assert_true(trial_has_written(trial, "]11;?"));
    colour_on(trial, WHITE, "NO_COLOR=1");
    assert_false(trial_has_written(trial, "]11;?"));
}

/* The digits of the answer are no votes, and the colours stay. */
static void a_late_answer_about_the_background_changes_nothing(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    VTermColor before = pty_cell_of(&trial->pty, "0 none").fg;
    pty_type(&trial->pty, "\033]11;" WHITE "\033\\");
    pty_type(&trial->pty, "\033]11;rgb:1111/2222/3333\a%");
    pty_wait_for(&trial->pty, "% does nothing here");
    VTermColor after = pty_cell_of(&trial->pty, "0 none").fg;
    assert_true(vterm_color_is_equal(&before, &after));
    trial_assert_votes(trial, 0);
}

static void quit(struct trial *trial)
{
    pty_type(&trial->pty, "q");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
}

/* Removes the theme that T chose, which assay writes when it ends, so that the next test starts without it. */
static void forget_theme(struct trial *trial)
{
    assert_int_equal(unlink(arena_format(&trial->arena, "%s/.local/state/assay/state", getenv("HOME"))), 0);
}

static void t_switches_the_theme(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    VTermColor light = colour_on(trial, WHITE, NULL);
    colour_on(trial, BLACK, NULL);
    pty_type(&trial->pty, "T");
    pty_wait_for(&trial->pty, "theme: light");
    pty_settle(&trial->pty);
    VTermColor taken = pty_cell_of(&trial->pty, "0 none").fg;
    assert_true(vterm_color_is_equal(&taken, &light));
    quit(trial);
    forget_theme(trial);
}

/* NO_COLOR wins over the remembered theme, but the theme wins over the terminal. */
static void no_color_wins_over_a_theme_chosen_earlier_with_t(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    colour_on(trial, BLACK, NULL);
    pty_type(&trial->pty, "T");
    pty_wait_for(&trial->pty, "theme: light");
    quit(trial);
    pty_end(&trial->pty);
    assert_no_colour(trial, "TERM=xterm-256color", "NO_COLOR=1");
    forget_theme(trial);
}

/* No ballot was shown yet, so the key does not vote, and a message says so. */
static void a_key_before_the_terminals_first_answer_is_not_a_vote(void **state)
{
    struct trial *trial = *state;
    trial_start_in(trial, 24, 80, "TERM=xterm-256color", NULL);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "ignored: keys pressed before this ballot");
    trial_assert_votes(trial, 0);
}

/* --- Emoji of several code points ---------------------------------------------------------------------- */

#define FAMILY "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"

/* Makes each document begin with a family emoji. */
static void put_families(struct trial *trial)
{
    struct store *store;
    struct err err;
    enum stored stored;
    assert_true(store_open(&store, trial->database, STORE_EXISTING, &err));
    assert_true(store_begin(store, &err) && store_begin_import(store, bytes_of("families"), 1000, &err));
    for (int i = 1; i <= 4; i++) {
        struct item item = {.id = bytes_of(arena_format(&trial->arena, "d%02d", i)),
                            .text = bytes_of(FAMILY " at home")};
        assert_true(store_put_document(store, &item, true, &stored, &err));
    }
    assert_true(store_commit(store, &err));
    store_close(store);
}

/* Starts the program on a terminal with this answer about mode 2027. */
static void start_on(struct trial *trial, char grapheme_mode)
{
    pty_end(&trial->pty);
    trial_start_in(trial, 24, 80, "TERM=xterm-256color", NULL);
    trial->pty.grapheme_mode = grapheme_mode;
}

static void start_with_families(struct trial *trial, char grapheme_mode)
{
    put_families(trial);
    start_on(trial, grapheme_mode);
    pty_type(&trial->pty, "%"); /* it comes between the answers, and is still a key */
    pty_wait_for(&trial->pty, "at home");
    pty_wait_for(&trial->pty, "ignored: keys pressed before");
}

static void an_emoji_is_whole_where_the_terminal_joins_graphemes(void **state)
{
    static const char modes[] = "123";
    struct trial *trial = *state;
    trial_start(trial);
    for (const char *mode = modes; *mode != '\0'; mode++) {
        start_with_families(trial, *mode);
        assert_true(trial_has_written(trial, FAMILY));
        assert_int_equal(pty_last_of_mode(&trial->pty, "?2027"), 'h');
        pty_type(&trial->pty, "q");
        assert_int_equal(pty_wait_exit(&trial->pty), 0);
        /* A mode that was already set stays set. */
        assert_int_equal(pty_last_of_mode(&trial->pty, "?2027"), *mode == '2' ? 'l' : 'h');
    }
}

static void without_joined_graphemes_only_the_first_emoji_is_drawn(void **state)
{
    static const char modes[] = {0, '4'};
    struct trial *trial = *state;
    trial_start(trial);
    for (size_t i = 0; i < sizeof modes; i++) {
        start_with_families(trial, modes[i]);
        assert_true(trial_has_written(trial, "\U0001f468"));
        assert_false(trial_has_written(trial, "\u200d") || trial_has_written(trial, "\U0001f469"));
        pty_type(&trial->pty, "q");
        assert_int_equal(pty_wait_exit(&trial->pty), 0);
        assert_int_equal(pty_last_of_mode(&trial->pty, "?2027"), 0);
    }
}

/* If the terminal says "not set", "permanently not set" or nothing, the output must be the same, byte for byte. */
static void without_joined_graphemes_every_terminal_gets_the_same(void **state)
{
    static const char modes[] = {GRAPHEMES_UNTOLD, 0, '4'};
    static const char *const keys[] = {"\t", "z", "\033", "?", "\033"};
    struct trial *trial = *state;
    struct bytes first = {0};
    trial_start(trial);
    pty_type(&trial->pty, "q");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
    put_families(trial);
    for (size_t i = 0; i < sizeof modes; i++) {
        start_on(trial, modes[i]);
        pty_wait_for(&trial->pty, "at home");
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            pty_settle(&trial->pty);
            pty_type(&trial->pty, keys[k]);
        }
        pty_settle(&trial->pty);
        pty_type(&trial->pty, "q");
        assert_int_equal(pty_wait_exit(&trial->pty), 0);
        if (i == 0)
            first = arena_copy(&trial->arena, buffer_bytes(&trial->pty.written));
        assert_true(bytes_equal(first, buffer_bytes(&trial->pty.written)));
    }
}

/* The layout already uses widths, and the answer is no vote. */
static void an_answer_about_graphemes_that_comes_late_changes_nothing(void **state)
{
    struct trial *trial = *state;
    trial_start(trial);
    start_with_families(trial, 0);
    pty_type(&trial->pty, "\033[?2027;2$y\014"); /* assay draws everything anew */
    pty_settle(&trial->pty);
    pty_type(&trial->pty, "?");
    pty_wait_for(&trial->pty, "Esc");
    assert_int_equal(pty_last_of_mode(&trial->pty, "?2027"), 0);
    assert_false(trial_has_written(trial, "\u200d"));
    trial_assert_votes(trial, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        trial_test(the_theme_is_the_one_for_the_background),
        trial_test(without_a_known_background_there_are_no_colours),
        trial_test(without_colours_assay_does_not_ask_for_the_background),
        trial_test(a_late_answer_about_the_background_changes_nothing),
        trial_test(t_switches_the_theme),
        trial_test(no_color_wins_over_a_theme_chosen_earlier_with_t),
        trial_test(an_emoji_is_whole_where_the_terminal_joins_graphemes),
        trial_test(without_joined_graphemes_only_the_first_emoji_is_drawn),
        trial_test(without_joined_graphemes_every_terminal_gets_the_same),
        trial_test(an_answer_about_graphemes_that_comes_late_changes_nothing),
        trial_test(a_key_before_the_terminals_first_answer_is_not_a_vote),
        cmocka_unit_test(assay_runs_on_each_terminal),
        cmocka_unit_test(the_numeric_keypad_types_digits),
        trial_test(a_vt100_gets_ascii),
        trial_test(the_linux_console_gets_what_its_font_has),
        cmocka_unit_test(the_prompt_comes_below_the_last_picture),
        trial_test(words_that_are_found_are_bold),
        trial_test(words_that_are_found_are_plain_where_no_color_is_set),
        trial_test(eight_colours_are_used_where_there_are_eight),
        trial_test(colours_of_the_palette_are_used_where_there_are_256),
        trial_test(true_colours_are_used_where_terminfo_has_them),
        trial_test(the_light_theme_has_other_colours),
        trial_test(a_theme_that_is_asked_for_wins_over_no_color),
        trial_test(an_unknown_theme_is_named),
        trial_test(without_colours_the_attributes_say_it),
        trial_test(no_color_is_obeyed),
        trial_test(clicolor_is_obeyed_if_it_is_0),
        trial_test(clicolor_takes_no_colour_else),
        trial_test(a_trace_is_not_written_over_the_screen),
        trial_test(a_trace_in_a_file_leaves_the_screen_alone),
        trial_test(a_dumb_terminal_gets_lines_of_text),
        trial_test(a_dumb_terminal_gets_the_scores_with_each_answer),
        trial_test(an_unknown_terminal_gets_lines_of_text),
        trial_test(a_terminal_without_a_name_gets_lines_of_text),
        trial_test(lines_of_text_are_wrapped_at_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
