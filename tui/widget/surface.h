/*
 * The screen as a grid of cells. Everything is drawn here first; a test compares the grid with a file, and
 * tui/terminal/paint.c writes it to the terminal.
 *
 * Drawing outside of the grid has no effect. A wide character is never cut in half: if one half is overdrawn, the
 * other becomes empty.
 */
#pragma once

#include "tui/text/cluster.h"
#include "tui/text/style.h"
#include "tui/text/visual_order.h"

struct cell {
    struct glyph glyph;
    uint8_t width; /* in columns; 0: the right half of the wide character before it */
    uint8_t style; /* an enum style */
};

struct rectangle {
    int row;
    int column;
    int rows;
    int columns;
};

enum { SURFACE_WINDOWS_MAX = 8 };

/* {0} has no cells and is safe to release. */
struct surface {
    int rows;
    int columns;
    struct cell *cells; /* row by row */
    struct rectangle windows[SURFACE_WINDOWS_MAX];
    int n_windows;
    struct visual_line line; /* buffer for the line being drawn, kept to avoid allocations */
    /* the terminal reorders right-to-left text itself, so text is drawn as it is stored; surface_reset keeps this */
    bool keeps_order;
    /*
     * The terminal's cursor marks the selected item, because screen readers, Braille displays and magnifiers look for
     * it. It is hidden unless the user types there.
     */
    bool has_cursor, is_typing;
    int cursor_row;
    int cursor_column;
};

enum line_weight { LINE_LIGHT = 1, LINE_HEAVY = 2 };

void surface_release(struct surface *surface);

/* Sets the size and makes every cell empty; removes the cursor and the windows. */
void surface_reset(struct surface *surface, int rows, int columns);

/* Makes the size, the cells and the cursor those of `from`; removes the windows. */
void surface_repeat(struct surface *surface, const struct surface *from);

const struct cell *surface_cell(const struct surface *surface, int row, int column);

/* Whether the area, which lies inside of both surfaces, has the same bytes in both: then its cells are equal. */
bool surface_repeats(const struct surface *surface, const struct surface *other, struct rectangle area);

/* Draws one cluster. A blank one empties all its columns. */
void surface_put_cluster(struct surface *surface, int row, int column, const struct cluster *cluster,
                         enum style style);

/*
 * Draws text from `column` up to, not including, `end`. Text that does not fit is cut and ends in "…". Returns the
 * column after the last one drawn.
 */
int surface_put(struct surface *surface, int row, int column, int end, struct bytes text, enum style style);
int surface_put_string(struct surface *surface, int row, int column, int end, const char *text,
                       enum style style);
/* Draws text that ends just before `end`. */
void surface_put_right(struct surface *surface, int row, int end, struct bytes text, enum style style);

/* Places the cursor there, hidden. */
void surface_place_cursor(struct surface *surface, int row, int column);
/* Places the cursor at the first cell of the rectangle, row by row, that is not empty. */
void surface_place_cursor_in(struct surface *surface, struct rectangle area);

/* Empties the cells of the rectangle. */
void surface_clear(struct surface *surface, struct rectangle area);

/*
 * Draws lines. They join where they meet, and a heavy line wins: ─ and │ make ┼, ├ … A vertical line begins in the
 * middle of its first cell.
 */
void surface_horizontal(struct surface *surface, int row, int column, int length, enum line_weight weight,
                        enum style style);
void surface_vertical(struct surface *surface, int row, int column, int length, enum line_weight weight,
                      enum style style);

/* Notes that the content of this area scrolls, so that the terminal may be asked to move it. Changes no cell. */
void surface_note_window(struct surface *surface, struct rectangle window);

/*
 * Moves the rows of the rectangle up, or down if `up` is negative. Vacated rows are empty. No wide character may
 * cross the sides of the rectangle.
 */
void surface_shift(struct surface *surface, struct rectangle area, int up);

/* Copies the rows of `from` from `first_row` on into the rectangle. */
void surface_copy(struct surface *surface, struct rectangle area, const struct surface *from, int first_row);
