/*
 * A pen draws lines into a grid of dots: eight in each cell with braille, else one, which becomes the line's letter.
 * A pen leaves gaps in its own pattern. Then each cell becomes a character, and each line's letter is put next to its
 * end, in the order of the ends. The last line is drawn first. Where lines made of letters meet, the first line wins.
 */
#include "tui/widget/plot.h"

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/unicode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DOTS_ACROSS = 2, /* per braille character */
    DOTS_DOWN = 4,
    LETTER_COLUMNS = 2, /* " a" after the last column of dots */
    BRAILLE = 0x2800,
    ROWS_A_TICK = 3, /* average distance of ticks, at least */
    COLUMNS_A_TICK = 12,
};

static const double TICK_TOLERANCE = 1e-9; /* as a share of a step, because 3 * 0.1 is more than 0.3 */

static const double Y_RANGE_MIN = 0.001; /* a smaller range would make noise look like large changes */

/* The number of dots drawn, and the number left out after them. */
static const struct {
    int on;
    int off;
} patterns[] = {{1, 0}, {4, 3}, {1, 2}, {7, 2}, {2, 2}, {1, 4}};

/* The layout. */
struct grid {
    const struct plot *plot;
    struct surface *surface;
    struct rectangle inside; /* the dots */
    double low;
    double high;
    double y_step;
    unsigned char *dots;   /* one byte per cell: bits of braille, or a letter */
    unsigned char *styles; /* one byte per cell: enum style of the line drawn last */
};

static void widen_range(const double *y, size_t n, double *low, double *high)
{
    for (size_t i = 0; i < n; i++) {
        *low = y[i] < *low ? y[i] : *low; /* NAN changes neither */
        *high = y[i] > *high ? y[i] : *high;
    }
}

/* Bands are wide at first: the range only includes the part that is as narrow as the end. */
static void find_y_range(const struct plot *plot, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t line = 0; line < plot->n_lines; line++) {
        widen_range(plot->lines[line].y, plot->n_points, low, high);
        if (plot->lines[line].low == NULL || plot->n_points == 0)
            continue;
        widen_range(plot->lines[line].low + plot->n_points - 1, 1, low, high);
        widen_range(plot->lines[line].high + plot->n_points - 1, 1, low, high);
    }
    if (*low > *high)
        *low = *high = 0;
    if (*high - *low < Y_RANGE_MIN)
        *high = *low + (plot->is_whole ? 1 : Y_RANGE_MIN);
}

/* --- Ticks ---------------------------------------------------------------- */

/* The smallest of 1, 2, 5, 10, 20, … or 0.5, 0.2, … that makes at most `most` ticks. */
static double tick_step(double range, int most)
{
    static const double steps[] = {1, 2, 5};
    double power = pow(10, floor(log10(range / most)) - 1);
    for (;; power *= 10)
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
            if (steps[i] * power * most >= range)
                return steps[i] * power;
}

/* The step for y: a tick in every third row; for a count, only whole numbers. */
static double y_tick_step(const struct plot *plot, double range, int rows)
{
    double step = tick_step(range, rows > 2 * ROWS_A_TICK ? rows / ROWS_A_TICK : 2);
    return plot->is_whole && step < 1 ? 1 : step;
}

/* The first tick at or above `low`, as a multiple of the step; 0 is never negative. */
static double first_tick(double step, double low)
{
    return ceil(low / step - TICK_TOLERANCE) + 0.0;
}

/* The decimal digits that multiples of the step need. */
static int tick_digits(double step)
{
    int digits = (int)ceil(-log10(step) - TICK_TOLERANCE);
    return digits > 0 ? digits : 0;
}

static int y_tick_columns(double step, double low, double high)
{
    struct buffer text = {0};
    int width = 0;
    for (double i = first_tick(step, low); i * step <= high + TICK_TOLERANCE * step; i++) {
        buffer_clear(&text);
        buffer_add_format(&text, "%.*f", tick_digits(step), i * step);
        width = (int)text.size > width ? (int)text.size : width;
    }
    buffer_release(&text);
    return width;
}

/* --- Dots ----------------------------------------------------------------- */

static int dots_across(const struct grid *grid)
{
    return grid->inside.columns * (grid->plot->ascii ? 1 : DOTS_ACROSS);
}

static int dots_down(const struct grid *grid)
{
    return grid->inside.rows * (grid->plot->ascii ? 1 : DOTS_DOWN);
}

/* A pen with gaps in its own pattern. */
struct pen {
    int on;
    int off;
    int done;
    char letter;
    enum style style;
};

