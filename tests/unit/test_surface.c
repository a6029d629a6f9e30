/* The grid of cells: clipping, wide characters, joining lines; and which items fit into a line. */
#include "tests/support/support.h"
#include "tests/support/surface_dump.h"

#include "tui/widget/line_items.h"
#include "tui/widget/surface.h"

static struct surface surface_of(int rows, int columns)
{
    struct surface surface = {0};
    surface_reset(&surface, rows, columns);
    return surface;
}

/* Compares the dump of the surface, and releases the surface. */
static void assert_dump(struct surface *surface, const char *expected)
{
    struct buffer dump = {0};
    surface_dump(surface, &dump);
    assert_string_equal(buffer_string(&dump), expected);
    buffer_release(&dump);
    surface_release(surface);
}

static void text_is_drawn_with_its_style(void **state)
{
    (void)state;
    struct surface surface = surface_of(1, 5);
    assert_int_equal(surface_put_string(&surface, 0, 1, 5, "ab", STYLE_TITLE), 3);
    assert_dump(&surface, " ab  |\n.tt..\n");
}

static void text_that_does_not_fit_is_cut(void **state)
{
    (void)state;
    struct surface surface = surface_of(1, 6);
    assert_int_equal(surface_put_string(&surface, 0, 0, 4, "abcdef", STYLE_DIM), 4);
    assert_dump(&surface, "abc…  |\ndddd..\n");
}

/* Right-to-left text ends on the left. */
static void right_to_left_text_is_cut_at_its_end(void **state)
{
    (void)state;
    struct surface surface = surface_of(1, 6);
    assert_int_equal(surface_put_string(&surface, 0, 0, 4, "אבגדה", STYLE_DIM), 4);
    assert_dump(&surface, "…גבא  |\ndddd..\n");
}

static void a_wide_character_is_never_cut_by_the_limit(void **state)
{
    (void)state;
    struct surface surface = surface_of(1, 6);
    surface_put_string(&surface, 0, 0, 4, "漢字漢", STYLE_DIM);
    assert_dump(&surface, "漢…   |\nddd...\n");
}

static void drawing_over_one_half_empties_the_other(void **state)
{
    (void)state;
    struct surface surface = surface_of(2, 4);
    surface_put_string(&surface, 0, 0, 4, "漢字", STYLE_DIM);
    surface_put_string(&surface, 0, 1, 2, "x", STYLE_NORMAL);
    surface_put_string(&surface, 1, 0, 4, "漢字", STYLE_DIM);
    surface_put_string(&surface, 1, 1, 3, "語", STYLE_NORMAL);
    assert_dump(&surface, " x字|\n 語 |\n..dd\n....\n");
}

static void a_wide_character_does_not_reach_out_of_the_grid(void **state)
{
    (void)state;
    struct surface surface = surface_of(1, 3);
    surface_put_string(&surface, 0, 2, 9, "漢", STYLE_DIM);
    assert_dump(&surface, "   |\n...\n");
}

static void drawing_outside_is_left_out(void **state)
{
    (void)state;
    struct surface surface = surface_of(1, 3);
    surface_put_string(&surface, -1, 0, 3, "a", STYLE_DIM);
    surface_put_string(&surface, 1, 0, 3, "a", STYLE_DIM);
    surface_put_string(&surface, 0, -2, 3, "abc", STYLE_DIM);
    surface_horizontal(&surface, -1, -5, 20, LINE_LIGHT, STYLE_FRAME);
    surface_vertical(&surface, -5, 3, 20, LINE_LIGHT, STYLE_FRAME);
    assert_dump(&surface, "c  |\nd..\n");
}

static void tabs_become_blanks(void **state)
{
    (void)state;
    struct surface surface = surface_of(1, 6);
    surface_put_string(&surface, 0, 0, 6, "a\tb", STYLE_DIM);
    assert_dump(&surface, "a   b |\nddddd.\n");
}

/* A vertical line that starts at a horizontal one joins it, and crosses the lines that it meets further down. */
static void lines_join_where_they_meet(void **state)
{
    (void)state;
    struct surface surface = surface_of(3, 3);
    surface_horizontal(&surface, 0, 0, 3, LINE_LIGHT, STYLE_FRAME);
    surface_vertical(&surface, 0, 1, 3, LINE_LIGHT, STYLE_FRAME);
    surface_horizontal(&surface, 2, 0, 3, LINE_LIGHT, STYLE_FRAME);
    assert_dump(&surface, "─┬─|\n │ |\n─┼─|\nfff\n.f.\nfff\n");
}

