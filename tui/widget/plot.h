/*
 * A plot of several lines over the same axis. Each line has a letter, which is drawn at its end, and its own pattern,
 * so that no meaning depends on colour alone. Ticks are at round numbers, with as many digits as these need.
 */
#pragma once

#include "tui/widget/surface.h"

struct plot_line {
    const double *y; /* `n_points` values; NAN: unknown */
    char letter;
    enum style style;
    /* the line's band, sized like y; drawn dotted where it is near the lines; NULL: none */
    const double *low, *high;
};

struct plot {
    const int64_t *x; /* ascending, from 0 */
    size_t n_points;
    const struct plot_line *lines;
    size_t n_lines;
    int64_t x_end; /* the axis goes from 0 to x_end, which is at least 1 */
    const char *x_name;
    bool is_whole; /* y is a count: no digits after the decimal point */
    bool ascii;    /* draw the lines with their letters instead of braille dots */
};

/* A smaller plot would show nothing useful. */
enum { PLOT_ROWS_MIN = 4, PLOT_COLUMNS_MIN = 24 };

/* Draws the plot. The y axis with its numbers is on the left, the x axis below. */
void plot_draw(const struct plot *plot, struct surface *surface, struct rectangle area);
