#include "tests/support/support.h"

#include "cli/shared/terminal_stream.h"

#include <stdlib.h>
#include <string.h>

/* What a terminal gets of a text that is handed on in pieces of this size. */
static char *shown_in_pieces(const char *text, size_t piece)
{
    char *shown = NULL;
    size_t shown_size;
    FILE *terminal = open_memstream(&shown, &shown_size);
    FILE *stream = terminal_stream_open(terminal, false);
    for (size_t i = 0; i < strlen(text); i += piece) {
        size_t left = strlen(text) - i;
        fwrite(text + i, 1, left < piece ? left : piece, stream);
        fflush(stream);
    }
    fclose(stream);
    fclose(terminal);
    return shown;
}

static void assert_shown(const char *text, const char *expected)
{
    for (size_t piece = 1; piece <= strlen(text); piece++) {
        char *shown = shown_in_pieces(text, piece);
        assert_string_equal(shown, expected);
        free(shown);
    }
}

static void pieces_of_characters_come_together(void **state)
{
    (void)state;
    assert_shown("d1\t漢字\r\n𝄞\n", "d1\t漢字\r\n𝄞\n");
}

static void a_control_in_pieces_is_escaped(void **state)
{
    (void)state;
    assert_shown("a\xc2\x9b"
                 "31m\u202eb\033[2J\n",
                 "a\\u009b31m\\u202eb\\u001b[2J\n");
}

static void what_is_cut_off_at_the_end_is_seen(void **state)
{
    (void)state;
    assert_shown("a\xe6\xbc", "a\ufffd");
    assert_shown("a\r", "a\\u000d");
}

static void a_line_is_seen_at_its_end(void **state)
{
    (void)state;
    char *shown = NULL;
    size_t shown_size;
    FILE *terminal = open_memstream(&shown, &shown_size);
    FILE *stream = terminal_stream_open(terminal, false);
    fputs("saved\n", stream);
    fflush(terminal);
    assert_string_equal(shown, "saved\n");
    fclose(stream);
    fclose(terminal);
    free(shown);
}

static void a_terminal_that_takes_nothing_is_an_error(void **state)
{
    (void)state;
    FILE *terminal = fopen("/dev/full", "w");
    assert_non_null(terminal);
    FILE *stream = terminal_stream_open(terminal, false);
    fputs("saved\n", stream);
    assert_true(ferror(stream));
    fclose(stream);
    fclose(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_of_characters_come_together),
        cmocka_unit_test(a_control_in_pieces_is_escaped),
        cmocka_unit_test(what_is_cut_off_at_the_end_is_seen),
        cmocka_unit_test(a_line_is_seen_at_its_end),
        cmocka_unit_test(a_terminal_that_takes_nothing_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
