/* Wrapping: where lines end, that wrapping is lazy, and that places survive a change of width. */
#include "tests/support/support.h"

#include "core/base/memory.h"
#include "tui/text/wrap.h"
#include "tui/widget/text_view.h"

#include <stdlib.h>
#include <math.h>
#include <string.h>

/* Expects these lines, with '|' after each. */
static void assert_lines(const char *text, int columns, const char *expected)
{
    struct wrapped_text wrapped = {0};
    struct buffer lines = {0};
    wrap_set(&wrapped, bytes_of(text), columns);
    for (size_t line = 0; wrap_to_line(&wrapped, line); line++) {
        struct wrapped_line range = wrapped.lines[line];
        buffer_add(&lines, (struct bytes){text + range.start, range.end - range.start});
        buffer_add_byte(&lines, '|');
    }
    assert_string_equal(buffer_string(&lines), expected);
    buffer_release(&lines);
    wrap_release(&wrapped);
}

static void lines_break_between_words(void **state)
{
    (void)state;
    assert_lines("pull the hose off", 9, "pull the|hose off|");
}

static void names_of_keys_and_options_are_not_broken_at_their_hyphens(void **state)
{
    (void)state;
    assert_lines("Left Ctrl-B is", 10, "Left|Ctrl-B is|");
    assert_lines("label --lead", 9, "label|--lead|");
    assert_lines("a re-used hose", 6, "a re-|used|hose|");
}

static void a_word_that_ends_at_the_edge_stays(void **state)
{
    (void)state;
    assert_lines("pull the hose", 8, "pull the|hose|");
}

static void spaces_at_the_edge_do_not_start_a_line(void **state)
{
    (void)state;
    assert_lines("pull     off", 5, "pull|off|");
}

static void spaces_at_the_beginning_stay(void **state)
{
    (void)state;
    assert_lines("  pull off", 7, "  pull|off|");
}

static void a_long_word_breaks_between_clusters(void **state)
{
    (void)state;
    assert_lines("ae\u0301iou", 2, "ae\u0301|io|u|");
}

static void wide_text_breaks_between_characters(void **state)
{
    (void)state;
    assert_lines("漢字漢字", 5, "漢字|漢字|");
}

static void a_line_end_ends_the_line(void **state)
{
    (void)state;
    assert_lines("a\nb\r\nc\u2028d", 9, "a|b|c|d|");
}

static void empty_lines_are_lines(void **state)
{
    (void)state;
    assert_lines("a\n\n\nb", 9, "a|||b|");
}

static void a_line_end_at_the_end_adds_no_line(void **state)
{
    (void)state;
    assert_lines("a\n", 9, "a|");
}

static void an_empty_text_has_no_lines(void **state)
{
    (void)state;
    assert_lines("", 9, "");
}

static void a_no_break_space_does_not_break(void **state)
{
    (void)state;
    assert_lines("a 5\u00a0cm", 4, "a|5\u00a0cm|");
}

static void invalid_bytes_take_a_column(void **state)
{
    (void)state;
    assert_lines("a\xff\xff\xff", 2, "a\xff|\xff\xff|");
}

static char *repeated(const char *word, size_t times)
{
    size_t size = strlen(word);
    char *text = memory_get(size * times + 1);
    for (size_t i = 0; i < times; i++)
        memcpy(text + i * size, word, size);
    text[size * times] = '\0';
    return text;
}

static void only_the_requested_lines_are_wrapped(void **state)
{
    (void)state;
    char *text = repeated("five words and no end ", 100000);
    struct wrapped_text wrapped = {0};
    wrap_set(&wrapped, bytes_of(text), 40);
    assert_true(wrap_to_line(&wrapped, 30));
    assert_true(wrapped.reached < 10000);
    wrap_release(&wrapped);
    free(text);
}

