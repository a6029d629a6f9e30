#include "tests/support/support.h"

#include "cli/shared/terminal_stream.h"

#include <stdlib.h>
#include <string.h>

static struct working_line no_line;

/* Returns what the terminal gets of a text that is written in pieces of this size. */
static char *shown_in_pieces(const char *text, size_t piece)
{
    char *shown = NULL;
    size_t shown_size;
    FILE *terminal = open_memstream(&shown, &shown_size);
    FILE *stream = terminal_stream_open(terminal, false, &no_line);
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

static void incomplete_characters_at_the_end_are_shown(void **state)
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
    FILE *stream = terminal_stream_open(terminal, false, &no_line);
    fputs("saved\n", stream);
    fflush(terminal);
    assert_string_equal(shown, "saved\n");
    fclose(stream);
    fclose(terminal);
    free(shown);
}

static int64_t time_of_test;

static int64_t now_of_test(void *context)
{
    (void)context;
    return time_of_test;
}

static void tick_at(struct working_line *line, int64_t now)
{
    time_of_test = now;
    working_line_tick(line);
}

static void long_work_says_how_long_it_has_taken(void **state)
{
    (void)state;
    char *shown = NULL;
    size_t shown_size;
    FILE *terminal = open_memstream(&shown, &shown_size);
    struct working_line line;
    time_of_test = 5000;
    working_line_open(&line, terminal, false, "check", now_of_test);
    FILE *stream = terminal_stream_open(terminal, false, &line);
    tick_at(&line, 5999);
    tick_at(&line, 6000);
    assert_string_equal(shown, "\r\033[Kcheck: 1 s");
    tick_at(&line, 6800);
    working_line_show(&line, bytes_of("a\033 40 %"));
    tick_at(&line, 7700);
    tick_at(&line, 7800);
    fputs("ok\n", stream);
    tick_at(&line, 8900); /* there is time to read what was written */
    fputs("done\n", stream);
    working_line_wipe(&line);
    assert_string_equal(shown, "\r\033[Kcheck: 1 s\r\033[Ka\\u001b 40 %\r\033[Kcheck: 2 s\r\033[Kok\ndone\n");
    working_line_close(&line);
    tick_at(&line, 99000);
    working_line_show(&line, bytes_of("no more"));
    fflush(terminal);
    assert_null(strstr(shown, "no more"));
    fclose(stream);
    fclose(terminal);
    free(shown);
}

static void a_terminal_that_takes_nothing_is_an_error(void **state)
{
    (void)state;
    FILE *terminal = fopen("/dev/full", "w");
    assert_non_null(terminal);
    FILE *stream = terminal_stream_open(terminal, false, &no_line);
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
        cmocka_unit_test(incomplete_characters_at_the_end_are_shown),
        cmocka_unit_test(a_line_is_seen_at_its_end),
        cmocka_unit_test(long_work_says_how_long_it_has_taken),
        cmocka_unit_test(a_terminal_that_takes_nothing_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
