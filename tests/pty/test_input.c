/*
 * Which keys the bytes of a terminal become: mouse events with their places, in both forms, until the mouse is switched
 * off, and nothing from bytes that are not keys. The program in the terminal is this test itself, called with --show:
 * it shows each key and its number.
 */
#include "tests/support/support.h"

#include "tests/support/pty.h"

#include "tui/terminal/curses.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Shows each key; o switches the mouse off, O switches it on, q quits. */
static int show(void)
{
    struct curses *term;
    struct err err;
    struct surface surface = {0};
    struct key key = {.code = NAMED_NOTHING};
    setlocale(LC_CTYPE, "C.UTF-8");
    struct curses_options options = {.type = getenv("TERM"), .input = stdin, .output = stdout, .mouse = true};
    if (!curses_open(&term, &options, &err))
        return 1;
    struct terminal terminal = curses_terminal(term);
    for (int n = 0; key.code != 'q'; n++) {
        struct buffer text = {0};
        buffer_add_format(&text, "%d: ", n);
        key_add_label(key, &text);
        buffer_add_format(&text, " at %d, %d", key.row, key.column);
        surface_reset(&surface, 24, 80);
        surface_put(&surface, 0, 0, 80, buffer_bytes(&text), STYLE_NORMAL);
        terminal.present(terminal.context, &surface);
        buffer_release(&text);
        do {
            key = terminal.next_key(terminal.context, 60000);
        } while (key.code == NAMED_RESIZE);
        if (key.code == 'o' || key.code == 'O')
            terminal.set_mouse(terminal.context, key.code == 'O');
    }
    surface_release(&surface);
    curses_close(term);
    return 0;
}

static int start(void **state, const char *terminal)
{
    struct pty *pty = test_calloc(1, sizeof *pty);
    const char *const arguments[] = {"/proc/self/exe", "--show", NULL};
    const char *const environment[] = {terminal, "LC_ALL=C.UTF-8", NULL};
    pty_start(pty, 24, 80, arguments, environment);
    pty_wait_for(pty, "0: nothing");
    pty_settle(pty);
    *state = pty;
    return 0;
}

static int start_xterm(void **state)
{
    return start(state, "TERM=xterm-256color");
}

/* The terminfo entry of screen knows only the old form of mouse reports. */
static int start_screen(void **state)
{
    return start(state, "TERM=screen-256color");
}

static int end(void **state)
{
    pty_end(*state);
    test_free(*state);
    return 0;
}

/* Waits until key number `n` was shown. */
static void expect_key(struct pty *pty, int n, const char *label)
{
    char shown[32];
    snprintf(shown, sizeof shown, "%d: %s at", n, label);
    pty_wait_for(pty, shown);
}

static void a_click_has_its_place(void **state)
{
    pty_type(*state, "\033[<0;18;4M");
    pty_wait_for(*state, "1: Click at 3, 17");
}

static void a_click_in_a_far_column_has_its_place(void **state)
{
    pty_type(*state, "\033[<0;300;60M");
    pty_wait_for(*state, "1: Click at 59, 299");
}

static void the_wheel_goes_both_ways(void **state)
{
    pty_type(*state, "\033[<64;1;1M");
    pty_wait_for(*state, "1: Wheel↑ at 0, 0");
    pty_type(*state, "\033[<65;2;1M");
    pty_wait_for(*state, "2: Wheel↓ at 0, 1");
}

static void a_released_button_is_not_a_key(void **state)
{
    pty_type(*state, "\033[<0;18;4M\033[<0;18;4m\033[<2;18;4M\033[<128;18;4Mx");
    pty_wait_for(*state, "2: x");
}

static void mouse_events_in_the_old_form_are_read_too(void **state)
{
    /* 32 is added to each value: button 0, column 18, row 4; then the release, and the wheel. */
    pty_type(*state, "\033[M 2$\033[M#2$");
    pty_wait_for(*state, "1: Click at 3, 17");
    pty_type(*state, "\033[M`2$");
    pty_wait_for(*state, "2: Wheel↑ at 3, 17");
    pty_type(*state, "\033[M \xc8\xc8"); /* not UTF-8 */
    pty_wait_for(*state, "3: Click at 167, 167");
    pty_type(*state, "x");
    pty_wait_for(*state, "4: x");
}

static void a_mouse_switched_off_belongs_to_the_terminal_again(void **state)
{
    const struct pty *pty = *state;
    assert_int_equal(pty_last_of_mode(pty, "?1000"), 'h');
    pty_type(*state, "o");
    pty_wait_for(*state, "1: o");
    assert_int_equal(pty_last_of_mode(pty, "?1000"), 'l');
    assert_int_equal(pty_last_of_mode(pty, "?1006"), 'l');
    pty_type(*state, "\033[<0;18;4Mx"); /* it was already on its way */
    pty_wait_for(*state, "2: x");
    pty_type(*state, "O");
    pty_wait_for(*state, "3: O");
    assert_int_equal(pty_last_of_mode(pty, "?1000"), 'h');
    pty_type(*state, "\033[<0;18;4M");
    pty_wait_for(*state, "4: Click at 3, 17");
}

