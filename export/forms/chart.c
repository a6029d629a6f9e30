/*
 * Positions are in percent, so that charts stretch. Only lines need a separate scale: an SVG within the SVG, whose
 * strokes do not scale.
 */
#include "export/forms/chart.h"

#include "export/forms/element.h"

#include <math.h>
#include <stdio.h>

/* Returns the position of a value on a scale, in percent, limited to its ends. */
static double percent_of(double value, struct chart_scale scale)
{
    double share = (value - scale.low) / (scale.high - scale.low);
    return 100 * fmin(1, fmax(0, share));
}

static void begin_svg(struct buffer *out, const char *style)
{
    element_begin(out, "svg");
    element_attribute(out, "class", "%s", style);
}

/* Begins a picture of numbers that are also shown as text. */
static void begin_decoration(struct buffer *out, const char *style)
{
    begin_svg(out, style);
    element_attribute(out, "aria-hidden", "true");
    element_content(out);
}

static void begin_bar(struct buffer *out, const char *style, double from, double width)
{
    element_begin(out, "rect");
    element_attribute(out, "class", "%s", style);
    element_attribute(out, "x", "%.2f%%", from);
    element_attribute(out, "width", "%.2f%%", width);
    element_attribute(out, "height", "100%%");
}

static void add_title(struct buffer *out, struct bytes text)
{
    element_content(out);
    element_add(out, "title", text);
}

void chart_add_bar(struct buffer *out, double share)
{
    begin_decoration(out, "bar");
    if (isfinite(share)) {
        begin_bar(out, "s0", 0, percent_of(share, (struct chart_scale){0, 1}));
        element_end_empty(out);
    }
    element_end(out, "svg");
}

void chart_add_stack(struct buffer *out, const struct chart_part *parts, size_t n)
{
    double whole = 0;
    double before = 0;
    for (size_t i = 0; i < n; i++)
        whole += parts[i].size;
    begin_decoration(out, "stack");
    for (size_t i = 0; i < n && whole > 0; i++) {
        begin_bar(out, parts[i].style, 100 * before / whole, 100 * parts[i].size / whole);
        add_title(out, bytes_of(parts[i].label));
        element_end(out, "rect");
        before += parts[i].size;
    }
    element_end(out, "svg");
}

/* --- Intervals ------------------------------------------------------------ */

static void add_line(struct buffer *out, const char *style, const double ends[4])
{
    static const char *const names[] = {"x1", "y1", "x2", "y2"};
    element_begin(out, "line");
    element_attribute(out, "class", "%s", style);
    for (size_t i = 0; i < 4; i++)
        element_attribute(out, names[i], "%.2f%%", ends[i]);
    element_end_empty(out);
}

void chart_add_interval(struct buffer *out, const struct chart_interval *interval, struct chart_scale scale)
{
    begin_decoration(out, "interval");
    if (isfinite(interval->reference)) {
        double x = percent_of(interval->reference, scale);
        add_line(out, "reference", (double[]){x, 0, x, 100});
    }
    if (isfinite(interval->low) && isfinite(interval->high))
        add_line(out, "range",
                 (double[]){percent_of(interval->low, scale), 50, percent_of(interval->high, scale), 50});
    if (interval->part > 0)
        add_line(out, "part",
                 (double[]){percent_of(interval->value - interval->part, scale), 50,
                            percent_of(interval->value + interval->part, scale), 50});
    if (isfinite(interval->value)) {
        element_begin(out, "circle");
        element_attribute(out, "class", "s0");
        element_attribute(out, "cx", "%.2f%%", percent_of(interval->value, scale));
        element_attribute(out, "cy", "50%%");
        element_attribute(out, "r", "4");
        element_end_empty(out);
    }
    element_end(out, "svg");
}

/* --- Heat maps ------------------------------------------------------------ */

void chart_add_strip(struct buffer *out, const struct chart_field *fields, size_t n)
{
    begin_svg(out, "strip");
    element_attribute(out, "viewBox", "0 0 %zu 1", n);
    element_attribute(out, "preserveAspectRatio", "none");
    element_content(out);
    for (size_t i = 0; i < n; i++) {
        element_begin(out, "rect");
        element_attribute(out, "x", "%zu", i);
        if (isfinite(fields[i].value))
            element_attribute(out, "fill-opacity", "%.2f", fmin(1, fmax(0, fields[i].value)));
        else
            element_attribute(out, "class", "none");
        add_title(out, fields[i].label);
        element_end(out, "rect");
    }
    element_end(out, "svg");
}

/* --- Lines ---------------------------------------------------------------- */

/* Returns the largest of 1, 2 or 5 times a power of ten that divides the range into at least `least` parts. */
static double nice_step(double range, int least)
{
    double most = range / least;
    double power = pow(10, floor(log10(most)));
    double factor = most / power;
    return power * (factor >= 5 ? 5 : factor >= 2 ? 2 : 1);
}

static void widen_range(struct chart_scale *range, double value)
{
    range->low = fmin(range->low, value); /* fmin and fmax ignore a NAN */
    range->high = fmax(range->high, value);
}

static struct chart_scale find_range(const struct chart_lines *chart)
{
    struct chart_scale range = {INFINITY, -INFINITY};
    for (size_t line = 0; line < chart->n_lines; line++) {
        for (size_t i = 0; i < chart->n_points; i++)
            widen_range(&range, chart->lines[line].y[i]);
        if (chart->lines[line].low == NULL)
            continue;
        widen_range(&range, chart->lines[line].low[chart->n_points - 1]);
        widen_range(&range, chart->lines[line].high[chart->n_points - 1]);
    }
    return range;
}

