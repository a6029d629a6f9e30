/*
 * First, content that only needs to be moved is moved. Then the changed cells are found. Single changed cells one
 * below the other, such as the sides of frames, are drawn downwards; all others row by row. To
 * reach the next cell, the brush draws over the cells between, moves right, or is placed again, whichever is
 * shortest. If only a few rows have changed, as after scrolling by a line, it also tries to draw style by style, in
 * either order, or with the plain cells last: then each colour is set only once.
 *
 * The brush always knows the terminal's style, and its cursor or that it is unknown: `row` is -1 at the beginning,
 * after the end of a line, and after a character of uncertain width. Painting begins and ends with the plain style.
 *
 * curses does not know what is on the screen: its own window stays empty, and this file writes the changes. Terminals
 * disagree about widths, so after a character outside of a short list the cursor is placed again, and no character
 * can move another.
 */
#include "tui/terminal/paint.h"

#include "core/base/memory.h"
#include "core/base/unicode.h"
#include "tui/terminal/shift.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOVE_BYTES = 5,    /* approximate cost of moving right: a gap this short is drawn again */
    UPRIGHT_ROWS = 3,  /* from so many changed cells one below the other on, they are drawn downwards */
    CLEAR_COLUMNS = 4, /* from so many empty columns on, the rest of a line is cleared */
    FEW_ROWS = 4,      /* with more rows, the user would see that they are not drawn from top to bottom */
};

/* The terminal's cursor and style, and the cells to draw. */
struct brush {
    const struct paint *paint;
    const struct surface *wanted;
    struct buffer *bytes;
    bool *changed;               /* row by row: cells still to be drawn */
    bool has_style[STYLE_COUNT]; /* styles of these cells, if they can be drawn style by style */
    int row;                     /* -1: unknown */
    int column;
    enum style style;
};

void paint_release(struct paint *paint)
{
    for (int style = 0; style < STYLE_COUNT; style++)
        buffer_release(&paint->begin[style]);
    buffer_release(&paint->plain);
    buffer_release(&paint->clear_rest);
    *paint = (struct paint){0};
}

static bool cells_equal(const struct cell *a, const struct cell *b)
{
    int i = 0;
    while (i < GLYPH_CODES_MAX - 1 && a->glyph.codes[i] == b->glyph.codes[i] && a->glyph.codes[i] != 0)
        i++;
    if (a->glyph.codes[i] != b->glyph.codes[i])
        return false;
    return a->width == b->width && a->style == b->style;
}

static bool is_empty(const struct cell *cell)
{
    return cell->glyph.codes[0] == ' ' && cell->glyph.codes[1] == 0 && cell->style == STYLE_NORMAL;
}

/*
 * Characters to which all terminals give the same width, because they always had it: those in these ranges, without
 * marks.
 */
