/*
 * A wide character is a cell of width 2 followed by one of width 0 in the same row. All drawing goes through put_cell
 * and put_wide_cell, which ensure this: when one half is overdrawn, the other becomes empty.
 *
 * Lines and boxes are recognised by their characters: each is read back as the weights of its four arms, to which the
 * new ones are added.
 */
#include "tui/widget/surface.h"

#include "core/base/bug.h"
#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

static const struct cell empty_cell = {.glyph = {{' '}}, .width = 1, .style = STYLE_NORMAL};

void surface_release(struct surface *surface)
{
    free(surface->cells);
    visual_line_release(&surface->line);
    *surface = (struct surface){0};
}

/* Sets the size, without saying what the cells are. Returns their number. */
static size_t set_size(struct surface *surface, int rows, int columns)
{
    BUG_UNLESS(rows > 0 && columns > 0);
    if (surface->rows != rows || surface->columns != columns) {
        free(surface->cells);
        surface->cells = memory_get((size_t)rows * (size_t)columns * sizeof *surface->cells);
    }
    surface->rows = rows;
    surface->columns = columns;
    return (size_t)rows * (size_t)columns;
}

void surface_reset(struct surface *surface, int rows, int columns)
{
    const size_t n = set_size(surface, rows, columns);
    surface->has_cursor = false;
    surface->is_typing = false;
    surface->n_windows = 0;
    for (size_t i = 0; i < n; i++)
        surface->cells[i] = empty_cell;
}

void surface_repeat(struct surface *surface, const struct surface *from)
{
    const size_t n = set_size(surface, from->rows, from->columns);
    memcpy(surface->cells, from->cells, n * sizeof *surface->cells);
    surface->has_cursor = from->has_cursor;
    surface->is_typing = from->is_typing;
    surface->cursor_row = from->cursor_row;
    surface->cursor_column = from->cursor_column;
    surface->n_windows = 0;
}

static bool is_inside(const struct surface *surface, int row, int column)
{
    return row >= 0 && row < surface->rows && column >= 0 && column < surface->columns;
}

static struct cell *mutable_cell(struct surface *surface, int row, int column)
{
    return &surface->cells[(size_t)row * (size_t)surface->columns + (size_t)column];
}

const struct cell *surface_cell(const struct surface *surface, int row, int column)
{
    BUG_UNLESS(is_inside(surface, row, column));
    return &surface->cells[(size_t)row * (size_t)surface->columns + (size_t)column];
}

bool surface_repeats(const struct surface *surface, const struct surface *other, struct rectangle area)
{
    bool is_same = true;
    for (int row = area.row; is_same && row < area.row + area.rows; row++)
        is_same = memcmp(surface_cell(surface, row, area.column), surface_cell(other, row, area.column),
                         (size_t)area.columns * sizeof(struct cell)) == 0;
    return is_same;
}

/* To be called before the cell is overdrawn: empties the other half of its wide character. */
static void free_other_half(struct surface *surface, int row, int column)
{
    if (mutable_cell(surface, row, column)->width == 0)
        *mutable_cell(surface, row, column - 1) = empty_cell;
    else if (mutable_cell(surface, row, column)->width == 2)
        *mutable_cell(surface, row, column + 1) = empty_cell;
}

static void put_cell(struct surface *surface, int row, int column, struct cell cell)
{
    if (!is_inside(surface, row, column))
        return;
    free_other_half(surface, row, column);
    *mutable_cell(surface, row, column) = cell;
}

static void put_wide_cell(struct surface *surface, int row, int column, struct cell cell)
{
    if (!is_inside(surface, row, column) || !is_inside(surface, row, column + 1))
        return;
    put_cell(surface, row, column, empty_cell);
    put_cell(surface, row, column + 1, empty_cell);
    *mutable_cell(surface, row, column) = cell;
    *mutable_cell(surface, row, column + 1) = (struct cell){.width = 0, .style = cell.style};
}

void surface_put_cluster(struct surface *surface, int row, int column, const struct cluster *cluster,
                         enum style style)
{
    struct cell cell = {.glyph = cluster->glyph, .width = 1, .style = (uint8_t)style};
    if (cluster->width == 2 && !cluster_is_blank(cluster)) {
        cell.width = 2;
        put_wide_cell(surface, row, column, cell);
        return;
    }
    for (int i = 0; i < cluster->width; i++)
        put_cell(surface, row, column + i, cell);
}

static int put_whole(struct surface *surface, int row, int column, struct bytes text, enum style style)
{
    struct visual_line *line = &surface->line;
    visual_line_set(line, text, 0, text.size, surface->keeps_order);
    for (size_t i = 0; i < line->n; i++)
        surface_put_cluster(surface, row, column + line->clusters[i].column, &line->clusters[i].cluster,
                            style);
    return column + line->columns;
}

int surface_put(struct surface *surface, int row, int column, int end, struct bytes text, enum style style)
{
    if (column >= end)
        return column;
    struct bytes fitting = text_fitting(text, end - column);
    if (fitting.size == text.size)
        return put_whole(surface, row, column, text, style);
    fitting = text_fitting(text, end - column - 1);
    int after = put_whole(surface, row, column, fitting, style);
    if (!surface->line.is_right_to_left)
        return put_whole(surface, row, after, bytes_of("…"), style);
    put_whole(surface, row, column, bytes_of("…"), style); /* right-to-left text ends on the left */
    return put_whole(surface, row, column + 1, fitting, style);
}

int surface_put_string(struct surface *surface, int row, int column, int end, const char *text,
                       enum style style)
{
    return surface_put(surface, row, column, end, bytes_of(text), style);
}

