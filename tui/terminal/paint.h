/*
 * Computes the bytes that turn what the terminal shows into what it should show: as few as possible, for slow lines.
 *
 * Terminals know different versions of Unicode and disagree about the width of a character. So the cursor position is
 * never trusted after a character that not all terminals know: the cursor is placed again, and cells that may have
 * been overdrawn are drawn again. Whatever the terminal makes of such a character stays within its own cell.
 */
#pragma once

#include "tui/terminal/charset.h"
#include "tui/widget/surface.h"

/* The terminal's control sequences. {0} is safe to release. */
struct paint {
    void (*add_move)(int row, int column, struct buffer *bytes);
    /* moves from behind a cell to the cell below it; NULL: not possible */
    void (*add_below)(struct buffer *bytes);
    void (*add_right)(int columns, struct buffer *bytes); /* NULL: the terminal can't move right by a count */
    /* moves to a column of the same row; NULL: not possible */
    void (*add_column)(int column, struct buffer *bytes);
    /* Moves the rows of the area up, or down if `up` is negative, on a screen like this. NULL: not possible. */
    void (*add_shift)(struct rectangle area, int up, const struct surface *screen, struct buffer *bytes);
    bool shifts_whole_rows;           /* add_shift moves only whole rows, not parts between two columns */
    struct buffer begin[STYLE_COUNT]; /* from plain to the style */
    bool has_foreground[STYLE_COUNT]; /* the style has a foreground colour, which replaces another style's */
    bool is_foreground[STYLE_COUNT];  /* … and nothing else */
    struct buffer plain;              /* from any style to plain */
    struct buffer clear_rest;         /* clears the rest of the line; empty: not possible */
    /* drawing the window's last cell scrolls it, so that cell stays empty */
    bool last_cell_scrolls;
    enum charset charset;
};

void paint_release(struct paint *paint);

/*
 * Appends the bytes that change the terminal from `shown` to `wanted`, and updates `shown`. If the sizes differ, the
 * terminal is taken to show nothing. Rows that the terminal moves by itself are also moved in `shown`. At the end the
 * cursor is where `wanted` has it.
 */
void paint_changes(const struct paint *paint, struct surface *shown, const struct surface *wanted,
                   struct buffer *bytes);
