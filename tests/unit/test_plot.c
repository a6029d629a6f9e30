/*
 * Plots of known lines: which cells they fill. Each plot has 5 rows of 30 columns, of which 4 rows of 26 columns are
 * for the lines.
 */
#include "tests/support/support.h"

#include "core/base/unicode.h"
#include "tui/widget/plot.h"

#include <math.h>

enum { ROWS = 5, COLUMNS = 30 };

static void assert_row(const struct plot *plot, int row, const char *expected)
{
    struct surface surface = {0};
    struct buffer text = {0};
    surface_reset(&surface, ROWS, COLUMNS);
    plot_draw(plot, &surface, (struct rectangle){0, 0, ROWS, COLUMNS});
    for (int column = 0; column < COLUMNS; column++)
        unicode_add_code(&text, surface_cell(&surface, row, column)->glyph.codes[0]);
    assert_string_equal(buffer_string(&text), expected);
    buffer_release(&text);
    surface_release(&surface);
}

static const int64_t ends[] = {0, 10};
static const double rising[] = {0, 3};
static const double flat[] = {0, 0};

static struct plot plot_of(const struct plot_line *lines, size_t n, bool ascii)
{
    return (struct plot){.x = ends,
                         .n_points = 2,
                         .lines = lines,
                         .n_lines = n,
                         .x_end = 10,
                         .x_name = "votes",
                         .is_whole = true,
                         .ascii = ascii};
}

static void a_rising_line_goes_from_corner_to_corner(void **state)
{
    (void)state;
    const struct plot_line line = {.y = rising, .letter = 'a', .style = STYLE_RUN_1};
    struct plot plot = plot_of(&line, 1, true);
    assert_row(&plot, 0, " |                     aaaaa a");
    assert_row(&plot, 1, "2+             aaaaaaaa       ");
    assert_row(&plot, 2, " |     aaaaaaaa               ");
    assert_row(&plot, 3, "0+aaaaa                       ");
    assert_row(&plot, 4, "  0            5    10 votes  ");
}

static void a_flat_line_is_the_lowest_dots_of_braille(void **state)
{
    (void)state;
    const struct plot_line line = {.y = flat, .letter = 'a', .style = STYLE_RUN_1};
    struct plot plot = plot_of(&line, 1, false);
    assert_row(&plot, 0, "1┤                            ");
    assert_row(&plot, 3, "0┤⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀ a");
}

/* Four dots and a gap of three. The 52 dots hold this pattern seven times, and three dots more. */
static void the_second_line_has_a_pattern_of_its_own(void **state)
{
    (void)state;
    const double none[] = {NAN, NAN};
    const struct plot_line lines[] = {{.y = none, .letter = 'a', .style = STYLE_RUN_1},
                                      {.y = flat, .letter = 'b', .style = STYLE_RUN_2}};
    struct plot plot = plot_of(lines, 2, false);
    assert_row(&plot, 3, "0┤⣀⣀ ⢀⣀⡀ ⣀⣀ ⢀⣀⡀ ⣀⣀ ⢀⣀⡀ ⣀⣀ ⢀⣀ b");
}

static void a_line_has_the_colour_of_its_run_and_the_first_run_wins(void **state)
{
    (void)state;
    const struct plot_line lines[] = {{.y = rising, .letter = 'a', .style = STYLE_RUN_1},
                                      {.y = flat, .letter = 'b', .style = STYLE_RUN_2}};
    struct plot plot = plot_of(lines, 2, false);
    struct surface surface = {0};
    surface_reset(&surface, ROWS, COLUMNS);
    plot_draw(&plot, &surface, (struct rectangle){0, 0, ROWS, COLUMNS});
    assert_int_equal(surface_cell(&surface, 0, COLUMNS - 1)->style, STYLE_RUN_1);
    assert_int_equal(surface_cell(&surface, 3, COLUMNS - 1)->style, STYLE_RUN_2);
    assert_int_equal(surface_cell(&surface, 3, 3)->style, STYLE_RUN_1);
    assert_int_equal(surface_cell(&surface, 3, COLUMNS - 4)->style, STYLE_RUN_2);
    surface_release(&surface);
}

/* Expects these labels on the axes of a plot of 13 rows and 52 columns. There must be enough of them to read each
 * value, with as many digits as their distance needs. */
static void assert_ticks(double low, double high, int64_t x_end, bool is_whole, const char *y, const char *x)
{
    enum { TALL = 13, WIDE = 52 };
    const double values[] = {low, high};
    const int64_t places[] = {0, x_end};
    const struct plot_line line = {.y = values, .letter = 'a', .style = STYLE_RUN_1};
    struct plot plot = plot_of(&line, 1, false);
    plot.x = places;
    plot.x_end = x_end;
    plot.is_whole = is_whole;
    struct surface surface = {0};
    struct buffer labels = {0};
    struct buffer below = {0};
    surface_reset(&surface, TALL, WIDE);
    plot_draw(&plot, &surface, (struct rectangle){0, 0, TALL, WIDE});
    for (int row = 0; row < TALL - 1; row++) {
        struct buffer text = {0};
        int column = 0;
        for (; surface_cell(&surface, row, column)->glyph.codes[0] < 0x2500; column++)
            unicode_add_code(&text, surface_cell(&surface, row, column)->glyph.codes[0]);
        if (surface_cell(&surface, row, column)->glyph.codes[0] == U'┤') {
            buffer_add(&labels, bytes_trim(buffer_bytes(&text)));
            buffer_add_byte(&labels, ' ');
        }
        buffer_release(&text);
    }
    for (int column = 0; column < WIDE; column++) {
        char32_t code = surface_cell(&surface, TALL - 1, column)->glyph.codes[0];
        if (code != U' ' || (below.size > 0 && below.data[below.size - 1] != ' '))
            unicode_add_code(&below, code);
    }
    assert_string_equal(buffer_string(&labels), y);
    assert_string_equal(buffer_string(&below), x);
    buffer_release(&labels);
    buffer_release(&below);
    surface_release(&surface);
}