static void put_dot(struct grid *grid, int x, int y, const struct pen *pen)
{
    static const unsigned char bits[DOTS_DOWN][DOTS_ACROSS] = {{0x01, 0x08},
                                                               {0x02, 0x10},
                                                               {0x04, 0x20},
                                                               {0x40, 0x80}};
    bool is_ascii = grid->plot->ascii;
    int cell =
        is_ascii ? y * grid->inside.columns + x : y / DOTS_DOWN * grid->inside.columns + x / DOTS_ACROSS;
    grid->styles[cell] = (unsigned char)pen->style;
    if (is_ascii)
        grid->dots[cell] = (unsigned char)pen->letter;
    else
        grid->dots[cell] |= bits[y % DOTS_DOWN][x % DOTS_ACROSS];
}

/* Limits far values to ten heights of the plot, so that a stroke to them stays short. */
static int dot_of_y(const struct grid *grid, double y)
{
    double share = fmax(-10, fmin((y - grid->low) / (grid->high - grid->low), 11));
    return (int)lround((1 - share) * (dots_down(grid) - 1));
}

static int dot_of_x(const struct grid *grid, int64_t x)
{
    return (int)lround((double)x / (double)grid->plot->x_end * (dots_across(grid) - 1));
}

static void move_pen(struct grid *grid, struct pen *pen, int x, int y)
{
    const bool is_inside = y >= 0 && y < dots_down(grid);
    if (is_inside && (grid->plot->ascii || pen->done % (pen->on + pen->off) < pen->on))
        put_dot(grid, x, y, pen);
    pen->done++;
}

/* Draws from the previous point, which is already drawn, to this one, one step at a time in the longer direction. */
static void draw_stroke(struct grid *grid, struct pen *pen, int x0, int y0, int x1, int y1)
{
    int steps = abs(x1 - x0) > abs(y1 - y0) ? abs(x1 - x0) : abs(y1 - y0);
    for (int step = 1; step <= steps; step++)
        move_pen(grid, pen, x0 + (int)lround((double)(x1 - x0) * step / steps),
                 y0 + (int)lround((double)(y1 - y0) * step / steps));
}

/* Returns the row of the line's end, or -1 if it has no end. */
static int draw_line(struct grid *grid, const double *values, struct pen pen)
{
    const struct plot *plot = grid->plot;
    int x0 = -1;
    int y0 = -1;
    for (size_t i = 0; i < plot->n_points; i++) {
        if (isnan(values[i]))
            continue;
        int x = dot_of_x(grid, plot->x[i]);
        int y = dot_of_y(grid, values[i]);
        if (x0 < 0)
            move_pen(grid, &pen, x, y);
        else
            draw_stroke(grid, &pen, x0, y0, x, y);
        x0 = x;
        y0 = y;
    }
    return y0 < 0 ? -1 : y0 / (plot->ascii ? 1 : DOTS_DOWN);
}

static void draw_band(struct grid *grid, const struct plot_line *line)
{
    const struct pen pen = {.on = 1, .off = 3, .letter = '.', .style = line->style};
    if (line->low == NULL)
        return;
    draw_line(grid, line->low, pen);
    draw_line(grid, line->high, pen);
}

static int draw_line_of(struct grid *grid, size_t index)
{
    const size_t pattern = index % (sizeof patterns / sizeof *patterns);
    const struct plot_line *line = &grid->plot->lines[index];
    return draw_line(grid, line->y,
                     (struct pen){patterns[pattern].on, patterns[pattern].off, 0, line->letter, line->style});
}

static void draw_dots(const struct grid *grid)
{
    struct buffer text = {0};
    for (int row = 0; row < grid->inside.rows; row++) {
        for (int column = 0; column < grid->inside.columns; column++) {
            unsigned char dot = grid->dots[row * grid->inside.columns + column];
            if (dot == 0)
                continue;
            buffer_clear(&text);
            unicode_add_code(&text, grid->plot->ascii ? dot : (char32_t)(BRAILLE + dot));
            surface_put(grid->surface, grid->inside.row + row, grid->inside.column + column,
                        grid->inside.column + column + 1, buffer_bytes(&text),
                        (enum style)grid->styles[row * grid->inside.columns + column]);
        }
    }
    buffer_release(&text);
}

/* --- Letters, axes -------------------------------------------------------- */

/* Where a line ends. */
struct line_end {
    const struct plot_line *line;
    double value;
    int row; /* -1: it has no end */
};

