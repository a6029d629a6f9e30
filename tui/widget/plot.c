/*
 * Lines are drawn with a pen into a grid of dots, eight in each cell where there is braille, else one that is the
 * line's letter. A pen leaves gaps by its pattern. Then each cell becomes a character, and each line's letter is put
 * beside its end, in the nearest free row. The last line is drawn first: where lines of letters meet, the first stays.
 */
#include "tui/widget/plot.h"

#include "core/base/memory.h"
#include "core/base/unicode.h"

#include <math.h>
#include <stdlib.h>

enum {
    DOTS_ACROSS = 2, /* of a braille character */
    DOTS_DOWN = 4,
    LETTER_COLUMNS = 2, /* " a" behind the last column of dots */
    BRAILLE = 0x2800,
};

static const double Y_RANGE_MIN = 0.001; /* a smaller one would show noise as mountains */

/* How many dots of a line are drawn, and how many are left out behind them. */
static const struct {
    int on;
    int off;
} patterns[] = {{1, 0}, {4, 3}, {1, 2}, {7, 2}, {2, 2}, {1, 4}};

/* Where everything stands. */
struct grid {
    const struct plot *plot;
    struct surface *surface;
    struct rectangle inside; /* the dots */
    double low;
    double high;
    unsigned char *dots; /* a byte a cell: bits of braille, or a letter */
};

static void widen_range(const double *y, size_t n, double *low, double *high)
{
    for (size_t i = 0; i < n; i++) {
        *low = y[i] < *low ? y[i] : *low; /* a NAN is neither */
        *high = y[i] > *high ? y[i] : *high;
    }
}

/* Bands begin wide: they are in sight from where they are as narrow as at their end. */
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

static void add_axis_value(const struct plot *plot, double y, struct buffer *text)
{
    buffer_add_format(text, plot->is_whole ? "%.0f" : "%.4f", y);
}

static int axis_value_columns(const struct plot *plot, double low, double high)
{
    struct buffer text = {0};
    add_axis_value(plot, low, &text);
    int width = (int)text.size;
    buffer_clear(&text);
    add_axis_value(plot, high, &text);
    width = (int)text.size > width ? (int)text.size : width;
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

static void put_dot(struct grid *grid, int x, int y, char letter)
{
    static const unsigned char bits[DOTS_DOWN][DOTS_ACROSS] = {{0x01, 0x08},
                                                               {0x02, 0x10},
                                                               {0x04, 0x20},
                                                               {0x40, 0x80}};
    if (grid->plot->ascii)
        grid->dots[y * grid->inside.columns + x] = (unsigned char)letter;
    else
        grid->dots[y / DOTS_DOWN * grid->inside.columns + x / DOTS_ACROSS] |=
            bits[y % DOTS_DOWN][x % DOTS_ACROSS];
}

/* What is far out of sight is as far as ten plots: a stroke to it is not endless. */
static int dot_of_y(const struct grid *grid, double y)
{
    double share = fmax(-10, fmin((y - grid->low) / (grid->high - grid->low), 11));
    return (int)lround((1 - share) * (dots_down(grid) - 1));
}

static int dot_of_x(const struct grid *grid, int64_t x)
{
    return (int)lround((double)x / (double)grid->plot->x_end * (dots_across(grid) - 1));
}

/* A pen that leaves gaps by its pattern. */
struct pen {
    int on;
    int off;
    int done;
    char letter;
};

static void move_pen(struct grid *grid, struct pen *pen, int x, int y)
{
    const bool is_inside = y >= 0 && y < dots_down(grid);
    if (is_inside && (grid->plot->ascii || pen->done % (pen->on + pen->off) < pen->on))
        put_dot(grid, x, y, pen->letter);
    pen->done++;
}

/* From the point before, which is drawn already, to this one: a step in the longer direction each. */
static void draw_stroke(struct grid *grid, struct pen *pen, int x0, int y0, int x1, int y1)
{
    int steps = abs(x1 - x0) > abs(y1 - y0) ? abs(x1 - x0) : abs(y1 - y0);
    for (int step = 1; step <= steps; step++)
        move_pen(grid, pen, x0 + (int)lround((double)(x1 - x0) * step / steps),
                 y0 + (int)lround((double)(y1 - y0) * step / steps));
}

/* Returns the row of the line's end, -1 without one. */
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
    const struct pen pen = {.on = 1, .off = 3, .letter = '.'};
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
                     (struct pen){patterns[pattern].on, patterns[pattern].off, 0, line->letter});
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
                        grid->inside.column + column + 1, buffer_bytes(&text), STYLE_BAR);
        }
    }
    buffer_release(&text);
}