/* --- Bytes that are not keys -------------------------------------------------------------------------- */

/* Answers of terminals to programs that have ended, with each possible terminator. */
static const char *const control_strings[] = {
    "\033]11;rgb:1111/2222/3333\a",
    "\033]11;rgb:1111/2222/3333\033\\",
    "\033P1$r0;1m\033\\",
    "\033P>|XTerm(379)\033\\",
    "\033_Gi=1;OK\033\\",
    "\033^1 2 3\033\\",
    "\033X1 2 3\033\\",
    "\xc2\x9d"
    "11;rgb:1/2/3\xc2\x9c",
    "\xc2\x90"
    "1$r0m\033\\",
    "\033]4;1;漢字\a",
    "\033]52;c;MTIz\030",
};

static void an_answer_of_the_terminal_is_not_a_key(void **state)
{
    for (size_t i = 0; i < sizeof control_strings / sizeof *control_strings; i++)
        pty_type(*state, control_strings[i]);
    pty_type(*state, "x");
    pty_wait_for(*state, "1: x");
}

/* The answer is cut after each byte except the first: after that, Esc would be a key of its own. */
static void an_answer_in_two_parts_is_not_a_key(void **state)
{
    static const char answer[] = "\033]1;2\033\\";
    for (size_t cut = 2; cut < sizeof answer - 1; cut++) {
        char first[sizeof answer] = "";
        memcpy(first, answer, cut);
        pty_type(*state, first);
        pty_settle(*state);
        pty_type(*state, answer + cut);
    }
    pty_type(*state, "x");
    pty_wait_for(*state, "1: x");
}

static void an_answer_cut_after_its_escape_is_only_the_key_esc(void **state)
{
    pty_type(*state, "\033");
    pty_wait_for(*state, "1: Esc");
    pty_type(*state, "]11;rgb:1/2/3\a");
    pty_type(*state, "x");
    pty_wait_for(*state, "2: x");
}

/* Over ssh, the answer about the previous picture may arrive while the next key is pressed. */
static void an_answer_right_after_esc_leaves_esc_a_key(void **state)
{
    static const char *const answers[] = {"\033[0n", "\033[?69;2$y", "\033[?2027;2$y", "\033]11;rgb:1/2/3\a"};
    for (int i = 0; i < (int)(sizeof answers / sizeof *answers); i++) {
        char both[32];
        snprintf(both, sizeof both, "\033%sx", answers[i]);
        pty_type(*state, both);
        expect_key(*state, 2 * i + 2, "x");
    }
}

/* Waits longer than assay waits for the rest of a sequence. */
static void wait_until_given_up(struct pty *pty)
{
    for (int silence = 0; silence < 30; silence++)
        pty_settle(pty); /* nothing comes, so only the time passes */
}

/* The rest of the string may come at any time and is no key. After another key, characters are keys again. */
static void an_unfinished_answer_is_ended_by_the_next_key(void **state)
{
    pty_type(*state, "\033]1");
    wait_until_given_up(*state);
    pty_type(*state, "1");
    expect_key(*state, 1, "this key");
    pty_type(*state, "\r");
    expect_key(*state, 2, "Enter");
    pty_type(*state, "1");
    expect_key(*state, 3, "1");
}

static void a_string_interrupted_for_long_is_not_a_known_key(void **state)
{
    pty_type(*state, "\033]11;rgb:");
    wait_until_given_up(*state);
    pty_type(*state, "1/2\a");
    expect_key(*state, 4, "this key");
    pty_type(*state, "1");
    expect_key(*state, 5, "1");
}

static void a_sequence_interrupted_for_long_is_not_a_known_key(void **state)
{
    static const struct {
        const char *first, *rest;
        int keys; /* number of keys: one for the first part, which is given up, and one for each character */
    } cuts[] = {{"\033[", "1;5D", 5}, {"\033[1", "1~", 3}, {"\033[1;", "3s", 3}, {"\033O", "q", 2}};
    int n = 0;
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        pty_type(*state, cuts[i].first);
        expect_key(*state, n + 1, "this key");
        pty_type(*state, cuts[i].rest);
        expect_key(*state, n += cuts[i].keys, "this key");
        pty_type(*state, "1");
        expect_key(*state, ++n, "1");
    }
}

static void a_sequence_interrupted_after_its_escape_is_not_a_known_key(void **state)
{
    pty_type(*state, "\033");
    expect_key(*state, 1, "Esc");
    wait_until_given_up(*state);
    pty_type(*state, "[1;5D");
    expect_key(*state, 2, "this key");
    pty_type(*state, "1");
    expect_key(*state, 3, "1");
}

