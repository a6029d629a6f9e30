/* Wrapping: where lines end, that it is lazy, that places survive another width. */
#include "tests/support/support.h"

#include "core/base/bug.h"
#include "tui/text/wrap.h"
#include "tui/widget/text_view.h"

#include <stdlib.h>
#include <math.h>
#include <string.h>

/* The wrapped lines, a '|' after each. */
static void assert_lines(const char *text, int columns, const char *expected)
{
    struct layout layout = {0};
    struct buffer lines = {0};
    layout_set(&layout, bytes_of(text), columns);
    for (size_t line = 0; layout_reach(&layout, line); line++) {
        struct layout_line range = layout.lines[line];
        buffer_add(&lines, (struct bytes){text + range.start, range.end - range.start});
        buffer_add_byte(&lines, '|');
    }
    assert_string_equal(buffer_string(&lines), expected);
    buffer_release(&lines);
    layout_release(&layout);
}

static void lines_break_between_words(void **state)
{
    (void)state;
    assert_lines("pull the hose off", 9, "pull the|hose off|");
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

static void only_what_is_asked_for_is_wrapped(void **state)
{
    (void)state;
    char *text = repeated("five words and no end ", 100000);
    struct layout layout = {0};
    layout_set(&layout, bytes_of(text), 40);
    assert_true(layout_reach(&layout, 30));
    assert_true(layout.reached < 10000);
    layout_release(&layout);
    free(text);
}

/* A paragraph that is wrapped in many pieces comes out as if it were wrapped in one. */
static void pieces_leave_no_seams(void **state)
{
    (void)state;
    char *text = repeated("012345 ", 5000);
    struct layout layout = {0};
    layout_set(&layout, bytes_of(text), 27);
    size_t lines = layout_reach_end(&layout);
    assert_int_equal(lines, 5000 / 4);
    for (size_t line = 0; line < lines; line++)
        assert_int_equal(layout.lines[line].end - layout.lines[line].start, 27);
    layout_release(&layout);
    free(text);
}

static void a_line_longer_than_a_piece_is_wrapped(void **state)
{
    (void)state;
    char *text = repeated("\u0301", 20000);
    struct layout layout = {0};
    layout_set(&layout, bytes_of(text), 1000);
    layout_reach_end(&layout);
    assert_int_equal(layout.lines[layout.n_lines - 1].end, strlen(text));
    layout_release(&layout);
    free(text);
}

static void the_line_of_a_byte_is_found(void **state)
{
    (void)state;
    struct layout layout = {0};
    layout_set(&layout, bytes_of("pull the hose off"), 9);
    assert_int_equal(layout_line_at(&layout, 8), 0); /* the space at the end of the first line */
    assert_int_equal(layout_line_at(&layout, 9), 1);
    assert_int_equal(layout_line_at(&layout, 99), 1);
    layout_release(&layout);
}

/* --- Blocks ----------------------------------------------------------------------------------- */

/* An item and a block of code, the lines with what stands before them. */
static void assert_block_lines(int columns, const char *expected)
{
    static const char text[] = "one two three\na b  cdefg\n";
    static const struct layout_block blocks[] = {
        {.start = 0, .kind = LAYOUT_FLOWING, .first_prefix = {"* ", 2}, .next_prefix = {"  ", 2}},
        {.start = 14, .kind = LAYOUT_AS_IT_IS, .first_prefix = {">", 1}, .next_prefix = {">", 1}},
    };
    struct layout layout = {0};
    struct buffer lines = {0};
    layout_set(&layout, bytes_of(text), columns);
    layout_grow(&layout, bytes_of(text), blocks, 2);
    for (size_t line = 0; layout_reach(&layout, line); line++) {
        struct layout_line range = layout.lines[line];
        buffer_add(&lines, layout_prefix(&layout, range));
        buffer_add(&lines, (struct bytes){text + range.start, range.end - range.start});
        buffer_add_byte(&lines, '|');
    }
    assert_string_equal(buffer_string(&lines), expected);
    buffer_release(&lines);
    layout_release(&layout);
}

static void lines_of_a_block_begin_behind_its_prefix(void **state)
{
    (void)state;
    assert_block_lines(9, "* one two|  three|>a b  cde|>fg|");
}

static void a_prefix_leaves_half_of_the_columns(void **state)
{
    (void)state;
    assert_int_equal(layout_indent(bytes_of("> > > > "), 10), 5);
    assert_int_equal(layout_indent(bytes_of("> "), 10), 2);
}

static void a_text_can_grow_at_its_end(void **state)
{
    (void)state;
    struct layout layout = {0};
    layout_set(&layout, bytes_of("one\n"), 9);
    assert_false(layout_reach(&layout, 1));
    layout_grow(&layout, bytes_of("one\ntwo\n"), NULL, 0);
    assert_true(layout_reach(&layout, 1));
    assert_int_equal(layout.lines[1].start, 4);
    layout_release(&layout);
}

/* --- The window on a wrapped text ------------------------------------------------------------- */

static const struct action down = {.name = ACTION_LINE, .nth = 1};
static const struct action to_end = {.name = ACTION_ENDS, .nth = 1};

static struct passage counted_passage(void)
{
    struct passage passage = {0};
    passage_set(&passage, bytes_of("one two three four five six seven eight nine ten eleven twelve"));
    return passage;
}

static size_t first_byte(const struct passage *passage)
{
    return passage->layout.lines[passage->top].start;
}

static void another_width_keeps_the_place(void **state)
{
    (void)state;
    struct passage passage = counted_passage();
    passage_arrange(&passage, 10, 2);
    for (int i = 0; i < 3; i++)
        passage_scroll(&passage, down);
    size_t place = first_byte(&passage);
    passage_arrange(&passage, 17, 2);
    passage_arrange(&passage, 10, 2);
    assert_int_equal(first_byte(&passage), place);
    passage_release(&passage);
}

static void scrolling_stops_at_the_last_line(void **state)
{
    (void)state;
    struct passage passage = counted_passage();
    passage_arrange(&passage, 10, 3);
    assert_true(passage_scroll(&passage, to_end));
    assert_int_equal(passage.top + 3, passage.layout.n_lines);
    assert_false(passage_scroll(&passage, down));
    passage_release(&passage);
}

static void assert_position(const struct passage *passage, const char *expected)
{
    struct buffer text = {0};
    passage_add_position(passage, &text);
    assert_string_equal(buffer_string(&text), expected);
    buffer_release(&text);
}

static void the_position_says_how_much_is_below(void **state)
{
    (void)state;
    struct passage passage = counted_passage();
    passage_arrange(&passage, 62, 3);
    assert_position(&passage, "");
    passage_arrange(&passage, 10, 3);
    assert_position(&passage, "▼ 55 % below");
    passage_scroll(&passage, down);
    assert_position(&passage, "▲▼ 45 % below");
    passage_scroll(&passage, to_end);
    assert_position(&passage, "▲ end");
    passage_release(&passage);
}

static void revealing_what_is_seen_does_not_move(void **state)
{
    (void)state;
    struct passage passage = counted_passage();
    passage_arrange(&passage, 10, 3);
    passage_reveal(&passage, 10);
    assert_int_equal(passage.top, 0);
    passage_reveal(&passage, 50);
    assert_true(layout_line_at(&passage.layout, 50) < passage.top + 3);
    passage_release(&passage);
}

/* --- Markdown in the window ------------------------------------------------------------------- */

static const char markdown_source[] =
    "# Head\n\n**one** two &amp; three\n\n- four five six seven\n- eight\n\n"
    "| a | b |\n|---|---|\n| nine | ten |\n\nlast";

static struct passage markdown_passage(int columns, int rows)
{
    struct passage passage = {0};
    passage_set(&passage, bytes_of(markdown_source));
    passage_render(&passage, true);
    passage_arrange(&passage, columns, rows);
    return passage;
}

static void assert_first_word(const struct passage *passage, const char *word)
{
    const char *first = passage_text(passage).data + first_byte(passage);
    if (strncmp(first, word, strlen(word)) != 0)
        fail_msg("the window begins with \"%.20s\" instead of \"%s\"", first, word);
}

static void the_source_and_back_keep_the_place(void **state)
{
    (void)state;
    struct passage passage = markdown_passage(20, 2);
    for (int i = 0; i < 4; i++)
        passage_scroll(&passage, down);
    assert_first_word(&passage, "seven");
    passage_render(&passage, false);
    passage_arrange(&passage, 20, 2);
    assert_first_word(&passage, "seven");
    passage_render(&passage, true);
    passage_arrange(&passage, 20, 2);
    assert_first_word(&passage, "seven");
    passage_release(&passage);
}

/* Wider, the table has columns; narrower, it has none. */
static void another_table_keeps_the_place(void **state)
{
    (void)state;
    struct passage passage = markdown_passage(8, 2);
    passage_reveal(&passage,
                   (size_t)(strstr(passage_text(&passage).data, "last") - passage_text(&passage).data));
    passage_scroll(&passage, (struct action){.name = ACTION_LINE, .nth = 0});
    assert_first_word(&passage, "b: ten");
    passage_arrange(&passage, 30, 2);
    assert_non_null(strstr(passage_text(&passage).data, "nine │ ten"));
    assert_first_word(&passage, "nine");
    passage_release(&passage);
}

static void what_is_seen_is_found(void **state)
{
    (void)state;
    struct passage passage = markdown_passage(30, 5);
    passage_find(&passage, bytes_of("one two & three"));
    assert_int_equal(passage.matches.count, 1);
    passage_render(&passage, false);
    passage_arrange(&passage, 30, 5);
    assert_int_equal(passage.matches.count, 0); /* the source has stars and an entity there */
    passage_render(&passage, true);
    passage_arrange(&passage, 30, 5);
    assert_int_equal(passage.matches.count, 1);
    passage_release(&passage);
}

static void the_position_counts_the_source(void **state)
{
    (void)state;
    struct passage passage = markdown_passage(30, 2);
    size_t below = (size_t)(strstr(markdown_source, "eight") - markdown_source);
    passage_scroll(&passage, down);
    passage_scroll(&passage, down); /* the second item is the first line below */
    struct buffer expected = {0};
    buffer_add_format(&expected, "▲▼ %.0f %% below",
                      round(100.0 * (1.0 - (double)below / (double)strlen(markdown_source))));
    assert_position(&passage, buffer_string(&expected));
    buffer_release(&expected);
    passage_release(&passage);
}

static void a_large_document_is_rendered_as_far_as_it_is_seen(void **state)
{
    (void)state;
    char *source = repeated("Some *words* in a paragraph.\n\n", 100000);
    struct passage passage = {0};
    passage_set(&passage, bytes_of(source));
    passage_render(&passage, true);
    passage_arrange(&passage, 30, 40);
    assert_true(passage.markdown.reached <= MARKDOWN_PIECE_SIZE);
    for (int i = 0; i < 200; i++)
        passage_scroll(&passage, (struct action){.name = ACTION_PAGE, .nth = 1});
    assert_first_word(&passage, "Some words");
    passage_release(&passage);
    free(source);
}

/* No table is rendered yet when the width changes: the one further down is made for the new width. */
static void a_table_further_down_is_made_for_the_width(void **state)
{
    (void)state;
    struct buffer source = {0};
    while (source.size < 2 * MARKDOWN_PIECE_SIZE)
        buffer_add_string(&source, "Some *words* in a paragraph.\n\n");
    buffer_add_string(&source, "| a | b |\n|---|---|\n| nine | ten |\n");
    struct passage passage = {0};
    passage_set(&passage, buffer_bytes(&source));
    passage_render(&passage, true);
    passage_arrange(&passage, 60, 2);
    passage_arrange(&passage, 8, 2);
    passage_scroll(&passage, to_end);
    assert_first_word(&passage, "a: nine");
    passage_release(&passage);
    buffer_release(&source);
}

/* --- Large documents -------------------------------------------------------------------------- */

/* Paragraphs of all lengths, about 1 MB. */
static struct buffer large_text(void)
{
    struct buffer text = {0};
    for (int i = 0; text.size < 1000000; i++)
        buffer_add_format(&text, "%d words %*s and more%s", i, i % 37, "so", i % 11 == 0 ? "\n" : " ");
    return text;
}

static void assert_first_line(const struct passage *passage, const struct layout *all, size_t line)
{
    if (first_byte(passage) != all->lines[line].start)
        fail_msg("the window begins at byte %zu instead of %zu", first_byte(passage), all->lines[line].start);
}

/* The lines at the end are those that wrapping from the beginning makes, up to the beginning. */
static void the_end_is_wrapped_without_what_is_before_it(void **state)
{
    (void)state;
    struct buffer text = large_text();
    struct layout all = {0};
    struct passage passage = {0};
    layout_set(&all, buffer_bytes(&text), 40);
    size_t lines = layout_reach_end(&all);
    passage_set(&passage, buffer_bytes(&text));
    passage_arrange(&passage, 40, 10);
    passage_scroll(&passage, to_end);
    assert_first_line(&passage, &all, lines - 10);
    assert_true(passage.layout.n_lines < lines / 5);
    for (size_t line = lines - 10; line > 0; line--) {
        assert_first_line(&passage, &all, line);
        assert_true(passage_scroll(&passage, (struct action){.name = ACTION_LINE, .nth = 0}));
    }
    assert_int_equal(first_byte(&passage), 0);
    assert_false(passage_scroll(&passage, (struct action){.name = ACTION_LINE, .nth = 0}));
    passage_release(&passage);
    layout_release(&all);
    buffer_release(&text);
}

static void a_far_place_is_wrapped_alone(void **state)
{
    (void)state;
    struct buffer text = large_text();
    struct passage passage = {0};
    passage_set(&passage, buffer_bytes(&text));
    passage_arrange(&passage, 40, 10);
    passage_reveal(&passage, 700000);
    assert_true(passage.layout.origin > 500000 && passage.layout.reached < 800000);
    size_t place = first_byte(&passage);
    assert_true(place <= 700000 && place > 700000 - 10 * 40 * 4);
    assert_position(&passage, "▲▼ 30 % below");
    passage_arrange(&passage, 60, 10);
    passage_arrange(&passage, 40, 10);
    assert_int_equal(first_byte(&passage), place);
    assert_int_equal(passage_count_rows(&passage, 40, 20), 20);
    passage_scroll(&passage, (struct action){.name = ACTION_ENDS, .nth = 0});
    assert_int_equal(first_byte(&passage), 0);
    assert_position(&passage, "▼ 99 % below");
    passage_release(&passage);
    buffer_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_break_between_words),
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
        cmocka_unit_test(only_what_is_asked_for_is_wrapped),
        cmocka_unit_test(pieces_leave_no_seams),
        cmocka_unit_test(a_line_longer_than_a_piece_is_wrapped),
        cmocka_unit_test(the_line_of_a_byte_is_found),
        cmocka_unit_test(lines_of_a_block_begin_behind_its_prefix),
        cmocka_unit_test(a_prefix_leaves_half_of_the_columns),
        cmocka_unit_test(a_text_can_grow_at_its_end),
        cmocka_unit_test(another_width_keeps_the_place),
        cmocka_unit_test(scrolling_stops_at_the_last_line),
        cmocka_unit_test(the_position_says_how_much_is_below),
        cmocka_unit_test(revealing_what_is_seen_does_not_move),
        cmocka_unit_test(the_source_and_back_keep_the_place),
        cmocka_unit_test(another_table_keeps_the_place),
        cmocka_unit_test(what_is_seen_is_found),
        cmocka_unit_test(the_position_counts_the_source),
        cmocka_unit_test(a_large_document_is_rendered_as_far_as_it_is_seen),
        cmocka_unit_test(a_table_further_down_is_made_for_the_width),
        cmocka_unit_test(the_end_is_wrapped_without_what_is_before_it),
        cmocka_unit_test(a_far_place_is_wrapped_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