/* --- Letters, axes -------------------------------------------------------- */

/* At the height where its line ends; where another one's stands, in the nearest free row. */
static void put_letter(const struct grid *grid, char letter, int row)
{
    int column = grid->inside.column + grid->inside.columns + LETTER_COLUMNS - 1;
    for (int distance = 0; distance < grid->inside.rows; distance++) {
        const int rows[] = {row - distance, row + distance};
        for (size_t i = 0; i < 2; i++) {
            if (rows[i] < 0 || rows[i] >= grid->inside.rows)
                continue;
            int at = grid->inside.row + rows[i];
            if (surface_cell(grid->surface, at, column)->glyph.codes[0] != U' ')
                continue;
            surface_put(grid->surface, at, column, column + 1, (struct bytes){&letter, 1}, STYLE_KEY);
            return;
        }
    }
}

static void put_axis_value(const struct grid *grid, int row, double y)
{
    struct buffer text = {0};
    add_axis_value(grid->plot, y, &text);
    int end = grid->inside.column - 1;
    surface_put(grid->surface, grid->inside.row + row, end - (int)text.size, end, buffer_bytes(&text),
                STYLE_DIM);
    buffer_release(&text);
}

static void draw_axes(const struct grid *grid)
{
    const struct plot *plot = grid->plot;
    const struct rectangle *inside = &grid->inside;
    const char *upright = plot->ascii ? "|" : "┤";
    for (int row = 0; row < inside->rows; row++)
        surface_put_string(grid->surface, inside->row + row, inside->column - 1, inside->column, upright,
                           STYLE_FRAME);
    put_axis_value(grid, 0, grid->high);
    put_axis_value(grid, inside->rows - 1, grid->low);
    if (inside->rows >= 7 && inside->rows % 2 == 1)
        put_axis_value(grid, inside->rows / 2, (grid->low + grid->high) / 2);

    struct buffer text = {0};
    int below = inside->row + inside->rows;
    int end = inside->column + inside->columns;
    surface_put_string(grid->surface, below, inside->column, end, "0", STYLE_DIM);
    buffer_add_format(&text, "%lld %s", (long long)plot->x_end, plot->x_name);
    surface_put(grid->surface, below, end - text_width(buffer_bytes(&text)), end, buffer_bytes(&text),
                STYLE_DIM);
    buffer_release(&text);
}

void plot_draw(const struct plot *plot, struct surface *surface, struct rectangle area)
{
    if (area.rows < PLOT_ROWS_MIN || area.columns < PLOT_COLUMNS_MIN || plot->n_lines == 0)
        return;
    struct grid grid = {.plot = plot, .surface = surface};
    find_y_range(plot, &grid.low, &grid.high);
    int left = axis_value_columns(plot, grid.low, grid.high) + 1;
    grid.inside =
        (struct rectangle){area.row, area.column + left, area.rows - 1, area.columns - left - LETTER_COLUMNS};
    grid.dots = memory_get_zeroed((size_t)(grid.inside.rows * grid.inside.columns), 1);
    int *ends = memory_get_zeroed(plot->n_lines, sizeof *ends);
    for (size_t i = 0; i < plot->n_lines; i++)
        draw_band(&grid, &plot->lines[i]);
    for (size_t i = plot->n_lines; i-- > 0;) /* the first one is drawn over the others */
        ends[i] = draw_line_of(&grid, i);
    draw_axes(&grid);
    draw_dots(&grid);
    for (size_t i = 0; i < plot->n_lines; i++)
        if (ends[i] >= 0)
            put_letter(&grid, plot->lines[i].letter, ends[i]);
    free(ends);
    free(grid.dots);
}
