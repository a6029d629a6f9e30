/* The bytes that are written for a change: no more than it needs, and no cell may be moved by another. */
#include "tests/support/support.h"

#include "tui/terminal/paint.h"

#include <string.h>

/* A terminal whose cursor movements can be read: <row,column> and >columns>. */
static void add_move(int row, int column, struct buffer *bytes)
{
    buffer_add_format(bytes, "<%d,%d>", row, column);
}

static void add_right(int count, struct buffer *bytes)
{
    buffer_add_format(bytes, ">%d>", count);
}

static void add_column(int column, struct buffer *bytes)
{
    buffer_add_format(bytes, "|%d|", column);
}

static void add_below(struct buffer *bytes)
{
    buffer_add_string(bytes, "v");
}

struct scene {
    struct paint paint;
    struct surface shown, wanted;
};

/* Returns a scene in which both surfaces are equal, with `text` in the first row. */
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
    buffer_add_string(&scene->paint.begin[STYLE_WORD], "[w]");
    scene->paint.is_foreground[STYLE_FRAME] = scene->paint.is_foreground[STYLE_ACCENT] = true;
    scene->paint.has_foreground[STYLE_FRAME] = scene->paint.has_foreground[STYLE_ACCENT] =
        scene->paint.has_foreground[STYLE_WORD] = true;
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

static void assert_painted(struct scene *scene, const char *expected)
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

static void unchanged_cells_are_not_written(void **state)
{
    assert_painted(scene_of(state, 2, 20, "some text"), "");
}

static void a_changed_cell_is_written_in_its_place(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "some text");
    put(scene, 0, 5, "n", STYLE_NORMAL);
    assert_painted(scene, "<0,5>n");
}

static void a_short_gap_is_rewritten_and_a_long_gap_is_skipped(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "abcdefghijklmnop");
    put(scene, 0, 0, "A", STYLE_NORMAL);
    put(scene, 0, 4, "E", STYLE_NORMAL);
    put(scene, 0, 14, "O", STYLE_NORMAL);
    assert_painted(scene, "<0,0>AbcdE>9>O");
}

static void a_short_gap_is_rewritten_in_the_style_before_or_after_it(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "");
    put(scene, 0, 0, "A", STYLE_FRAME);
    put(scene, 0, 2, "B", STYLE_NORMAL);
    put(scene, 0, 4, "C", STYLE_TITLE);
    put(scene, 0, 6, "D", STYLE_NORMAL);
    assert_painted(scene, "<0,0>[f]A[] B [t]C[] D");
}

/* Makes the sequences that begin colours as long as on real terminals. */
static void take_long_colours(struct scene *scene)
{
    buffer_clear(&scene->paint.begin[STYLE_FRAME]);
    buffer_add_string(&scene->paint.begin[STYLE_FRAME], "[frame ...]");
    buffer_clear(&scene->paint.begin[STYLE_ACCENT]);
    buffer_add_string(&scene->paint.begin[STYLE_ACCENT], "[accent ...]");
}

/* Draws a row with marked words, between frames. */
static void put_framed_row(struct scene *scene, int row)
{
    scene->paint.clear_rest.size = 0;
    take_long_colours(scene);
    put(scene, row, 0, "|", STYLE_FRAME);
    put(scene, row, 1, "the hose of a hose", STYLE_NORMAL);
    put(scene, row, 5, "hose", STYLE_ACCENT);
    put(scene, row, 15, "hose", STYLE_ACCENT);
    put(scene, row, 39, "|", STYLE_FRAME);
}

/* As when a text is scrolled by a line. */
static void in_a_few_rows_each_colour_begins_once_if_that_is_shorter(void **state)
{
    struct scene *scene = scene_of(state, 8, 40, "");
    put_framed_row(scene, 2);
    put(scene, 3, 30, "12", STYLE_ACCENT);
    assert_painted(scene, "<2,1>the>6>of a<2,0>[frame ...]|>38>|<2,5>[accent ...]hose>6>hose<3,30>12[]");
}

/* The way back in the row is short, and no style has to be ended afterwards. */
static void plain_cells_are_drawn_last_if_that_is_shorter(void **state)
{
    struct scene *scene = scene_of(state, 4, 60, "");
    scene->paint.add_column = add_column;
    take_long_colours(scene);
    put(scene, 0, 0, "the hose of a hose", STYLE_NORMAL);
    put(scene, 0, 4, "hose", STYLE_ACCENT);
    put(scene, 0, 14, "hose", STYLE_ACCENT);
    put(scene, 3, 30, "6", STYLE_FRAME);
    assert_painted(scene, "<3,30>[frame ...]6<0,4>[accent ...]hose>6>hose|0|[]the>6>of a");
}

static void a_colour_is_followed_directly_by_an_underlined_one(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "");
    put(scene, 0, 0, "A", STYLE_FRAME);
    put(scene, 0, 1, "B", STYLE_WORD);
    put(scene, 0, 2, "C", STYLE_FRAME);
    assert_painted(scene, "<0,0>[f]A[w]B[][f]C[]");
}