/* A paragraph that is wrapped in many pieces must come out as if it were wrapped in one. */
static void pieces_leave_no_seams(void **state)
{
    (void)state;
    char *text = repeated("012345 ", 5000);
    struct wrapped_text wrapped = {0};
    wrap_set(&wrapped, bytes_of(text), 27);
    size_t lines = wrap_to_end(&wrapped);
    assert_int_equal(lines, 5000 / 4);
    for (size_t line = 0; line < lines; line++)
        assert_int_equal(wrapped.lines[line].end - wrapped.lines[line].start, 27);
    wrap_release(&wrapped);
    free(text);
}

static void a_line_longer_than_a_piece_is_wrapped(void **state)
{
    (void)state;
    char *text = repeated("\u0301", 20000);
    struct wrapped_text wrapped = {0};
    wrap_set(&wrapped, bytes_of(text), 1000);
    wrap_to_end(&wrapped);
    assert_int_equal(wrapped.lines[wrapped.n_lines - 1].end, strlen(text));
    wrap_release(&wrapped);
    free(text);
}

static void the_line_of_a_byte_is_found(void **state)
{
    (void)state;
    struct wrapped_text wrapped = {0};
    wrap_set(&wrapped, bytes_of("pull the hose off"), 9);
    assert_int_equal(wrap_line_at(&wrapped, 8), 0); /* the blank at the end of the first line */
    assert_int_equal(wrap_line_at(&wrapped, 9), 1);
    assert_int_equal(wrap_line_at(&wrapped, 99), 1);
    wrap_release(&wrapped);
}

/* --- Blocks ----------------------------------------------------------------------------------- */

/* Expects the lines of an item and a block of code, with their prefixes. */
static void assert_block_lines(int columns, const char *expected)
{
    static const char text[] = "one two three\na b  cdefg\n";
    static const struct wrap_block blocks[] = {
        {.start = 0, .kind = WRAP_FLOWING, .first_prefix = {"* ", 2}, .next_prefix = {"  ", 2}},
        {.start = 14, .kind = WRAP_AS_IT_IS, .first_prefix = {">", 1}, .next_prefix = {">", 1}},
    };
    struct wrapped_text wrapped = {0};
    struct buffer lines = {0};
    wrap_set(&wrapped, bytes_of(text), columns);
    wrap_grow(&wrapped, bytes_of(text), blocks, 2);
    for (size_t line = 0; wrap_to_line(&wrapped, line); line++) {
        struct wrapped_line range = wrapped.lines[line];
        buffer_add(&lines, wrap_prefix(&wrapped, range));
        buffer_add(&lines, (struct bytes){text + range.start, range.end - range.start});
        buffer_add_byte(&lines, '|');
    }
    assert_string_equal(buffer_string(&lines), expected);
    buffer_release(&lines);
    wrap_release(&wrapped);
}

static void lines_of_a_block_begin_after_its_prefix(void **state)
{
    (void)state;
    assert_block_lines(9, "* one two|  three|>a b  cde|>fg|");
}

static void a_prefix_leaves_half_of_the_columns(void **state)
{
    (void)state;
    assert_int_equal(wrap_indent(bytes_of("> > > > "), 10), 5);
    assert_int_equal(wrap_indent(bytes_of("> "), 10), 2);
}

static void a_text_can_grow_at_its_end(void **state)
{
    (void)state;
    struct wrapped_text wrapped = {0};
    wrap_set(&wrapped, bytes_of("one\n"), 9);
    assert_false(wrap_to_line(&wrapped, 1));
    wrap_grow(&wrapped, bytes_of("one\ntwo\n"), NULL, 0);
    assert_true(wrap_to_line(&wrapped, 1));
    assert_int_equal(wrapped.lines[1].start, 4);
    wrap_release(&wrapped);
}

/* --- The window on a wrapped text ------------------------------------------------------------- */

static const struct action down = {.name = ACTION_LINE, .nth = 1};
static const struct action to_end = {.name = ACTION_ENDS, .nth = 1};

static struct text_view counted_view(void)
{
    struct text_view view = {0};
    text_view_set(&view, bytes_of("one two three four five six seven eight nine ten eleven twelve"));
    return view;
}

