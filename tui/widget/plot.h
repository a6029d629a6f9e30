/*
 * A plot of several lines over the same axis. Each line has a letter, which
 * stands at its end, and a pattern of its own, so that nothing is said by colour
 * alone. Ticks stand at round numbers, with as many digits as those have.
 */
#ifndef ASSAY_TUI_WIDGET_PLOT_H
#define ASSAY_TUI_WIDGET_PLOT_H

#include "tui/widget/surface.h"

struct plot_line {
    const double *y; /* `n_points`; NAN: not known */
    char letter;
    enum style style;
    const double *low, *high; /* as y: its band, which is dotted, where it is near the lines; NULL: none */
};

struct plot {
    const int64_t *x; /* ascending, from 0 */
    size_t n_points;
    const struct plot_line *lines;
    size_t n_lines;
    int64_t x_end; /* the axis goes from 0 to this, at least 1 */
    const char *x_name;
    bool is_whole; /* y is counted: no digits behind the point */
    bool ascii;    /* the lines are made of their letters; else of braille dots */
};

/* The rows below which a plot says nothing. */
enum { PLOT_ROWS_MIN = 4, PLOT_COLUMNS_MIN = 24 };

/* The axis of y with its numbers is on the left, that of x below. */
void plot_draw(const struct plot *plot, struct surface *surface, struct rectangle area);

#endif
