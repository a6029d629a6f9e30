/*
 * What the mouse does arrives as keys with their places, in both forms that
 * terminals send, until it is switched off. The program in the terminal is this
 * one, called with --show: it says which key came.
 */
#include "tests/support/support.h"

#include "tests/support/pty.h"

#include "tui/term.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* Says each key; o switches the mouse off, O on, q ends it. */
static int show(void)
{
    struct term *term;
    struct err err;
    struct surface surface = {0};
    struct key key = {.code = NAMED_NOTHING};
    setlocale(LC_CTYPE, "C.UTF-8");
    struct term_options options = {.type = getenv("TERM"), .input = stdin, .output = stdout, .mouse = true};
    if (!term_open(&term, &options, &err))
        return 1;
    struct terminal terminal = term_terminal(term);
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
    term_close(term);
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

/* Terminfo knows the old form of its reports only. */
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

static void a_click_has_its_place(void **state)
{
    pty_type(*state, "\033[<0;18;4M");
    pty_wait_for(*state, "1: Click at 3, 17");
}

static void far_columns_have_theirs_too(void **state)
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

static void a_button_that_goes_up_is_no_key(void **state)
{
    pty_type(*state, "\033[<0;18;4M\033[<0;18;4m\033[<2;18;4M\033[<128;18;4Mx");
    pty_wait_for(*state, "2: x");
}

static void the_old_form_is_read_too(void **state)
{
    /* 32 is added to everything: button 0, column 18, row 4; then its release, and the wheel */
    pty_type(*state, "\033[M 2$\033[M#2$");
    pty_wait_for(*state, "1: Click at 3, 17");
    pty_type(*state, "\033[M`2$");
    pty_wait_for(*state, "2: Wheel↑ at 3, 17");
    pty_type(*state, "\033[M \xc8\xc8"); /* no UTF-8 */
    pty_wait_for(*state, "3: Click at 167, 167");
    pty_type(*state, "x");
    pty_wait_for(*state, "4: x");
}

static void switched_off_it_is_the_terminals_again(void **state)
{
    const struct pty *pty = *state;
    assert_int_equal(pty_last_of_mode(pty, "?1000"), 'h');
    pty_type(*state, "o");
    pty_wait_for(*state, "1: o");
    assert_int_equal(pty_last_of_mode(pty, "?1000"), 'l');
    assert_int_equal(pty_last_of_mode(pty, "?1006"), 'l');
    pty_type(*state, "\033[<0;18;4Mx"); /* was on its way */
    pty_wait_for(*state, "2: x");
    pty_type(*state, "O");
    pty_wait_for(*state, "3: O");
    assert_int_equal(pty_last_of_mode(pty, "?1000"), 'h');
    pty_type(*state, "\033[<0;18;4M");
    pty_wait_for(*state, "4: Click at 3, 17");
}

#define mouse_test(function, start) cmocka_unit_test_setup_teardown(function, start, end)

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--show") == 0)
        return show();
    const struct CMUnitTest tests[] = {
        mouse_test(a_click_has_its_place, start_xterm),
        mouse_test(a_click_has_its_place, start_screen),
        mouse_test(far_columns_have_theirs_too, start_xterm),
        mouse_test(the_wheel_goes_both_ways, start_xterm),
        mouse_test(a_button_that_goes_up_is_no_key, start_xterm),
        mouse_test(the_old_form_is_read_too, start_xterm),
        mouse_test(the_old_form_is_read_too, start_screen),
        mouse_test(switched_off_it_is_the_terminals_again, start_xterm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