static size_t first_byte(const struct text_view *view)
{
    return view->wrapped.lines[view->top].start;
}

static void another_width_keeps_the_place(void **state)
{
    (void)state;
    struct text_view view = counted_view();
    text_view_arrange(&view, 10, 2);
    for (int i = 0; i < 3; i++)
        text_view_scroll(&view, down);
    size_t place = first_byte(&view);
    text_view_arrange(&view, 17, 2);
    text_view_arrange(&view, 10, 2);
    assert_int_equal(first_byte(&view), place);
    text_view_release(&view);
}

static void scrolling_stops_at_the_last_line(void **state)
{
    (void)state;
    struct text_view view = counted_view();
    text_view_arrange(&view, 10, 3);
    assert_true(text_view_scroll(&view, to_end));
    assert_int_equal(view.top + 3, view.wrapped.n_lines);
    assert_false(text_view_scroll(&view, down));
    text_view_release(&view);
}

static void assert_position(const struct text_view *view, const char *expected)
{
    struct buffer text = {0};
    text_view_add_position(view, &text);
    assert_string_equal(buffer_string(&text), expected);
    buffer_release(&text);
}

static void the_position_says_how_much_is_below(void **state)
{
    (void)state;
    struct text_view view = counted_view();
    text_view_arrange(&view, 62, 3);
    assert_position(&view, "");
    text_view_arrange(&view, 10, 3);
    assert_position(&view, "▼ 55 % more");
    text_view_scroll(&view, down);
    assert_position(&view, "▲▼ 45 % more");
    text_view_scroll(&view, to_end);
    assert_position(&view, "▲ end");
    text_view_release(&view);
}

static void revealing_what_is_seen_does_not_move(void **state)
{
    (void)state;
    struct text_view view = counted_view();
    text_view_arrange(&view, 10, 3);
    text_view_reveal(&view, 10);
    assert_int_equal(view.top, 0);
    text_view_reveal(&view, 50);
    assert_true(wrap_line_at(&view.wrapped, 50) < view.top + 3);
    text_view_release(&view);
}

/* --- Markdown in the window ------------------------------------------------------------------- */

static const char markdown_source[] =
    "# Head\n\n**one** two &amp; three\n\n- four five six seven\n- eight\n\n"
    "| a | b |\n|---|---|\n| nine | ten |\n\nlast";

static struct text_view markdown_view(int columns, int rows)
{
    struct text_view view = {0};
    text_view_set(&view, bytes_of(markdown_source));
    text_view_render(&view, MARKUP_MARKDOWN);
    text_view_arrange(&view, columns, rows);
    return view;
}

static void assert_first_word(const struct text_view *view, const char *word)
{
    const char *first = text_view_text(view).data + first_byte(view);
    if (strncmp(first, word, strlen(word)) != 0)
        fail_msg("the window begins with \"%.20s\" instead of \"%s\"", first, word);
}

static void the_source_and_back_keep_the_place(void **state)
{
    (void)state;
    struct text_view view = markdown_view(20, 2);
    for (int i = 0; i < 4; i++)
        text_view_scroll(&view, down);
    assert_first_word(&view, "seven");
    text_view_render(&view, MARKUP_NONE);
    text_view_arrange(&view, 20, 2);
    assert_first_word(&view, "seven");
    text_view_render(&view, MARKUP_MARKDOWN);
    text_view_arrange(&view, 20, 2);
    assert_first_word(&view, "seven");
    text_view_release(&view);
}

/* At the larger width the table has columns, and at the smaller one it has none. */
static void another_table_keeps_the_place(void **state)
{
    (void)state;
    struct text_view view = markdown_view(8, 2);
    text_view_reveal(&view,
                     (size_t)(strstr(text_view_text(&view).data, "last") - text_view_text(&view).data));
    text_view_scroll(&view, (struct action){.name = ACTION_LINE, .nth = 0});
    assert_first_word(&view, "b: ten");
    text_view_arrange(&view, 30, 2);
    assert_non_null(strstr(text_view_text(&view).data, "nine │ ten"));
    assert_first_word(&view, "nine");
    text_view_release(&view);
}