/* Widens the range to round numbers. An empty range becomes one around its value. */
static struct chart_scale find_scale(const struct chart_lines *chart, double *step)
{
    enum { PARTS_LEAST = 3 };
    static const double narrowest = 0.01; /* a smaller range would magnify noise */
    struct chart_scale range = find_range(chart);
    if (range.low > range.high)
        range = (struct chart_scale){0, 1};
    double missing = fmax(0, narrowest - (range.high - range.low));
    range.low -= missing / 2;
    range.high += missing / 2;
    *step = nice_step(range.high - range.low, PARTS_LEAST);
    return (struct chart_scale){floor(range.low / *step) * *step, ceil(range.high / *step) * *step};
}

/* Adds the number left of the chart, where the page leaves room. */
static void add_grid_value(struct buffer *out, double y, double value, int digits)
{
    element_begin(out, "text");
    element_attribute(out, "y", "%.2f%%", y);
    element_attribute(out, "dx", "-8");
    element_attribute(out, "dy", "4");
    element_attribute(out, "text-anchor", "end");
    element_content(out);
    buffer_add_format(out, "%.*f", digits, value);
    element_end(out, "text");
}

/* Adds a line across at each round number, with the number beside it. */
static void add_grid(struct buffer *out, struct chart_scale scale, double step)
{
    int digits = (int)fmax(0, ceil(-log10(step) - 1e-9));
    int n = (int)lround((scale.high - scale.low) / step);
    for (int i = 0; i <= n; i++) {
        double value = scale.low + i * step;
        double y = 100 - percent_of(value, scale);
        add_line(out, "grid", (double[]){0, y, 100, y});
        add_grid_value(out, y, value, digits);
    }
}

/* Adds a point in a square of 1,000 by 1,000. */
static void add_point(struct buffer *points, const struct chart_lines *chart, size_t i, double y,
                      struct chart_scale scale)
{
    struct chart_scale across = {fmin(0, chart->x[0]), fmax(1, chart->x[chart->n_points - 1])};
    buffer_add_format(points, "%s%.1f,%.1f", points->size > 0 ? " " : "",
                      10 * percent_of(chart->x[i], across), 1000 - 10 * percent_of(y, scale));
}

/* Adds the points of a line up to the next gap, and returns its index. */
static size_t add_points(struct buffer *points, const struct chart_lines *chart, const double *y, size_t from,
                         struct chart_scale scale)
{
    size_t i = from;
    for (; i < chart->n_points && isfinite(y[i]); i++)
        add_point(points, chart, i, y[i], scale);
    return i;
}

static void add_shape(struct buffer *out, const char *name, const char *style, size_t line,
                      const struct buffer *points)
{
    if (points->size == 0)
        return;
    element_begin(out, name);
    element_attribute(out, "class", "%s%zu", style, line);
    element_attribute_text(out, "points", buffer_bytes(points));
    element_end_empty(out);
}

static void add_polylines(struct buffer *out, const struct chart_lines *chart, size_t line,
                          struct chart_scale scale)
{
    const double *y = chart->lines[line].y;
    for (size_t i = 0; i < chart->n_points; i++) {
        struct buffer points = {0};
        i = add_points(&points, chart, y, i, scale);
        add_shape(out, "polyline", "line", line, &points);
        buffer_release(&points);
    }
}

/* Adds each band: forward along its upper edge, then back along its lower one. */
static void add_bands(struct buffer *out, const struct chart_lines *chart, size_t line,
                      struct chart_scale scale)
{
    const double *low = chart->lines[line].low, *high = chart->lines[line].high;
    for (size_t from = 0, to; low != NULL && from < chart->n_points; from = to + 1) {
        struct buffer points = {0};
        to = add_points(&points, chart, high, from, scale);
        for (size_t i = to; i > from; i--)
            add_point(&points, chart, i - 1, low[i - 1], scale);
        add_shape(out, "polygon", "band", line, &points);
        buffer_release(&points);
    }
}

static void add_legend(struct buffer *out, const struct chart_lines *chart)
{
    buffer_add_string(out, "<ul class=\"legend\">");
    for (size_t i = 0; i < chart->n_lines; i++) {
        buffer_add_string(out, "<li><svg class=\"key\" aria-hidden=\"true\">");
        char style[32];
        snprintf(style, sizeof style, "line%zu", i);
        add_line(out, style, (double[]){0, 50, 100, 50});
        buffer_add_string(out, "</svg> ");
        element_add_text(out, chart->lines[i].label);
        buffer_add_string(out, "</li>");
    }
    buffer_add_string(out, "</ul>\n");
}

void chart_add_lines(struct buffer *out, const struct chart_lines *chart)
{
    double step;
    struct chart_scale scale = find_scale(chart, &step);
    begin_svg(out, "lines");
    element_attribute(out, "role", "img");
    element_attribute_text(out, "aria-label", bytes_of(chart->label));
    element_content(out);
    add_grid(out, scale, step);
    buffer_add_string(out, "<svg viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\">");
    for (size_t i = 0; i < chart->n_lines; i++)
        add_bands(out, chart, i, scale);
    for (size_t i = 0; i < chart->n_lines; i++)
        add_polylines(out, chart, i, scale);
    element_end(out, "svg");
    element_end(out, "svg");
    buffer_add_string(out, "<p class=\"axis\">");
    element_add_text(out, bytes_of(chart->x_name));
    buffer_add_string(out, "</p>\n");
    add_legend(out, chart);
}
