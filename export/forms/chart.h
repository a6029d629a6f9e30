/*
 * Charts as inline SVG. They have no width of their own: each is as wide as the page gives it, and letters and strokes
 * keep their size. Colours are classes of the page's style (export/forms/page_style.h), so that light and dark need one picture.
 * Values are shares or in the scale that is given; what is not finite is left out.
 */
#ifndef ASSAY_EXPORT_FORMS_CHART_H
#define ASSAY_EXPORT_FORMS_CHART_H

#include "core/base/bytes.h"

/* A bar of this share, 0 to 1, of its place. Decoration: a number stands beside it. */
void chart_add_bar(struct buffer *out, double share);

/* A part of a stacked bar. */
struct chart_part {
    double size;
    const char *style; /* the class that colours it */
    const char *label; /* what is seen when one points at it */
};

void chart_add_stack(struct buffer *out, const struct chart_part *parts, size_t n);

/* What the ends of a chart stand for; low < high. */
struct chart_scale {
    double low, high;
};

/* A value with its interval. */
struct chart_interval {
    double low, value, high;
    double reference; /* where a thin line stands; NAN: nowhere */
    double part;      /* so far to both sides the line is thick; 0: it is not */
};

void chart_add_interval(struct buffer *out, const struct chart_interval *interval, struct chart_scale scale);

/* A field of a heat map. */
struct chart_field {
    double value;       /* in [0, 1]; NAN: there is none */
    struct bytes label; /* what is seen when one points at it */
};

/* A row of a heat map: fields of equal width, the deeper the higher the value. */
void chart_add_strip(struct buffer *out, const struct chart_field *fields, size_t n);

enum { CHART_LINES_MAX = 8 }; /* that can be told from each other */

struct chart_line {
    struct bytes label;
    const double *y;          /* n_points of them; NAN: a gap */
    const double *low, *high; /* likewise: the band around it; NULL: there is none */
};

struct chart_lines {
    const char *label; /* what the chart shows, for who can't see it */
    const double *x;   /* ascending */
    size_t n_points;
    const struct chart_line *lines;
    size_t n_lines; /* at most CHART_LINES_MAX */
    const char *x_name;
};

/* Lines over a grid, and a legend below. Bands begin wide: they are in sight from where they are as narrow as at their end. */
void chart_add_lines(struct buffer *out, const struct chart_lines *chart);

#endif