/* The highest first; of equal ones the first line. */
static int compare_ends(const void *left, const void *right)
{
    const struct line_end *a = left, *b = right;
    int order = (a->value < b->value) - (a->value > b->value);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

static double last_value(const struct plot *plot, size_t line)
{
    double value = NAN;
    for (size_t i = 0; i < plot->n_points; i++)
        value = isnan(plot->lines[line].y[i]) ? value : plot->lines[line].y[i];
    return value;
}

/*
 * Puts each letter next to the end of its line, or as near as other letters allow, in the order of the ends, as long
 * as there are rows.
 */
static void put_letters(const struct grid *grid, struct line_end *ends)
{
    const int column = grid->inside.column + grid->inside.columns + LETTER_COLUMNS - 1;
    int n = 0;
    for (size_t i = 0; i < grid->plot->n_lines; i++)
        if (ends[i].row >= 0)
            ends[n++] = ends[i];
    qsort(ends, (size_t)n, sizeof *ends, compare_ends);
    n = n < grid->inside.rows ? n : grid->inside.rows;
    for (int i = 0; i < n; i++) {
        int free_row = i > 0 ? ends[i - 1].row + 1 : 0;
        ends[i].row = ends[i].row > free_row ? ends[i].row : free_row;
    }
    for (int i = n - 1; i >= 0; i--) {
        int free_row = grid->inside.rows - (n - i);
        ends[i].row = ends[i].row < free_row ? ends[i].row : free_row;
        surface_put(grid->surface, grid->inside.row + ends[i].row, column, column + 1,
                    (struct bytes){&ends[i].line->letter, 1}, ends[i].line->style);
    }
}

static void draw_y_axis(const struct grid *grid)
{
    const struct rectangle *inside = &grid->inside;
    int column = inside->column - 1;
    struct buffer text = {0};
    for (int row = 0; row < inside->rows; row++)
        surface_put_string(grid->surface, inside->row + row, column, column + 1,
                           grid->plot->ascii ? "|" : "│", STYLE_FRAME);
    for (double i = first_tick(grid->y_step, grid->low);
         i * grid->y_step <= grid->high + TICK_TOLERANCE * grid->y_step; i++) {
        int row = inside->row + dot_of_y(grid, i * grid->y_step) / (grid->plot->ascii ? 1 : DOTS_DOWN);
        buffer_clear(&text);
        buffer_add_format(&text, "%.*f", tick_digits(grid->y_step), i * grid->y_step);
        surface_put_right(grid->surface, row, column, buffer_bytes(&text), STYLE_DIM);
        surface_put_string(grid->surface, row, column, column + 1, grid->plot->ascii ? "+" : "┤",
                           STYLE_FRAME);
    }
    buffer_release(&text);
}

/* The last number is at the end of the axis; all others are centred below their places. */
static void draw_x_axis(const struct grid *grid)
{
    const struct plot *plot = grid->plot;
    const struct rectangle *inside = &grid->inside;
    int row = inside->row + inside->rows;
    int end = inside->column + inside->columns;
    double step = tick_step((double)plot->x_end, 1 + inside->columns / COLUMNS_A_TICK);
    int64_t distance = step > 1 ? (int64_t)step : 1;
    struct buffer text = {0};
    number_add_grouped(&text, plot->x_end);
    buffer_add_format(&text, " %s", plot->x_name);
    surface_put_right(grid->surface, row, end, buffer_bytes(&text), STYLE_DIM);
    int free_end = end - text_width(buffer_bytes(&text)) - 1;
    for (int64_t x = 0; x < plot->x_end; x += distance) {
        buffer_clear(&text);
        number_add_grouped(&text, x);
        int middle = inside->column + dot_of_x(grid, x) / (plot->ascii ? 1 : DOTS_ACROSS);
        int column = x > 0 ? middle - (int)text.size / 2 : middle;
        if (column + (int)text.size <= free_end)
            surface_put(grid->surface, row, column, end, buffer_bytes(&text), STYLE_DIM);
    }
    buffer_release(&text);
}

void plot_draw(const struct plot *plot, struct surface *surface, struct rectangle area)
{
    if (area.rows < PLOT_ROWS_MIN || area.columns < PLOT_COLUMNS_MIN || plot->n_lines == 0)
        return;
    struct grid grid = {.plot = plot, .surface = surface};
    find_y_range(plot, &grid.low, &grid.high);
    grid.y_step = y_tick_step(plot, grid.high - grid.low, area.rows - 1);
    int left = y_tick_columns(grid.y_step, grid.low, grid.high) + 1;
    grid.inside =
        (struct rectangle){area.row, area.column + left, area.rows - 1, area.columns - left - LETTER_COLUMNS};
    grid.dots = memory_get_zeroed((size_t)(grid.inside.rows * grid.inside.columns), 1);
    grid.styles = memory_get_zeroed((size_t)(grid.inside.rows * grid.inside.columns), 1);
    struct line_end *ends = memory_get_zeroed(plot->n_lines, sizeof *ends);
    for (size_t i = 0; i < plot->n_lines; i++)
        draw_band(&grid, &plot->lines[i]);
    for (size_t i = plot->n_lines; i-- > 0;) /* the first line is drawn over the others */
        ends[i] = (struct line_end){&plot->lines[i], last_value(plot, i), draw_line_of(&grid, i)};
    draw_y_axis(&grid);
    draw_x_axis(&grid);
    draw_dots(&grid);
    put_letters(&grid, ends);
    free(ends);
    free(grid.dots);
    free(grid.styles);
}
