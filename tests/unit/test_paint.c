/* Which bytes are written for which change: no more than the change takes, and no cell moved by another. */
#include "tests/support/support.h"

#include "tui/terminal/paint.h"

/* A terminal whose moves can be read: <row,column>, >columns. */
static void add_move(int row, int column, struct buffer *bytes)
{
    buffer_add_format(bytes, "<%d,%d>", row, column);
}

static void add_right(int count, struct buffer *bytes)
{
    buffer_add_format(bytes, ">%d>", count);
}

static void add_below(struct buffer *bytes)
{
    buffer_add_string(bytes, "v");
}

struct scene {
    struct paint paint;
    struct surface shown, wanted;
};

/* Both surfaces are the same: `text` in the first row. */
static struct scene *scene_of(void **state, int rows, int columns, const char *text)
{
    struct scene *scene = *state;
    surface_reset(&scene->shown, rows, columns);
    surface_reset(&scene->wanted, rows, columns);
    surface_put_string(&scene->shown, 0, 0, columns, text, STYLE_NORMAL);
    surface_put_string(&scene->wanted, 0, 0, columns, text, STYLE_NORMAL);
    return scene;
}

static int set_up(void **state)
{
    struct scene *scene = test_calloc(1, sizeof *scene);
    scene->paint.add_move = add_move;
    scene->paint.add_right = add_right;
    scene->paint.add_below = add_below;
    buffer_add_string(&scene->paint.plain, "[]");
    buffer_add_string(&scene->paint.begin[STYLE_TITLE], "[t]");
    buffer_add_string(&scene->paint.begin[STYLE_FRAME], "[f]");
    buffer_add_string(&scene->paint.begin[STYLE_ACCENT], "[a]");
    scene->paint.is_foreground[STYLE_FRAME] = scene->paint.is_foreground[STYLE_ACCENT] = true;
    buffer_add_string(&scene->paint.clear_rest, "[K]");
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    paint_release(&scene->paint);
    surface_release(&scene->shown);
    surface_release(&scene->wanted);
    test_free(scene);
    return 0;
}

static void assert_painted(const struct scene *scene, const char *expected)
{
    struct buffer bytes = {0};
    paint_changes(&scene->paint, &scene->shown, &scene->wanted, &bytes);
    assert_string_equal(buffer_string(&bytes), expected);
    buffer_release(&bytes);
}

static void put(struct scene *scene, int row, int column, const char *text, enum style style)
{
    surface_put_string(&scene->wanted, row, column, scene->wanted.columns, text, style);
}

static void what_is_equal_is_not_written(void **state)
{
    assert_painted(scene_of(state, 2, 20, "some text"), "");
}

static void a_changed_cell_is_written_where_it_stands(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "some text");
    put(scene, 0, 5, "n", STYLE_NORMAL);
    assert_painted(scene, "<0,5>n");
}

static void a_short_gap_is_written_again_and_a_long_one_gone_over(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "abcdefghijklmnop");
    put(scene, 0, 0, "A", STYLE_NORMAL);
    put(scene, 0, 4, "E", STYLE_NORMAL);
    put(scene, 0, 14, "O", STYLE_NORMAL);
    assert_painted(scene, "<0,0>AbcdE>9>O");
}

static void without_a_size_in_common_everything_is_written(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "some text");
    surface_reset(&scene->shown, 3, 20);
    assert_painted(scene, "<0,0>some text");
}

static void the_empty_rest_of_a_line_is_cleared(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "some text");
    surface_clear(&scene->wanted, (struct rectangle){0, 4, 1, 16});
    assert_painted(scene, "<0,5>[K]"); /* the cell before was empty */
}

static void styles_begin_and_end(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "");
    put(scene, 0, 0, "ab", STYLE_TITLE);
    put(scene, 0, 2, "c", STYLE_NORMAL);
    put(scene, 0, 3, "d", STYLE_FRAME);
    put(scene, 0, 4, "e", STYLE_ACCENT); /* replaces the colour */
    put(scene, 0, 5, "f", STYLE_TITLE);
    assert_painted(scene, "<0,0>[t]ab[]c[f]d[a]e[][t]f[]");
}

static void after_what_terminals_disagree_about_the_cursor_is_placed(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "0123456789");
    put(scene, 0, 2, "🫠", STYLE_NORMAL); /* its columns are emptied, and what follows is drawn again */
    assert_painted(scene, "<0,2>  <0,2>🫠<0,4>4");
}

static void uprights_are_drawn_downwards(void **state)
{
    struct scene *scene = scene_of(state, 5, 20, "");
    for (int row = 1; row < 5; row++) {
        put(scene, row, 4, "│", STYLE_FRAME);
        put(scene, row, 9, row < 3 ? "┃" : "x", row < 4 ? STYLE_ACCENT : STYLE_FRAME);
    }
    assert_painted(scene, "<1,4>[f]│v│v│v│<1,9>[a]┃v┃vx<4,9>[f]x[]");
}

