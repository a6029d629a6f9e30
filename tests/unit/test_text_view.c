/* The part of the source that belongs to text on the screen, and the side on which prefixes and columns are drawn. */
#include "tests/support/support.h"
#include "tests/support/surface_dump.h"

#include "tui/widget/text_view.h"

#include <string.h>

enum { COLUMNS = 40, ROWS = 10 };

/* Returns the part of the source that is seen as `seen`. */
static const char *source_of(struct arena *arena, enum text_markup markup, const char *source,
                             const char *seen)
{
    struct text_view view = {0};
    text_view_set(&view, bytes_of(source));
    text_view_render(&view, markup);
    text_view_arrange(&view, COLUMNS, ROWS);
    struct bytes text = text_view_unfolded(&view, SIZE_MAX);
    const char *found = memmem(text.data, text.size, seen, strlen(seen));
    assert_non_null(found);
    size_t start = (size_t)(found - text.data);
    struct text_part part = text_view_source_of(&view, start, start + strlen(seen));
    const char *copy =
        arena_format(arena, "%.*s", BYTES_FORMAT(bytes_slice(bytes_of(source), part.start, part.end)));
    text_view_release(&view);
    return copy;
}

static void a_plain_text_is_its_own_source(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_string_equal(source_of(&arena, MARKUP_NONE, "Größe: **5** m", "Größe: **5**"), "Größe: **5**");
    arena_release(&arena);
}

static void markup_inside_belongs_to_the_part_and_around_it_does_not(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *markdown = "# Hose\n\nIt has a **2-year** guarantee. *See below.*\n";
    assert_string_equal(source_of(&arena, MARKUP_MARKDOWN, markdown, "It has a 2-year guarantee."),
                        "It has a **2-year** guarantee.");
    assert_string_equal(source_of(&arena, MARKUP_MARKDOWN, markdown, "See below."), "See below.");
    assert_string_equal(source_of(&arena, MARKUP_HTML, "<p>Take <b>one</b> a day.</p><p>Not more.</p>",
                                  "Take one a day."),
                        "Take <b>one</b> a day.");
    arena_release(&arena);
}

static void an_address_behind_a_link_adds_nothing_to_the_part(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *html = "<p>See <a href='https://a.example/'>hoses</a>, then go.</p>";
    assert_string_equal(source_of(&arena, MARKUP_HTML, html, "See hoses (https://a.example/)"),
                        "See <a href='https://a.example/'>hoses");
    arena_release(&arena);
}

static void a_reference_is_taken_whole(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *html = "<p>4&nbsp;g a day, caf&eacute;</p><p>A &amp; B</p>";
    assert_string_equal(source_of(&arena, MARKUP_HTML, html, "4\u00a0g a day, caf\u00e9"),
                        "4&nbsp;g a day, caf&eacute;");
    assert_string_equal(source_of(&arena, MARKUP_HTML, html, "A &"), "A &amp;");
    arena_release(&arena);
}

static void a_character_of_several_bytes_is_taken_whole(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_string_equal(source_of(&arena, MARKUP_MARKDOWN, "It is **40 °**\n", "40 °"), "40 °");
    arena_release(&arena);
}

/* Expects a document in Markdown to be drawn like this. */
static void assert_drawn(const char *source, int rows, int columns, const char *expected)
{
    struct text_view view = {0};
    struct surface surface = {0};
    struct buffer dump = {0};
    text_view_set(&view, bytes_of(source));
    text_view_render(&view, MARKUP_MARKDOWN);
    text_view_arrange(&view, columns, rows);
    surface_reset(&surface, rows, columns);
    text_view_draw(&view, &surface, 0, 0, STYLE_NORMAL);
    surface_dump(&surface, &dump);
    dump.data[smaller_size(dump.size, strlen(expected))] = '\0'; /* the styles follow the text */
    assert_string_equal(dump.data, expected);
    buffer_release(&dump);
    surface_release(&surface);
    text_view_release(&view);
}

/* Numbers and bars before the lines are read from the right, as the text of these lines is. */
static void marks_before_right_to_left_lines_are_on_the_right(void **state)
{
    (void)state;
    assert_drawn("8. אב גד הו\n9. ab\n\n> זח\n", 5, 10,
                 "  דג בא .8|\n     וה   |\n9. ab     |\n          |\n      חז │|\n");
}

/* Whatever the first letter of a row is, its columns are in the same order as in the other rows. */
static void the_columns_of_a_table_have_the_same_order_in_all_rows(void **state)
{
    (void)state;
    assert_drawn("| א | ב |\n|---|---|\n| Müller | ג |\n| ד | 5 |\n", 4, 12,
                 "  ב │      א|\n  ──┼───────|\n  ג │ Müller|\n  5 │      ד|\n");
    assert_drawn("| a | b |\n|---|---|\n| ג | ד |\n", 3, 12, "a │ b       |\n──┼──       |\nג │ ד       |\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_columns_of_a_table_have_the_same_order_in_all_rows),
        cmocka_unit_test(marks_before_right_to_left_lines_are_on_the_right),
        cmocka_unit_test(a_plain_text_is_its_own_source),
        cmocka_unit_test(markup_inside_belongs_to_the_part_and_around_it_does_not),
        cmocka_unit_test(an_address_behind_a_link_adds_nothing_to_the_part),
        cmocka_unit_test(a_reference_is_taken_whole),
        cmocka_unit_test(a_character_of_several_bytes_is_taken_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
