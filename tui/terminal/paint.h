/*
 * Which bytes bring the terminal from what it shows to what it shall show: as
 * few as that takes, so that a slow line stays quick.
 *
 * Terminals know different Unicodes and disagree about how wide a character is.
 * So the cursor is never trusted after a character that is not as old and plain
 * as all of them know: it is placed anew, and what could have been drawn over is
 * drawn again. Whatever the terminal makes of such a character, it makes it in
 * its own cell.
 */
#ifndef ASSAY_TUI_TERMINAL_PAINT_H
#define ASSAY_TUI_TERMINAL_PAINT_H

#include "tui/terminal/charset.h"
#include "tui/widget/surface.h"

/* How the terminal is told things. {0} is safe to release. */
struct paint {
    void (*add_move)(int row, int column, struct buffer *bytes);
    void (*add_below)(struct buffer *bytes); /* from behind a cell to the one below it; NULL: it can't */
    void (*add_right)(int columns, struct buffer *bytes); /* NULL: it can't be told to go right */
    void (*add_column)(int column, struct buffer *bytes); /* to it, in the same row; NULL: it can't */
    /* Moves the area's rows up, or down where `up` is below 0, on a screen like this; NULL: it can't. */
    void (*add_shift)(struct rectangle area, int up, const struct surface *screen, struct buffer *bytes);
    bool shifts_whole_rows;           /* and no part of them between two columns */
    struct buffer begin[STYLE_COUNT]; /* from plain to the style */
    bool has_foreground[STYLE_COUNT]; /* it has a foreground colour, which takes the place of another one */
    bool is_foreground[STYLE_COUNT];  /* … and no more */
    struct buffer plain;              /* from any style to plain */
    struct buffer clear_rest;         /* of the line; empty where that can't be */
    bool last_cell_scrolls;           /* the window, when it is drawn: it stays empty */
    enum charset charset;
};

void paint_release(struct paint *paint);

/*
 * `shown` of another size: the terminal shows nothing. Rows that the terminal moves itself are also moved in `shown`. The
 * cursor ends where `wanted` has it.
 */
void paint_changes(const struct paint *paint, struct surface *shown, const struct surface *wanted,
                   struct buffer *bytes);

#endif