static void marks_may_take_a_column_each(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "0123456789");
    put(scene, 0, 2, "e\u0301\u0323", STYLE_NORMAL);
    assert_painted(scene, "<0,2> <0,2>e\u0301\u0323<0,3>345");
}

static void old_wide_characters_are_certain(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "0123456789");
    put(scene, 0, 2, "漢字", STYLE_NORMAL);
    assert_painted(scene, "<0,2>漢字");
}

static void at_the_end_of_a_line_nothing_uncertain_is_drawn(void **state)
{
    struct scene *scene = scene_of(state, 2, 4, "");
    put(scene, 0, 3, "e\u0301", STYLE_NORMAL);
    put(scene, 1, 3, "é", STYLE_NORMAL);
    assert_painted(scene, "<0,3>\xef\xbf\xbd<1,3>é");
}

static void a_cell_that_would_scroll_stays_empty(void **state)
{
    struct scene *scene = scene_of(state, 2, 4, "");
    put(scene, 0, 3, "a", STYLE_NORMAL);
    put(scene, 1, 3, "b", STYLE_NORMAL);
    scene->paint.last_cell_scrolls = true;
    assert_painted(scene, "<0,3>a");
}

static void the_cursor_ends_where_the_user_types(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "Find: ");
    put(scene, 0, 6, "x", STYLE_NORMAL);
    scene->wanted.has_cursor = true;
    scene->wanted.cursor_row = 0;
    scene->wanted.cursor_column = 7;
    assert_painted(scene, "<0,6>x");
    scene->wanted.cursor_row = 1;
    assert_painted(scene, "<0,6>x<1,7>");
}

/* --- Fewer characters ------------------------------------------------------------ */

static void without_heavy_lines_and_marks_there_are_others(void **state)
{
    struct scene *scene = scene_of(state, 2, 40, "");
    scene->paint.charset = CHARSET_CONSOLE;
    put(scene, 0, 0, "┏━┱─ ✓ ▲▼ 37 % “x” é e\u0301 q\u0323 漢 ░█ ü …", STYLE_NORMAL);
    assert_painted(scene, "<0,0>╔═╦─ √ ▲▼ 37 % \"x\" é é q ?  ░█ ü ~");
}

static void in_ascii_letters_lose_their_marks(void **state)
{
    struct scene *scene = scene_of(state, 2, 60, "");
    scene->paint.charset = CHARSET_ASCII;
    put(scene, 0, 0, "┏━┱─┐ │ ✓ ▲▼ “x” a · b – Größe Ǻ e\u0301 漢字 Привет ░█ … \xff", STYLE_NORMAL);
    assert_painted(scene, "<0,0>+=+-+ | * ^v \"x\" a | b - Grose A e ? ?  ?????? .# ~ ?");
}

static void assert_repertoire(const char *type, enum charset expected)
{
    assert_int_equal(charset_of(type), expected);
}

static void the_type_says_which_characters_there_are(void **state)
{
    (void)state;
    assert_repertoire("xterm-256color", CHARSET_UNICODE);
    assert_repertoire("foot", CHARSET_UNICODE);
    assert_repertoire("xterm-vt220", CHARSET_UNICODE);
    assert_repertoire("linux-16color", CHARSET_CONSOLE);
    assert_repertoire("vt100", CHARSET_ASCII);
    assert_repertoire("vt220-8bit", CHARSET_ASCII);
    assert_repertoire("ansi", CHARSET_ASCII);
}

#define paint_test(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        paint_test(what_is_equal_is_not_written),
        paint_test(a_changed_cell_is_written_where_it_stands),
        paint_test(a_short_gap_is_written_again_and_a_long_one_gone_over),
        paint_test(without_a_size_in_common_everything_is_written),
        paint_test(the_empty_rest_of_a_line_is_cleared),
        paint_test(styles_begin_and_end),
        paint_test(after_what_terminals_disagree_about_the_cursor_is_placed),
        paint_test(uprights_are_drawn_downwards),
        paint_test(marks_may_take_a_column_each),
        paint_test(old_wide_characters_are_certain),
        paint_test(at_the_end_of_a_line_nothing_uncertain_is_drawn),
        paint_test(a_cell_that_would_scroll_stays_empty),
        paint_test(the_cursor_ends_where_the_user_types),
        paint_test(without_heavy_lines_and_marks_there_are_others),
        paint_test(in_ascii_letters_lose_their_marks),
        cmocka_unit_test(the_type_says_which_characters_there_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
