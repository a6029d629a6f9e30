/* Editing a line: the keys of shells, and no key may split a character. */
#include "tests/support/support.h"

#include "tui/widget/line_edit.h"

#include <stdio.h>

enum { SIZE_LIMIT = 20 };

static void press(struct line_edit *edit, const char *labels)
{
    const struct keymap keymap = {0};
    struct bytes rest = bytes_of(labels), label;
    bool has_changed;
    while (bytes_next_word(&rest, &label)) {
        struct key key = {0};
        assert_true(key_by_label(label, &key));
        assert_true(
            line_edit_update(edit, keymap_action(&keymap, &line_edit_table, key), SIZE_LIMIT, &has_changed));
    }
}

/* Expects this text, with "|" at the cursor. */
static void assert_line(const struct line_edit *edit, const char *expected)
{
    struct buffer line = {0};
    struct bytes text = buffer_bytes(&edit->text);
    buffer_add(&line, (struct bytes){text.data, edit->cursor});
    buffer_add_byte(&line, '|');
    buffer_add(&line, bytes_from(text, edit->cursor));
    assert_string_equal(buffer_string(&line), expected);
    buffer_release(&line);
}

static struct line_edit line_of(const char *text)
{
    struct line_edit edit = {0};
    line_edit_set(&edit, bytes_of(text));
    return edit;
}

static void characters_go_in_where_the_cursor_is(void **state)
{
    (void)state;
    struct line_edit edit = line_of("hse");
    press(&edit, "Left Left o");
    assert_line(&edit, "ho|se");
    press(&edit, "Home a End z");
    assert_line(&edit, "ahosez|");
    line_edit_release(&edit);
}

static void a_character_with_its_marks_is_one_step(void **state)
{
    (void)state;
    struct line_edit edit = line_of("ae\u0301漢");
    press(&edit, "Left");
    assert_line(&edit, "ae\u0301|漢");
    press(&edit, "Left");
    assert_line(&edit, "a|e\u0301漢");
    press(&edit, "Del");
    assert_line(&edit, "a|漢");
    press(&edit, "Backspace Backspace");
    assert_line(&edit, "|漢");
    line_edit_release(&edit);
}

static void words_end_where_blanks_and_punctuation_begin(void **state)
{
    (void)state;
    struct line_edit edit = line_of("one, zwö dree");
    press(&edit, "Alt-b Alt-b");
    assert_line(&edit, "one, |zwö dree");
    press(&edit, "Ctrl-Right");
    assert_line(&edit, "one, zwö| dree");
    press(&edit, "Ctrl-W");
    assert_line(&edit, "one, | dree");
    press(&edit, "Alt-d");
    assert_line(&edit, "one, |");
    press(&edit, "Alt-Backspace");
    assert_line(&edit, "|");
    line_edit_release(&edit);
}

static void cut_text_can_be_pasted_elsewhere(void **state)
{
    (void)state;
    struct line_edit edit = line_of("hose split");
    press(&edit, "Alt-b Ctrl-U");
    assert_line(&edit, "|split");
    press(&edit, "Ctrl-E Ctrl-Y");
    assert_line(&edit, "splithose |");
    press(&edit, "Ctrl-A Ctrl-F Ctrl-K Ctrl-K"); /* the second cuts nothing, and the earlier cut stays */
    assert_line(&edit, "s|");
    press(&edit, "Ctrl-Y");
    assert_line(&edit, "splithose |");
    line_edit_release(&edit);
}

static void a_line_never_exceeds_its_limit(void **state)
{
    (void)state;
    struct line_edit edit = line_of("12345678901234567890");
    press(&edit, "x");
    assert_line(&edit, "12345678901234567890|");
    press(&edit, "Ctrl-U Ctrl-Y Ctrl-Y");
    assert_line(&edit, "12345678901234567890|");
    line_edit_release(&edit);
}

static void keep_line(struct line_edit *edit, const char *text)
{
    line_edit_set(edit, bytes_of(text));
    line_edit_keep(edit);
}

static void earlier_lines_can_be_recalled_and_left_again(void **state)
{
    (void)state;
    struct line_edit edit = {0};
    keep_line(&edit, "first");
    keep_line(&edit, "second");
    line_edit_set(&edit, bytes_of("half"));
    press(&edit, "Up");
    assert_line(&edit, "second|");
    press(&edit, "Up Up Up");
    assert_line(&edit, "first|");
    press(&edit, "Ctrl-N Down");
    assert_line(&edit, "half|");
    press(&edit, "Down");
    assert_line(&edit, "half|");
    line_edit_release(&edit);
}

static void a_line_is_kept_once(void **state)
{
    (void)state;
    struct line_edit edit = {0};
    keep_line(&edit, "a");
    keep_line(&edit, "b");
    keep_line(&edit, "a");
    line_edit_set(&edit, (struct bytes){0});
    press(&edit, "Up Up Up");
    assert_line(&edit, "b|");
    line_edit_release(&edit);
}

static void only_the_last_hundred_lines_are_kept(void **state)
{
    (void)state;
    struct line_edit edit = {0};
    for (int i = 0; i < 300; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        keep_line(&edit, text);
    }
    line_edit_set(&edit, (struct bytes){0});
    for (int i = 0; i < 300; i++)
        press(&edit, "Up");
    assert_line(&edit, "200|");
    line_edit_release(&edit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_go_in_where_the_cursor_is),
        cmocka_unit_test(a_character_with_its_marks_is_one_step),
        cmocka_unit_test(words_end_where_blanks_and_punctuation_begin),
        cmocka_unit_test(cut_text_can_be_pasted_elsewhere),
        cmocka_unit_test(a_line_never_exceeds_its_limit),
        cmocka_unit_test(earlier_lines_can_be_recalled_and_left_again),
        cmocka_unit_test(a_line_is_kept_once),
        cmocka_unit_test(only_the_last_hundred_lines_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