/* As above a scrolling text: the earlier cell has the colour that would come later in the other order. */
static void the_shorter_order_of_colours_is_chosen(void **state)
{
    struct scene *scene = scene_of(state, 4, 60, "");
    take_long_colours(scene);
    put(scene, 0, 20, "-", STYLE_ACCENT);
    put(scene, 0, 21, "1 line", STYLE_FRAME);
    put(scene, 1, 0, "the hose", STYLE_NORMAL);
    put(scene, 3, 30, "6", STYLE_FRAME);
    assert_painted(scene, "<0,20>[accent ...]-[frame ...]1 line<3,30>6<1,0>[]the hose");
}

static void moving_back_in_a_row_uses_the_column_sequence(void **state)
{
    struct scene *scene = scene_of(state, 2, 60, "");
    scene->paint.add_column = add_column;
    scene->wanted.has_cursor = true;
    scene->wanted.cursor_row = 1;
    scene->wanted.cursor_column = 3;
    put(scene, 1, 10, "words", STYLE_NORMAL);
    assert_painted(scene, "<1,10>words|3|");
}

static void many_rows_are_drawn_from_top_to_bottom(void **state)
{
    struct buffer bytes = {0};
    struct scene *scene = scene_of(state, 8, 40, "");
    scene->paint.add_below = NULL;
    for (int row = 0; row < 5; row++)
        put_framed_row(scene, row);
    paint_changes(&scene->paint, &scene->shown, &scene->wanted, &bytes);
    assert_true(strstr(buffer_string(&bytes), "of a") < strstr(buffer_string(&bytes), "<1,"));
    buffer_release(&bytes);
}

static void after_a_change_of_size_everything_is_written(void **state)
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

static void the_cursor_is_placed_after_characters_of_uncertain_width(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "0123456789");
    put(scene, 0, 2, "🫠", STYLE_NORMAL); /* its columns are cleared, and what follows is drawn again */
    assert_painted(scene, "<0,2>  <0,2>🫠<0,4>4");
}

static void vertical_lines_are_drawn_downwards(void **state)
{
    struct scene *scene = scene_of(state, 5, 20, "");
    for (int row = 1; row < 5; row++) {
        put(scene, row, 4, "│", STYLE_FRAME);
        put(scene, row, 9, row < 3 ? "┃" : "x", row < 4 ? STYLE_ACCENT : STYLE_FRAME);
    }
    assert_painted(scene, "<1,4>[f]│v│v│v│<1,9>[a]┃v┃vx<4,9>[f]x[]");
}

static void cells_after_combining_marks_are_drawn_again(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "0123456789");
    put(scene, 0, 2, "e\u0301\u0323", STYLE_NORMAL);
    assert_painted(scene, "<0,2> <0,2>e\u0301\u0323<0,3>345");
}

static void the_width_of_old_wide_characters_is_certain(void **state)
{
    struct scene *scene = scene_of(state, 2, 20, "0123456789");
    put(scene, 0, 2, "漢字", STYLE_NORMAL);
    assert_painted(scene, "<0,2>漢字");
}

/* Its cells are cleared first. After it, as many cells are drawn again as its code points could have covered. */
static void an_emoji_sequence_never_moves_the_cells_beside_it(void **state)
{
    clusters_join(true);
    struct scene *scene = scene_of(state, 2, 20, "0123456789");
    put(scene, 0, 2, "👨\u200d👩\u200d👦", STYLE_NORMAL);
    clusters_join(false);
    assert_painted(scene, "<0,2>  <0,2>👨\u200d👩\u200d👦<0,4>45678");
}

static void no_character_of_uncertain_width_is_drawn_at_the_end_of_a_line(void **state)
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

/* --- Scrolling ------------------------------------------------------------- */

static void add_shift(struct rectangle area, int up, const struct surface *screen, struct buffer *bytes)
{
    assert_true(area.row + area.rows <= screen->rows && area.column + area.columns <= screen->columns);
    buffer_add_format(bytes, "{%d,%d %dx%d %+d}", area.row, area.column, area.rows, area.columns, up);
}

static const char *const lines[] = {
    "the first line of a text", "another one, the second",  "now the third one comes",
    "and the fourth follows",   "line number five is here", "the last one of them all",
};

enum { WINDOW_ROWS = 4, WINDOW_COLUMN = 2, WINDOW_COLUMNS = 30 };

/* Draws the text from line `first` on in rows 1 to 4, between two borders. */
static void draw_window(struct surface *surface, int first)
{
    for (int i = 0; i < WINDOW_ROWS; i++) {
        int row = 1 + i;
        surface_put_string(surface, row, 0, surface->columns, "|", STYLE_NORMAL);
        surface_put_string(surface, row, WINDOW_COLUMN, surface->columns, lines[first + i], STYLE_NORMAL);
        surface_put_string(surface, row, surface->columns - 1, surface->columns, "|", STYLE_NORMAL);
    }
    surface_note_window(surface, (struct rectangle){1, WINDOW_COLUMN, WINDOW_ROWS, WINDOW_COLUMNS});
}