static void a_heavy_line_wins_over_a_light_one(void **state)
{
    (void)state;
    struct surface surface = surface_of(2, 3);
    surface_horizontal(&surface, 0, 0, 3, LINE_LIGHT, STYLE_FRAME);
    surface_vertical(&surface, 0, 1, 2, LINE_LIGHT, STYLE_FRAME);
    surface_horizontal(&surface, 0, 0, 1, LINE_HEAVY, STYLE_ACCENT);
    surface_vertical(&surface, 0, 1, 2, LINE_HEAVY, STYLE_ACCENT);
    assert_dump(&surface, "━┰─|\n ┃ |\naaf\n.a.\n");
}

static void a_repeated_surface_has_the_same_size_cells_and_cursor(void **state)
{
    (void)state;
    struct surface from = surface_of(2, 3);
    surface_put_string(&from, 0, 0, 3, "b漢", STYLE_TITLE);
    surface_place_cursor(&from, 1, 2);
    struct surface surface = surface_of(3, 5);
    surface_put_string(&surface, 2, 0, 5, "other", STYLE_NORMAL);
    surface_repeat(&surface, &from);
    surface_release(&from);
    assert_true(surface.has_cursor);
    assert_int_equal(surface.cursor_row, 1);
    assert_int_equal(surface.cursor_column, 2);
    assert_dump(&surface, "b漢|\n   |\nttt\n...\n");
}

static void copying_takes_rows_from_the_first_one_asked_for(void **state)
{
    (void)state;
    struct surface from = surface_of(3, 2);
    surface_put_string(&from, 1, 0, 2, "b", STYLE_TITLE);
    surface_put_string(&from, 2, 0, 2, "漢", STYLE_TITLE);
    struct surface surface = surface_of(3, 3);
    surface_copy(&surface, (struct rectangle){0, 1, 3, 2}, &from, 1);
    surface_release(&from);
    assert_dump(&surface, " b |\n 漢|\n   |\n.t.\n.tt\n...\n");
}

/* --- Fitting items into a line ---------------------------------------------------------------- */

static void assert_shown(int columns, const char *expected)
{
    struct line_item items[] = {{.width = 4, .rank = 3},
                                {.width = 0, .rank = 1},
                                {.width = 6, .rank = 1},
                                {.width = 3, .rank = 2}};
    char shown[5] = {0};
    line_items_fit(items, 4, columns, 2);
    for (int i = 0; i < 4; i++)
        shown[i] = items[i].shown ? 'x' : '-';
    assert_string_equal(shown, expected);
}

static void everything_is_shown_where_it_fits(void **state)
{
    (void)state;
    assert_shown(17, "x-xx");
}

static void the_last_rank_is_left_out_first(void **state)
{
    (void)state;
    assert_shown(16, "--xx");
}

static void a_narrower_item_of_a_later_rank_takes_the_room(void **state)
{
    (void)state;
    assert_shown(5, "---x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_drawn_with_its_style),
        cmocka_unit_test(text_that_does_not_fit_is_cut),
        cmocka_unit_test(right_to_left_text_is_cut_at_its_end),
        cmocka_unit_test(a_wide_character_is_never_cut_by_the_limit),
        cmocka_unit_test(drawing_over_one_half_empties_the_other),
        cmocka_unit_test(a_wide_character_does_not_reach_out_of_the_grid),
        cmocka_unit_test(drawing_outside_is_left_out),
        cmocka_unit_test(tabs_become_blanks),
        cmocka_unit_test(lines_join_where_they_meet),
        cmocka_unit_test(a_heavy_line_wins_over_a_light_one),
        cmocka_unit_test(a_repeated_surface_has_the_same_size_cells_and_cursor),
        cmocka_unit_test(copying_takes_rows_from_the_first_one_asked_for),
        cmocka_unit_test(everything_is_shown_where_it_fits),
        cmocka_unit_test(the_last_rank_is_left_out_first),
        cmocka_unit_test(a_narrower_item_of_a_later_rank_takes_the_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
