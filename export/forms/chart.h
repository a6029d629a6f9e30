/*
 * Charts as inline SVG. They have no width of their own: the page decides, and letters and strokes keep their size.
 * Colours are classes of the page's style (export/forms/page_style.h), so that one picture serves light and dark pages.
 * Values are shares, or lie in the given scale. Values that are not finite are left out.
 */
#pragma once

#include "core/base/bytes.h"

/* Adds a bar that fills this share, 0 to 1, of its space. It is decoration: the number is next to it. */
void chart_add_bar(struct buffer *out, double share);

/* A part of a stacked bar. */
struct chart_part {
    double size;
    const char *style; /* class for its colour */
    const char *label; /* tooltip */
};

void chart_add_stack(struct buffer *out, const struct chart_part *parts, size_t n);

/* The values at the ends of a chart; low < high. */
struct chart_scale {
    double low, high;
};

/* A value with its interval. */
struct chart_interval {
    double low, value, high;
    double reference; /* position of a thin line; NAN: no line */
    double part;      /* half-width of the thick part of the line; 0: no thick part */
};

void chart_add_interval(struct buffer *out, const struct chart_interval *interval, struct chart_scale scale);

/* A cell of a heat map. */
struct chart_field {
    double value; /* in [0, 1]; NAN: no value */
    /* Tooltip. */
    struct bytes label;
};

/* Adds a row of a heat map: cells of equal width, the darker the higher the value. */
void chart_add_strip(struct buffer *out, const struct chart_field *fields, size_t n);

enum { CHART_LINES_MAX = 8 }; /* more lines can't be distinguished */

struct chart_line {
    struct bytes label;
    const double *y;          /* n_points values; NAN: a gap */
    const double *low, *high; /* likewise: the band around it; NULL: no band */
};

struct chart_lines {
    const char *label; /* description of the chart for readers who can't see it */
    const double *x;   /* ascending */
    size_t n_points;
    const struct chart_line *lines;
    size_t n_lines; /* at most CHART_LINES_MAX */
    const char *x_name;
};

/*
 * Adds lines over a grid, with a legend below. The scale covers all lines, but only the last point of each band,
 * because bands are wide at first.
 */
void chart_add_lines(struct buffer *out, const struct chart_lines *chart);