static void a_letter_long_after_esc_is_itself(void **state)
{
    pty_type(*state, "\033");
    expect_key(*state, 1, "Esc");
    wait_until_given_up(*state);
    pty_type(*state, "O");
    expect_key(*state, 2, "O");
}

static void a_character_with_alt_is_another_key(void **state)
{
    static const char *const keys[] = {"\0331", "\0333", "\033 ", "\033ü", "\033\033[1;9Z"};
    for (int i = 0; i < (int)(sizeof keys / sizeof *keys); i++) {
        pty_type(*state, keys[i]);
        expect_key(*state, 2 * i + 1, "this key");
        pty_type(*state, "x");
        expect_key(*state, 2 * i + 2, "x");
    }
}

/* Keys that shells know: they edit a line. */
static void keys_pressed_with_control_and_alt_arrive(void **state)
{
    static const struct {
        const char *bytes, *label;
    } keys[] = {
        {"\001", "Ctrl-A"},
        {"\027", "Ctrl-W"},
        {"\033b", "Alt-B"},
        {"\033F", "Alt-F"},
        {"\033\177", "Alt-Backspace"},
        {"\033[1;5D", "Ctrl-←"},
        {"\033[1;5C", "Ctrl-→"},
        {"\033[3~", "Del"},
        {"\033OP", "F1"},
        {"\033[1~", "Home"},
        {"\033[H", "Home"},
        {"\033OH", "Home"},
        {"\033[4~", "End"},
        {"\033[F", "End"},
        {"\033OF", "End"},
    };
    for (int i = 0; i < (int)(sizeof keys / sizeof *keys); i++) {
        pty_type(*state, keys[i].bytes);
        expect_key(*state, i + 1, keys[i].label);
    }
}

static void alt_and_a_key_of_the_keypad_is_another_key(void **state)
{
    pty_type(*state, "\033\033Oq");
    expect_key(*state, 1, "this key");
}

static void a_keypad_key_may_be_cut_after_its_escape(void **state)
{
    pty_type(*state, "\033");
    expect_key(*state, 1, "Esc");
    pty_type(*state, "Oq");
    expect_key(*state, 2, "1");
    pty_type(*state, "\033");
    expect_key(*state, 3, "Esc");
    pty_type(*state, "O5q"); /* with Ctrl */
    expect_key(*state, 4, "this key");
}

static void a_key_after_esc_is_itself(void **state)
{
    pty_type(*state, "\033");
    pty_wait_for(*state, "1: Esc");
    pty_type(*state, "1");
    pty_wait_for(*state, "2: 1");
}

/* A paste right after Esc is still a paste, and a click a click. */
static void a_paste_right_after_esc_is_still_a_paste(void **state)
{
    pty_type(*state, "\033\033[200~1 2 3\033[201~");
    pty_wait_for(*state, "1: Paste");
    pty_type(*state, "x");
    pty_wait_for(*state, "2: x");
}

#define input_test(function, start) cmocka_unit_test_setup_teardown(function, start, end)

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--show") == 0)
        return show();
    const struct CMUnitTest tests[] = {
        input_test(a_click_has_its_place, start_xterm),
        input_test(a_click_has_its_place, start_screen),
        input_test(a_click_in_a_far_column_has_its_place, start_xterm),
        input_test(the_wheel_goes_both_ways, start_xterm),
        input_test(a_released_button_is_not_a_key, start_xterm),
        input_test(mouse_events_in_the_old_form_are_read_too, start_xterm),
        input_test(mouse_events_in_the_old_form_are_read_too, start_screen),
        input_test(a_mouse_switched_off_belongs_to_the_terminal_again, start_xterm),
        input_test(an_answer_of_the_terminal_is_not_a_key, start_xterm),
        input_test(an_answer_in_two_parts_is_not_a_key, start_xterm),
        input_test(an_answer_cut_after_its_escape_is_only_the_key_esc, start_xterm),
        input_test(an_answer_right_after_esc_leaves_esc_a_key, start_xterm),
        input_test(an_unfinished_answer_is_ended_by_the_next_key, start_xterm),
        input_test(a_string_interrupted_for_long_is_not_a_known_key, start_xterm),
        input_test(a_sequence_interrupted_for_long_is_not_a_known_key, start_xterm),
        input_test(a_sequence_interrupted_after_its_escape_is_not_a_known_key, start_xterm),
        input_test(a_letter_long_after_esc_is_itself, start_xterm),
        input_test(a_character_with_alt_is_another_key, start_xterm),
        input_test(keys_pressed_with_control_and_alt_arrive, start_xterm),
        input_test(keys_pressed_with_control_and_alt_arrive, start_screen),
        input_test(alt_and_a_key_of_the_keypad_is_another_key, start_xterm),
        input_test(a_keypad_key_may_be_cut_after_its_escape, start_xterm),
        input_test(a_key_after_esc_is_itself, start_xterm),
        input_test(a_paste_right_after_esc_is_still_a_paste, start_xterm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