static void ticks_are_round_and_have_the_digits_that_they_need(void **state)
{
    (void)state;
    assert_ticks(0, 0.6383, 16, false, "0.6 0.4 0.2 0.0 ", "0 5 10 16 votes ");
    assert_ticks(0.5000, 0.5010, 1000, false, "0.5010 0.5005 0.5000 ", "0 500 1,000 votes ");
    assert_ticks(0, 11, 12345, true, "10 5 0 ", "0 5,000 12,345 votes ");
    assert_ticks(0, 2, 1, true, "2 1 0 ", "0 1 votes ");
}

static void lines_with_the_same_end_get_their_letters_in_separate_rows(void **state)
{
    (void)state;
    const struct plot_line lines[] = {{.y = flat, .letter = 'a', .style = STYLE_RUN_1},
                                      {.y = flat, .letter = 'b', .style = STYLE_RUN_2}};
    struct plot plot = plot_of(lines, 2, true);
    assert_row(&plot, 2, " |                           a");
    assert_row(&plot, 3, "0+aaaaaaaaaaaaaaaaaaaaaaaaaa b");
}

static void letters_that_have_to_make_room_keep_the_order_of_the_ends(void **state)
{
    (void)state;
    static const double nearly_one[] = {1, 0.98}, one[] = {0, 1}, least[] = {0, 0.96};
    const struct plot_line lines[] = {{.y = least, .letter = 'a', .style = STYLE_RUN_1},
                                      {.y = nearly_one, .letter = 'b', .style = STYLE_RUN_2},
                                      {.y = one, .letter = 'c', .style = STYLE_RUN_3}};
    struct plot plot = plot_of(lines, 3, false);
    struct surface surface = {0};
    surface_reset(&surface, ROWS, COLUMNS);
    plot_draw(&plot, &surface, (struct rectangle){0, 0, ROWS, COLUMNS});
    for (int row = 0; row < 3; row++)
        assert_int_equal(surface_cell(&surface, row, COLUMNS - 1)->glyph.codes[0], U"cba"[row]);
    surface_release(&surface);
}

/* One dot and a gap of three, at both ends of the last interval. */
static void a_band_is_dotted(void **state)
{
    (void)state;
    const double two[] = {2, 2}, none[] = {NAN, NAN};
    const struct plot_line line = {.y = none, .letter = 'a', .style = STYLE_RUN_1, .low = flat, .high = two};
    struct plot plot = plot_of(&line, 1, false);
    assert_row(&plot, 0, "2┤⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁   ");
    assert_row(&plot, 3, "0┤⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀   ");
}

/* Otherwise a wide band at the beginning would flatten the lines, although it says nothing. */
static void the_wide_beginning_of_a_band_does_not_flatten_the_lines(void **state)
{
    (void)state;
    const double wide[] = {-50, 0}, high[] = {50, 1};
    const struct plot_line line = {
        .y = rising, .letter = 'a', .style = STYLE_RUN_1, .low = wide, .high = high};
    struct plot plot = plot_of(&line, 1, true);
    assert_row(&plot, 0, " |                     aaaaa a");
    assert_row(&plot, 3, "0+aaaaa                    .  ");
}

static void unknown_values_are_not_drawn(void **state)
{
    (void)state;
    const int64_t x[] = {0, 10, 10};
    const double y[] = {NAN, 0, NAN};
    const struct plot_line line = {.y = y, .letter = 'a', .style = STYLE_RUN_1};
    struct plot plot = plot_of(&line, 1, true);
    plot.x = x;
    plot.n_points = 3;
    assert_row(&plot, 3, "0+                         a a");
}

static void nothing_is_drawn_in_an_area_that_is_too_small(void **state)
{
    (void)state;
    const struct plot_line line = {.y = flat, .letter = 'a', .style = STYLE_RUN_1};
    struct plot plot = plot_of(&line, 1, true);
    struct surface surface = {0};
    surface_reset(&surface, ROWS, COLUMNS);
    plot_draw(&plot, &surface, (struct rectangle){0, 0, PLOT_ROWS_MIN - 1, COLUMNS});
    plot_draw(&plot, &surface, (struct rectangle){0, 0, ROWS, PLOT_COLUMNS_MIN - 1});
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            assert_int_equal(surface_cell(&surface, row, column)->glyph.codes[0], ' ');
    surface_release(&surface);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rising_line_goes_from_corner_to_corner),
        cmocka_unit_test(a_flat_line_is_the_lowest_dots_of_braille),
        cmocka_unit_test(the_second_line_has_a_pattern_of_its_own),
        cmocka_unit_test(a_line_has_the_colour_of_its_run_and_the_first_run_wins),
        cmocka_unit_test(ticks_are_round_and_have_the_digits_that_they_need),
        cmocka_unit_test(lines_with_the_same_end_get_their_letters_in_separate_rows),
        cmocka_unit_test(letters_that_have_to_make_room_keep_the_order_of_the_ends),
        cmocka_unit_test(a_band_is_dotted),
        cmocka_unit_test(the_wide_beginning_of_a_band_does_not_flatten_the_lines),
        cmocka_unit_test(unknown_values_are_not_drawn),
        cmocka_unit_test(nothing_is_drawn_in_an_area_that_is_too_small),
    };
    return cmocka_run_group_tests_name("plot", tests, NULL, NULL);
}