static void only_visible_text_is_found(void **state)
{
    (void)state;
    struct text_view view = markdown_view(30, 5);
    text_view_find(&view, bytes_of("one two & three"));
    assert_int_equal(view.matches.count, 1);
    text_view_render(&view, MARKUP_NONE);
    text_view_arrange(&view, 30, 5);
    assert_int_equal(view.matches.count, 0); /* the source has asterisks and an entity there */
    text_view_render(&view, MARKUP_MARKDOWN);
    text_view_arrange(&view, 30, 5);
    assert_int_equal(view.matches.count, 1);
    text_view_release(&view);
}

static void the_position_counts_the_source(void **state)
{
    (void)state;
    struct text_view view = markdown_view(30, 2);
    size_t below = (size_t)(strstr(markdown_source, "eight") - markdown_source);
    text_view_scroll(&view, down);
    text_view_scroll(&view, down); /* the second item is on the first line below */
    struct buffer expected = {0};
    buffer_add_format(&expected, "▲▼ %.0f %% more",
                      round(100.0 * (1.0 - (double)below / (double)strlen(markdown_source))));
    assert_position(&view, buffer_string(&expected));
    buffer_release(&expected);
    text_view_release(&view);
}

static void a_large_document_is_rendered_as_far_as_it_is_seen(void **state)
{
    (void)state;
    char *source = repeated("Some *words* in a paragraph.\n\n", 100000);
    struct text_view view = {0};
    text_view_set(&view, bytes_of(source));
    text_view_render(&view, MARKUP_MARKDOWN);
    text_view_arrange(&view, 30, 40);
    assert_true(view.markdown.reached <= MARKDOWN_CHUNK_SIZE);
    for (int i = 0; i < 200; i++)
        text_view_scroll(&view, (struct action){.name = ACTION_PAGE, .nth = 1});
    assert_first_word(&view, "Some words");
    text_view_release(&view);
    free(source);
}

/* No table is rendered yet when the width changes. A table further down must be made for the new width. */
static void a_table_further_down_is_made_for_the_width(void **state)
{
    (void)state;
    struct buffer source = {0};
    while (source.size < 2 * MARKDOWN_CHUNK_SIZE)
        buffer_add_string(&source, "Some *words* in a paragraph.\n\n");
    buffer_add_string(&source, "| a | b |\n|---|---|\n| nine | ten |\n");
    struct text_view view = {0};
    text_view_set(&view, buffer_bytes(&source));
    text_view_render(&view, MARKUP_MARKDOWN);
    text_view_arrange(&view, 60, 2);
    text_view_arrange(&view, 8, 2);
    text_view_scroll(&view, to_end);
    assert_first_word(&view, "a: nine");
    text_view_release(&view);
    buffer_release(&source);
}

/* --- Large documents -------------------------------------------------------------------------- */

/* Returns paragraphs of all lengths, about 1 MB in all. */
static struct buffer large_text(void)
{
    struct buffer text = {0};
    for (int i = 0; text.size < 1000000; i++)
        buffer_add_format(&text, "%d words %*s and more%s", i, i % 37, "so", i % 11 == 0 ? "\n" : " ");
    return text;
}

static void assert_first_line(const struct text_view *view, const struct wrapped_text *all, size_t line)
{
    if (first_byte(view) != all->lines[line].start)
        fail_msg("the window begins at byte %zu instead of %zu", first_byte(view), all->lines[line].start);
}