static bool is_certain(const struct glyph *glyph)
{
    static const struct {
        char32_t first, last;
    } ranges[] = {
        {0x0020, 0x007e}, {0x00a0, 0x00ac}, {0x00ae, 0x02ff}, {0x0386, 0x0482},
        {0x048a, 0x0523}, {0x2010, 0x2027}, {0x2190, 0x2193}, {0x22ee, 0x22ef},
        {0x2500, 0x257f}, {0x2580, 0x259f}, {0x25b2, 0x25bc}, {0x3041, 0x3096},
        {0x30a1, 0x30fa}, {0x4e00, 0x9fa5}, {0xac00, 0xd7a3}, {0xfffd, 0xfffd},
    };
    char32_t code = glyph->codes[0];
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && glyph->codes[1] == 0; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

static int count_codes(const struct glyph *glyph)
{
    int n = 0;
    while (n < GLYPH_CODES_MAX && glyph->codes[n] != 0)
        n++;
    return n;
}

static void add_glyph(struct brush *brush, const struct glyph *glyph)
{
    for (int i = 0; i < count_codes(glyph); i++)
        unicode_add_code(brush->bytes, glyph->codes[i]);
}

static void set_brush_style(struct brush *brush, enum style style)
{
    if (brush->style == style)
        return;
    const struct paint *paint = brush->paint;
    bool replaces = paint->is_foreground[brush->style] && paint->has_foreground[style];
    if (paint->begin[brush->style].size > 0 && !replaces)
        buffer_add(brush->bytes, buffer_bytes(&paint->plain));
    buffer_add(brush->bytes, buffer_bytes(&paint->begin[style]));
    brush->style = style;
}

/* Whether moving the brush to `column` is cheaper by drawing the cells between again, in this style. */
static bool can_draw_over(const struct brush *brush, int row, int column, enum style style)
{
    if (brush->row != row || brush->column > column || column - brush->column > MOVE_BYTES)
        return false;
    for (int i = brush->column; i < column; i++) {
        const struct cell *cell = surface_cell(brush->wanted, row, i);
        if (cell->style != style || cell->glyph.codes[0] >= 0x7f || cell->glyph.codes[1] != 0)
            return false;
    }
    return true;
}

static void move_brush(struct brush *brush, int row, int column)
{
    if (can_draw_over(brush, row, column, brush->style)) {
        for (int i = brush->column; i < column; i++)
            add_glyph(brush, &surface_cell(brush->wanted, row, i)->glyph);
    } else if (brush->row == row && brush->column < column && brush->paint->add_right != NULL) {
        brush->paint->add_right(column - brush->column, brush->bytes);
    } else if (brush->row == row && brush->column > column && brush->paint->add_column != NULL) {
        brush->paint->add_column(column, brush->bytes);
    } else if (brush->row != row || brush->column != column) {
        brush->paint->add_move(row, column, brush->bytes);
    }
    brush->row = row;
    brush->column = column;
}

/* Draws a glyph of uncertain width on empty cells, because it may be narrower than expected. */
static void add_uncertain(struct brush *brush, const struct glyph *glyph, int width)
{
    for (int i = 0; i < width; i++)
        buffer_add_byte(brush->bytes, ' ');
    brush->paint->add_move(brush->row, brush->column, brush->bytes);
    add_glyph(brush, glyph);
    brush->row = -1;
}

static void add_certain(struct brush *brush, const struct glyph *glyph, int width)
{
    add_glyph(brush, glyph);
    for (int i = 1; i < width && brush->paint->charset != CHARSET_UNICODE; i++)
        buffer_add_byte(brush->bytes, ' ');
    brush->column += width;
    if (brush->column >= brush->wanted->columns)
        brush->row = -1; /* at the end of the line or the beginning of the next */
}

/* Draws the cell. Returns the column up to which it may have drawn. */
static int draw_cell(struct brush *brush, int row, int column, const struct cell *cell)
{
    struct glyph glyph = charset_glyph(brush->paint->charset, &cell->glyph, cell->width);
    int after = column + cell->width;
    bool is_last = after == brush->wanted->columns;
    if (is_last && row == brush->wanted->rows - 1 && brush->paint->last_cell_scrolls)
        return after;
    bool certain = is_certain(&glyph) || brush->paint->charset != CHARSET_UNICODE;
    if (!certain && is_last) { /* if it were wider, it would continue in the next line */
        glyph = (struct glyph){{UNICODE_REPLACEMENT}};
        certain = cell->width == 1;
    }
    if (!can_draw_over(brush, row, column, brush->style) && can_draw_over(brush, row, column, cell->style))
        set_brush_style(brush, cell->style);
    move_brush(brush, row, column);
    set_brush_style(brush, cell->style);
    if (certain)
        add_certain(brush, &glyph, cell->width);
    else
        add_uncertain(brush, &glyph, cell->width);
    return certain ? after : after + count_codes(&glyph);
}

/* The first of the empty columns at the end of the line. */
static int begin_of_rest(const struct surface *wanted, int row)
{
    int column = wanted->columns;
    while (column > 0 && is_empty(surface_cell(wanted, row, column - 1)))
        column--;
    return column;
}

static bool *changed_at(const struct brush *brush, int row, int column)
{
    return &brush->changed[(size_t)row * (size_t)brush->wanted->columns + (size_t)column];
}

/* The next changed cell of the row from this column on; the number of columns if there is none. */
static int next_changed(const struct brush *brush, int row, int column)
{
    const int columns = brush->wanted->columns;
    const bool *from = changed_at(brush, row, column);
    const bool *found = column < columns ? memchr(from, true, (size_t)(columns - column)) : NULL;
    return found == NULL ? columns : column + (int)(found - from);
}

static bool have_one_size(const struct surface *a, const struct surface *b)
{
    return a->rows == b->rows && a->columns == b->columns;
}

/* Whether an earlier window has the same rows: as whole rows they are one. */
static bool has_rows_of_earlier(const struct surface *wanted, int window)
{
    int i = 0;
    while (wanted->windows[i].row != wanted->windows[window].row ||
           wanted->windows[i].rows != wanted->windows[window].rows)
        i++;
    return i < window;
}

/* Moves windows before anything is drawn, while the terminal's style is plain, so that new lines are empty. */
static void shift_windows(struct brush *brush, struct surface *shown)
{
    const struct surface *wanted = brush->wanted;
    for (int i = 0; i < wanted->n_windows; i++) {
        struct rectangle area = wanted->windows[i];
        if (brush->paint->shifts_whole_rows && has_rows_of_earlier(wanted, i))
            continue;
        if (brush->paint->shifts_whole_rows) {
            area.column = 0;
            area.columns = wanted->columns;
        }
        int up = shift_find(shown, wanted, area);
        if (up == 0)
            continue;
        brush->paint->add_shift(area, up, wanted, brush->bytes);
        surface_shift(shown, area, up);
    }
}

static void find_changes(struct brush *brush, const struct surface *shown)
{
    static const struct cell empty = {.glyph = {{' '}}, .width = 1, .style = STYLE_NORMAL};
    const struct surface *wanted = brush->wanted;
    bool has_size = have_one_size(shown, wanted);
    for (int row = 0; row < wanted->rows; row++) {
        if (has_size && surface_repeats(wanted, shown, (struct rectangle){row, 0, 1, wanted->columns}))
            continue;
        const struct cell *cells = surface_cell(wanted, row, 0);
        const struct cell *before = has_size ? surface_cell(shown, row, 0) : NULL;
        bool *changed = changed_at(brush, row, 0);
        for (int column = 0; column < wanted->columns; column++)
            changed[column] = cells[column].width > 0 &&
                              !cells_equal(&cells[column], before != NULL ? &before[column] : &empty);
    }
}

/* Whether the changed cell is between unchanged ones, like those of frames when the focus moves. */
static bool is_alone(const struct brush *brush, int row, int column)
{
    const struct cell *cell = surface_cell(brush->wanted, row, column);
    return *changed_at(brush, row, column) && !*changed_at(brush, row, column - 1) &&
           !*changed_at(brush, row, column + 1) && cell->width == 1 && is_certain(&cell->glyph);
}

/* The number of rows, from this one on, in which the cell is alone and has the same style. */
static int upright_rows(const struct brush *brush, int row, int column)
{
    int style = surface_cell(brush->wanted, row, column)->style;
    int end = row;
    while (end < brush->wanted->rows && is_alone(brush, end, column) &&
           surface_cell(brush->wanted, end, column)->style == style)
        end++;
    return end - row;
}

static void draw_downwards(struct brush *brush, int row, int column, int rows)
{
    for (int i = row; i < row + rows; i++) {
        if (i > row) {
            brush->paint->add_below(brush->bytes);
            brush->row = i;
            brush->column = column;
        }
        draw_cell(brush, i, column, surface_cell(brush->wanted, i, column));
        *changed_at(brush, i, column) = false;
    }
}

/* The first and last columns are excluded: at the end of a line the cursor's position is unknown. */
static void draw_uprights(struct brush *brush)
{
    const int last = brush->wanted->columns - 1;
    for (int row = 0; row < brush->wanted->rows; row++) {
        for (int column = next_changed(brush, row, 1); column < last;
             column = next_changed(brush, row, column + 1)) {
            int rows = upright_rows(brush, row, column);
            if (rows >= UPRIGHT_ROWS)
                draw_downwards(brush, row, column, rows);
        }
    }
}

static void draw_row(struct brush *brush, int row)
{
    const struct surface *wanted = brush->wanted;
    int rest = begin_of_rest(wanted, row);
    bool can_clear = brush->paint->clear_rest.size > 0 && wanted->columns - rest >= CLEAR_COLUMNS;
    int again = 0; /* cells up to this column are drawn although they have not changed */
    for (int column = 0; column < wanted->columns; column++) {
        const struct cell *cell = surface_cell(wanted, row, column);
        if (cell->width == 0 || (column >= again && !*changed_at(brush, row, column)))
            continue;
        if (column >= rest && can_clear) {
            move_brush(brush, row, column);
            set_brush_style(brush, STYLE_NORMAL);
            buffer_add(brush->bytes, buffer_bytes(&brush->paint->clear_rest));
            return;
        }
        int reached = draw_cell(brush, row, column, cell);
        again = reached > again ? reached : again;
    }
}

static bool has_changed(const struct brush *brush, int row)
{
    return next_changed(brush, row, 0) < brush->wanted->columns;
}

static void draw_across(struct brush *brush)
{
    for (int row = 0; row < brush->wanted->rows; row++)
        if (has_changed(brush, row))
            draw_row(brush, row);
}

/*
 * Adds the styles of the row's changed cells. Returns false if a cell may reach into the next one, which would have
 * to be drawn after it.
 */
static bool add_styles_of_row(struct brush *brush, int row)
{
    for (int column = next_changed(brush, row, 0); column < brush->wanted->columns;
         column = next_changed(brush, row, column + 1)) {
        const struct cell *cell = surface_cell(brush->wanted, row, column);
        if (!is_certain(&cell->glyph))
            return false;
        brush->has_style[cell->style] = true;
    }
    return true;
}

/* Whether only a few rows with certain characters have changed. Collects their styles. */
static bool can_draw_by_styles(struct brush *brush)
{
    int n_rows = 0;
    if (brush->paint->charset != CHARSET_UNICODE)
        return false;
    for (int row = 0; row < brush->wanted->rows; row++) {
        if (!has_changed(brush, row))
            continue;
        if (++n_rows > FEW_ROWS || !add_styles_of_row(brush, row))
            return false;
    }
    return true;
}

static void draw_style(struct brush *brush, enum style style)
{
    for (int row = 0; row < brush->wanted->rows; row++) {
        for (int column = next_changed(brush, row, 0); column < brush->wanted->columns;
             column = next_changed(brush, row, column + 1)) {
            const struct cell *cell = surface_cell(brush->wanted, row, column);
            if (cell->style == style)
                draw_cell(brush, row, column, cell);
        }
    }
}

static void draw_style_if_there(struct brush *brush, enum style style)
{
    if (brush->has_style[style])
        draw_style(brush, style);
}

static void draw_by_styles(struct brush *brush)
{
    for (int style = 0; style < STYLE_COUNT; style++)
        draw_style_if_there(brush, (enum style)style);
}

/* If two styles are next to each other in a row, one of the two orders avoids moving back. */
static void draw_by_styles_backwards(struct brush *brush)
{
    for (int style = STYLE_COUNT - 1; style >= 0; style--)
        draw_style_if_there(brush, (enum style)style);
}

/* Draws plain cells last: then no style needs to be ended. */
static void draw_by_styles_plain_last(struct brush *brush)
{
    for (int style = STYLE_NORMAL + 1; style < STYLE_COUNT; style++)
        draw_style_if_there(brush, (enum style)style);
    draw_style_if_there(brush, STYLE_NORMAL);
}

typedef void draw_all_changes(struct brush *brush);

/* Draws in this way, from the brush's position, into an empty buffer. Returns the brush afterwards. */
static struct brush draw_on_trial(const struct brush *brush, draw_all_changes *draw, struct buffer *bytes)
{
    struct brush trial = *brush;
    trial.bytes = bytes;
    draw(&trial);
    set_brush_style(&trial, STYLE_NORMAL);
    return trial;
}

static void draw_changes(struct brush *brush)
{
    static draw_all_changes *const ways[] = {draw_across, draw_by_styles, draw_by_styles_backwards,
                                             draw_by_styles_plain_last};
    const size_t n_ways = can_draw_by_styles(brush) ? sizeof ways / sizeof *ways : 1;
    struct buffer shortest = {0};
    struct brush end = draw_on_trial(brush, ways[0], &shortest);
    for (size_t i = 1; i < n_ways; i++) {
        struct buffer bytes = {0};
        const struct brush other_end = draw_on_trial(brush, ways[i], &bytes);
        if (bytes.size < shortest.size) {
            struct buffer longer = shortest;
            shortest = bytes;
            bytes = longer;
            end = other_end;
        }
        buffer_release(&bytes);
    }
    buffer_add(brush->bytes, buffer_bytes(&shortest));
    end.bytes = brush->bytes;
    *brush = end;
    buffer_release(&shortest);
}

void paint_changes(const struct paint *paint, struct surface *shown, const struct surface *wanted,
                   struct buffer *bytes)
{
    const size_t size = bytes->size;
    struct brush brush = {.paint = paint, .wanted = wanted, .bytes = bytes, .row = -1, .style = STYLE_NORMAL};
    brush.changed = memory_get_zeroed((size_t)wanted->rows * (size_t)wanted->columns, sizeof *brush.changed);
    if (paint->add_shift != NULL && have_one_size(shown, wanted))
        shift_windows(&brush, shown);
    find_changes(&brush, shown);
    if (paint->add_below != NULL)
        draw_uprights(&brush);
    draw_changes(&brush);
    const bool is_elsewhere = bytes->size > size || !shown->has_cursor ||
                              shown->cursor_row != wanted->cursor_row ||
                              shown->cursor_column != wanted->cursor_column;
    if (wanted->has_cursor && is_elsewhere)
        move_brush(&brush, wanted->cursor_row, wanted->cursor_column);
    free(brush.changed);
}
