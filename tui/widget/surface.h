/*
 * The screen as a grid of cells. Everything that is drawn is drawn here first:
 * a test compares it with a file, tui/terminal/paint.c writes it to the terminal.
 *
 * Drawing outside the grid is left out, and a wide character is never cut in
 * half: where one half is drawn over, the other becomes empty.
 */
#ifndef ASSAY_TUI_WIDGET_SURFACE_H
#define ASSAY_TUI_WIDGET_SURFACE_H

#include "tui/text/cluster.h"
#include "tui/text/style.h"
#include "tui/text/visual_order.h"

struct cell {
    struct glyph glyph;
    uint8_t width; /* columns; 0: the right half of the wide character before it */
    uint8_t style; /* enum style */
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
    struct visual_line line; /* the one that is being drawn: kept, so that most ask for no memory */
    bool keeps_order; /* the terminal reorders right-to-left text: it is drawn as it is stored; lasts */
    /*
     * The terminal's cursor stands at what is selected, where screen readers, Braille displays and magnifiers look for it. It is
     * hidden unless the user types there.
     */
    bool has_cursor, is_typing;
    int cursor_row;
    int cursor_column;
};

enum line_weight { LINE_LIGHT = 1, LINE_HEAVY = 2 };

void surface_release(struct surface *surface);

/* Takes the size, every cell empty, no cursor, no windows. */
void surface_reset(struct surface *surface, int rows, int columns);

const struct cell *surface_cell(const struct surface *surface, int row, int column);

/* Draws one cluster; a blank one empties all its columns. */
void surface_put_cluster(struct surface *surface, int row, int column, const struct cluster *cluster,
                         enum style style);

/*
 * Draws text from `column` up to and without `end`; what does not fit is cut
 * and ends in "…". Returns the column after the last one drawn.
 */
int surface_put(struct surface *surface, int row, int column, int end, struct bytes text, enum style style);
int surface_put_string(struct surface *surface, int row, int column, int end, const char *text,
                       enum style style);
/* Draws text that ends before `end`. */
void surface_put_right(struct surface *surface, int row, int end, struct bytes text, enum style style);

/* From now on the cursor stands there, hidden. */
void surface_place_cursor(struct surface *surface, int row, int column);
/* The same at the first cell in the rectangle, row by row, in which something is drawn. */
void surface_place_cursor_in(struct surface *surface, struct rectangle area);

/* Empties the rectangle. */
void surface_clear(struct surface *surface, struct rectangle area);

/* Lines join where they meet, and a heavy one wins: ─ and │ make ┼, ├ … One that goes down begins in the middle of its first cell. */
void surface_horizontal(struct surface *surface, int row, int column, int length, enum line_weight weight,
                        enum style style);
void surface_vertical(struct surface *surface, int row, int column, int length, enum line_weight weight,
                      enum style style);

/*
 * The content of this area scrolls: a terminal may be asked to move it. Changes no cell.
 */
void surface_note_window(struct surface *surface, struct rectangle window);

/* Moves the rows of the rectangle up, or down where `up` is below 0; what they leave is empty. No wide character is on its sides. */
void surface_shift(struct surface *surface, struct rectangle area, int up);

/* Copies what of `from` begins at `first_row` into the rectangle. */
void surface_copy(struct surface *surface, struct rectangle area, const struct surface *from, int first_row);

#endif