static struct scene *scrolled_scene(void **state, int from, int to)
{
    struct scene *scene = scene_of(state, 6, 40, "title");
    scene->paint.add_shift = add_shift;
    draw_window(&scene->shown, from);
    draw_window(&scene->wanted, to);
    return scene;
}

static void scrolled_text_is_moved_and_its_new_line_drawn(void **state)
{
    assert_painted(scrolled_scene(state, 0, 1), "{1,2 4x30 +1}<4,2>line number five is here");
    assert_painted(scrolled_scene(state, 1, 0), "{1,2 4x30 -1}<1,2>the first line of a text");
}

static void a_terminal_that_moves_whole_rows_takes_their_sides_along(void **state)
{
    struct scene *scene = scrolled_scene(state, 0, 2);
    scene->paint.shifts_whole_rows = true;
    assert_painted(scene,
                   "{1,0 4x40 +2}<3,0>| line number five is here>13>|<4,0>| the last one of them all>13>|");
}

static void rows_with_unmoved_text_beside_them_are_redrawn_not_moved(void **state)
{
    struct scene *scene = scrolled_scene(state, 0, 1);
    struct surface *const both[] = {&scene->shown, &scene->wanted};
    scene->paint.shifts_whole_rows = true;
    for (int i = 0; i < 2; i++)
        for (int row = 0; row < WINDOW_ROWS; row++)
            surface_put_string(both[i], 1 + row, 28, 40, lines[row], STYLE_NORMAL);
    struct buffer bytes = {0};
    paint_changes(&scene->paint, &scene->shown, &scene->wanted, &bytes);
    assert_null(strchr(buffer_string(&bytes), '{'));
    buffer_release(&bytes);
}

static void a_wide_character_across_the_side_is_not_torn(void **state)
{
    struct scene *scene = scrolled_scene(state, 0, 1);
    surface_put_string(&scene->shown, 2, WINDOW_COLUMN - 1, 40, "漢", STYLE_NORMAL);
    struct buffer bytes = {0};
    paint_changes(&scene->paint, &scene->shown, &scene->wanted, &bytes);
    assert_null(strchr(buffer_string(&bytes), '{'));
    buffer_release(&bytes);
}

static void the_cells_shown_after_scrolling_are_known(void **state)
{
    struct scene *scene = scrolled_scene(state, 0, 1);
    struct buffer bytes = {0};
    paint_changes(&scene->paint, &scene->shown, &scene->wanted, &bytes);
    surface_put_string(&scene->shown, 4, WINDOW_COLUMN, 40, lines[4], STYLE_NORMAL);
    buffer_clear(&bytes);
    paint_changes(&scene->paint, &scene->shown, &scene->wanted, &bytes);
    assert_string_equal(buffer_string(&bytes), "");
    buffer_release(&bytes);
}

/* --- Fewer characters ------------------------------------------------------------ */

static void a_console_charset_replaces_heavy_lines_and_marks(void **state)
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

static void the_terminal_type_determines_the_charset(void **state)
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
        paint_test(unchanged_cells_are_not_written),
        paint_test(a_changed_cell_is_written_in_its_place),
        paint_test(a_short_gap_is_rewritten_and_a_long_gap_is_skipped),
        paint_test(a_short_gap_is_rewritten_in_the_style_before_or_after_it),
        paint_test(in_a_few_rows_each_colour_begins_once_if_that_is_shorter),
        paint_test(plain_cells_are_drawn_last_if_that_is_shorter),
        paint_test(a_colour_is_followed_directly_by_an_underlined_one),
        paint_test(the_shorter_order_of_colours_is_chosen),
        paint_test(moving_back_in_a_row_uses_the_column_sequence),
        paint_test(many_rows_are_drawn_from_top_to_bottom),
        paint_test(after_a_change_of_size_everything_is_written),
        paint_test(the_empty_rest_of_a_line_is_cleared),
        paint_test(styles_begin_and_end),
        paint_test(the_cursor_is_placed_after_characters_of_uncertain_width),
        paint_test(vertical_lines_are_drawn_downwards),
        paint_test(cells_after_combining_marks_are_drawn_again),
        paint_test(the_width_of_old_wide_characters_is_certain),
        paint_test(an_emoji_sequence_never_moves_the_cells_beside_it),
        paint_test(no_character_of_uncertain_width_is_drawn_at_the_end_of_a_line),
        paint_test(a_cell_that_would_scroll_stays_empty),
        paint_test(the_cursor_ends_where_the_user_types),
        paint_test(scrolled_text_is_moved_and_its_new_line_drawn),
        paint_test(a_terminal_that_moves_whole_rows_takes_their_sides_along),
        paint_test(rows_with_unmoved_text_beside_them_are_redrawn_not_moved),
        paint_test(a_wide_character_across_the_side_is_not_torn),
        paint_test(the_cells_shown_after_scrolling_are_known),
        paint_test(a_console_charset_replaces_heavy_lines_and_marks),
        paint_test(in_ascii_letters_lose_their_marks),
        cmocka_unit_test(the_terminal_type_determines_the_charset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