void surface_put_right(struct surface *surface, int row, int end, struct bytes text, enum style style)
{
    surface_put(surface, row, end - text_width(text), end, text, style);
}

void surface_place_cursor(struct surface *surface, int row, int column)
{
    surface->has_cursor = true;
    surface->cursor_row = row;
    surface->cursor_column = column;
}

void surface_place_cursor_in(struct surface *surface, struct rectangle area)
{
    surface_place_cursor(surface, area.row, area.column);
    for (int row = area.row; row < area.row + area.rows; row++) {
        for (int column = area.column; column < area.column + area.columns; column++) {
            if (is_inside(surface, row, column) &&
                surface_cell(surface, row, column)->glyph.codes[0] != ' ') {
                surface_place_cursor(surface, row, column);
                return;
            }
        }
    }
}

void surface_clear(struct surface *surface, struct rectangle area)
{
    for (int row = area.row; row < area.row + area.rows; row++)
        for (int column = area.column; column < area.column + area.columns; column++)
            put_cell(surface, row, column, empty_cell);
}

/*
 * Box-drawing characters by the weights (0 none, 1 light, 2 heavy) of their four arms. A row stands for up and right,
 * a column for down and left.
 */
static const char16_t box_characters[9][9] = {
    {u' ', u'╴', u'╸', u'╷', u'┐', u'┑', u'╻', u'┒', u'┓'},
    {u'╶', u'─', u'╾', u'┌', u'┬', u'┭', u'┎', u'┰', u'┱'},
    {u'╺', u'╼', u'━', u'┍', u'┮', u'┯', u'┏', u'┲', u'┳'},
    {u'╵', u'┘', u'┙', u'│', u'┤', u'┥', u'╽', u'┧', u'┪'},
    {u'└', u'┴', u'┵', u'├', u'┼', u'┽', u'┟', u'╁', u'╅'},
    {u'┕', u'┶', u'┷', u'┝', u'┾', u'┿', u'┢', u'╆', u'╈'},
    {u'╹', u'┚', u'┛', u'╿', u'┦', u'┩', u'┃', u'┨', u'┫'},
    {u'┖', u'┸', u'┹', u'┞', u'╀', u'╃', u'┠', u'╂', u'╉'},
    {u'┗', u'┺', u'┻', u'┡', u'╄', u'╇', u'┣', u'╊', u'╋'},
};

struct arms {
    unsigned up, right, down, left; /* enum line_weight, or 0 for none */
};

static struct arms arms_of(char32_t code)
{
    for (unsigned i = 0; i < 9; i++)
        for (unsigned j = 0; j < 9; j++)
            if (box_characters[i][j] == code)
                return (struct arms){i / 3, i % 3, j / 3, j % 3};
    return (struct arms){0};
}

static unsigned heavier(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static void add_arms(struct surface *surface, int row, int column, struct arms add, enum style style)
{
    if (!is_inside(surface, row, column))
        return;
    struct arms has = arms_of(mutable_cell(surface, row, column)->glyph.codes[0]);
    struct arms arms = {heavier(has.up, add.up), heavier(has.right, add.right), heavier(has.down, add.down),
                        heavier(has.left, add.left)};
    char32_t code = box_characters[arms.up * 3 + arms.right][arms.down * 3 + arms.left];
    put_cell(surface, row, column, (struct cell){.glyph = {{code}}, .width = 1, .style = (uint8_t)style});
}

void surface_horizontal(struct surface *surface, int row, int column, int length, enum line_weight weight,
                        enum style style)
{
    for (int i = 0; i < length; i++)
        add_arms(surface, row, column + i, (struct arms){.right = weight, .left = weight}, style);
}

void surface_vertical(struct surface *surface, int row, int column, int length, enum line_weight weight,
                      enum style style)
{
    for (int i = 0; i < length; i++)
        add_arms(surface, row + i, column, (struct arms){.up = i > 0 ? weight : 0, .down = weight}, style);
}

void surface_note_window(struct surface *surface, struct rectangle window)
{
    bool is_seen = window.rows > 0 && window.columns > 0 && is_inside(surface, window.row, window.column) &&
                   is_inside(surface, window.row + window.rows - 1, window.column + window.columns - 1);
    if (is_seen && surface->n_windows < SURFACE_WINDOWS_MAX)
        surface->windows[surface->n_windows++] = window;
}

static void copy_row_part(struct surface *surface, int row, int from, int column, int columns)
{
    memcpy(mutable_cell(surface, row, column), mutable_cell(surface, from, column),
           (size_t)columns * sizeof *surface->cells);
}

void surface_shift(struct surface *surface, struct rectangle area, int up)
{
    int kept = area.rows - abs(up);
    int end = area.row + area.rows;
    for (int i = 0; i < kept; i++) {
        int row = up > 0 ? area.row + i : end - 1 - i;
        copy_row_part(surface, row, row + up, area.column, area.columns);
    }
    struct rectangle left = area;
    left.rows = area.rows - kept;
    left.row = up > 0 ? area.row + kept : area.row;
    surface_clear(surface, left);
}

void surface_copy(struct surface *surface, struct rectangle area, const struct surface *from, int first_row)
{
    surface_clear(surface, area);
    for (int row = 0; row < area.rows && first_row + row < from->rows; row++) {
        for (int column = 0; column < area.columns && column < from->columns; column++) {
            const struct cell *cell = surface_cell(from, first_row + row, column);
            struct cluster cluster = {.glyph = cell->glyph, .width = cell->width};
            if (column + cell->width <= area.columns)
                surface_put_cluster(surface, area.row + row, area.column + column, &cluster, cell->style);
        }
    }
}
