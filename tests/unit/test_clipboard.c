/* The texts that assay copies to the clipboard, and the request that it sends to a terminal. */
#include "tests/support/support.h"

#include "tui/terminal/clipboard.h"

#include <stdlib.h>
#include <string.h>

static void assert_request(const char *text, bool in_screen, const char *expected)
{
    struct buffer request = {0};
    assert_true(clipboard_add_request(bytes_of(text), in_screen, &request));
    assert_string_equal(buffer_string(&request), expected);
    buffer_release(&request);
}

/* The examples of RFC 4648, section 10. */
static void text_is_sent_as_base64(void **state)
{
    (void)state;
    assert_request("f", false, "\033]52;c;Zg==\a");
    assert_request("fo", false, "\033]52;c;Zm8=\a");
    assert_request("foo", false, "\033]52;c;Zm9v\a");
    assert_request("foobar", false, "\033]52;c;Zm9vYmFy\a");
    assert_request("\xff\xfe\xfd", false, "\033]52;c;//79\a");
}

static void screen_gets_it_wrapped(void **state)
{
    (void)state;
    assert_request("f", true, "\033P\033]52;c;Zg==\a\033\\");
}

/* The oldest versions of screen accept at most 256 bytes in a string. */
static void screen_gets_a_long_one_in_pieces(void **state)
{
    (void)state;
    struct buffer text = {0};
    struct buffer plain = {0};
    struct buffer wrapped = {0};
    struct buffer joined = {0};
    for (int i = 0; i < 1000; i++)
        buffer_add_byte(&text, (char)('a' + i % 26));
    assert_true(clipboard_add_request(buffer_bytes(&text), false, &plain));
    assert_true(clipboard_add_request(buffer_bytes(&text), true, &wrapped));
    for (char *piece = wrapped.data; *piece != '\0';) {
        assert_memory_equal(piece, "\033P", 2);
        char *end = strstr(piece, "\033\\");
        assert_non_null(end);
        assert_true(end - piece - 2 < 256);
        buffer_add(&joined, (struct bytes){piece + 2, (size_t)(end - piece) - 2});
        piece = end + 2;
    }
    assert_string_equal(buffer_string(&joined), buffer_string(&plain));
    buffer_release(&text);
    buffer_release(&plain);
    buffer_release(&wrapped);
    buffer_release(&joined);
}

static void a_text_that_is_too_long_is_refused(void **state)
{
    (void)state;
    struct buffer request = {0};
    char *text = test_calloc(CLIPBOARD_TEXT_MAX + 1, 1);
    assert_false(clipboard_add_request((struct bytes){text, CLIPBOARD_TEXT_MAX + 1}, false, &request));
    assert_int_equal(request.size, 0);
    assert_true(clipboard_add_request((struct bytes){text, CLIPBOARD_TEXT_MAX}, false, &request));
    assert_int_equal(request.size, strlen("\033]52;c;\a") + 74992);
    buffer_release(&request);
    test_free(text);
}

static void assert_copy(const char *text, const char *expected, size_t characters)
{
    struct buffer copy = {0};
    assert_int_equal(clipboard_add_text(bytes_of(text), &copy), characters);
    assert_string_equal(buffer_string(&copy), expected);
    buffer_release(&copy);
}

static void lines_and_letters_are_copied_as_they_are(void **state)
{
    (void)state;
    assert_copy("größer\r\n\tals 漢字\n", "größer\n\tals 漢字\n", 15);
}

static void no_control_character_is_pasted_somewhere(void **state)
{
    (void)state;
    assert_copy("rm\033[201~\rx\x7f\xc2\x9b\xff", "rm␛[201~␍x␡\xef\xbf\xbd\xef\xbf\xbd", 13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_sent_as_base64),
        cmocka_unit_test(screen_gets_it_wrapped),
        cmocka_unit_test(screen_gets_a_long_one_in_pieces),
        cmocka_unit_test(a_text_that_is_too_long_is_refused),
        cmocka_unit_test(lines_and_letters_are_copied_as_they_are),
        cmocka_unit_test(no_control_character_is_pasted_somewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