/* The last lines must be those that wrapping from the beginning makes, and so must all lines above them. */
static void the_end_is_wrapped_without_the_text_before_it(void **state)
{
    (void)state;
    struct buffer text = large_text();
    struct wrapped_text all = {0};
    struct text_view view = {0};
    wrap_set(&all, buffer_bytes(&text), 40);
    size_t lines = wrap_to_end(&all);
    text_view_set(&view, buffer_bytes(&text));
    text_view_arrange(&view, 40, 10);
    text_view_scroll(&view, to_end);
    assert_first_line(&view, &all, lines - 10);
    assert_true(view.wrapped.n_lines < lines / 5);
    for (size_t line = lines - 10; line > 0; line--) {
        assert_first_line(&view, &all, line);
        assert_true(text_view_scroll(&view, (struct action){.name = ACTION_LINE, .nth = 0}));
    }
    assert_int_equal(first_byte(&view), 0);
    assert_false(text_view_scroll(&view, (struct action){.name = ACTION_LINE, .nth = 0}));
    text_view_release(&view);
    wrap_release(&all);
    buffer_release(&text);
}

static void a_far_place_is_wrapped_alone(void **state)
{
    (void)state;
    struct buffer text = large_text();
    struct text_view view = {0};
    text_view_set(&view, buffer_bytes(&text));
    text_view_arrange(&view, 40, 10);
    text_view_reveal(&view, 700000);
    assert_true(view.wrapped.origin > 500000 && view.wrapped.reached < 800000);
    size_t place = first_byte(&view);
    assert_true(place <= 700000 && place > 700000 - 10 * 40 * 4);
    assert_position(&view, "▲▼ 30 % more");
    text_view_arrange(&view, 60, 10);
    text_view_arrange(&view, 40, 10);
    assert_int_equal(first_byte(&view), place);
    assert_int_equal(text_view_count_rows(&view, 40, 20), 20);
    text_view_scroll(&view, (struct action){.name = ACTION_ENDS, .nth = 0});
    assert_int_equal(first_byte(&view), 0);
    assert_position(&view, "▼ 99 % more");
    text_view_release(&view);
    buffer_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_break_between_words),
        cmocka_unit_test(names_of_keys_and_options_are_not_broken_at_their_hyphens),
        cmocka_unit_test(a_word_that_ends_at_the_edge_stays),
        cmocka_unit_test(spaces_at_the_edge_do_not_start_a_line),
        cmocka_unit_test(spaces_at_the_beginning_stay),
        cmocka_unit_test(a_long_word_breaks_between_clusters),
        cmocka_unit_test(wide_text_breaks_between_characters),
        cmocka_unit_test(a_line_end_ends_the_line),
        cmocka_unit_test(empty_lines_are_lines),
        cmocka_unit_test(a_line_end_at_the_end_adds_no_line),
        cmocka_unit_test(an_empty_text_has_no_lines),
        cmocka_unit_test(a_no_break_space_does_not_break),
        cmocka_unit_test(invalid_bytes_take_a_column),
        cmocka_unit_test(only_the_requested_lines_are_wrapped),
        cmocka_unit_test(pieces_leave_no_seams),
        cmocka_unit_test(a_line_longer_than_a_piece_is_wrapped),
        cmocka_unit_test(the_line_of_a_byte_is_found),
        cmocka_unit_test(lines_of_a_block_begin_after_its_prefix),
        cmocka_unit_test(a_prefix_leaves_half_of_the_columns),
        cmocka_unit_test(a_text_can_grow_at_its_end),
        cmocka_unit_test(another_width_keeps_the_place),
        cmocka_unit_test(scrolling_stops_at_the_last_line),
        cmocka_unit_test(the_position_says_how_much_is_below),
        cmocka_unit_test(revealing_what_is_seen_does_not_move),
        cmocka_unit_test(the_source_and_back_keep_the_place),
        cmocka_unit_test(another_table_keeps_the_place),
        cmocka_unit_test(only_visible_text_is_found),
        cmocka_unit_test(the_position_counts_the_source),
        cmocka_unit_test(a_large_document_is_rendered_as_far_as_it_is_seen),
        cmocka_unit_test(a_table_further_down_is_made_for_the_width),
        cmocka_unit_test(the_end_is_wrapped_without_the_text_before_it),
        cmocka_unit_test(a_far_place_is_wrapped_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
