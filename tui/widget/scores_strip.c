/*
 * Each drawing measures the strip again: names first, then the measures and the remark on questions share the
 * remaining columns by rank. Runs without a row are counted in the last row.
 */
#include "tui/widget/scores_strip.h"

#include "core/base/memory.h"
#include "core/metric/measures/measure_name.h"
#include "tui/text/shortening.h"
#include "tui/widget/line_items.h"
#include "tui/widget/score_format.h"

#include <stdlib.h>

enum {
    BODY_ROWS_MIN = 16, /* with fewer rows, the documents need all of them */
    BODY_SHARE = 4,     /* the strip takes at most one row in so many */
    NAME_COLUMNS_MAX = 24,
    NAME_IN_LINE_COLUMNS = 16,
    VALUE_COLUMNS = 6, /* "0.4121" */
    SIGN_COLUMNS = 2,  /* " ▲" */
    GAP = 2,
};

int scores_strip_rows(const struct scoreboard *scoreboard, int rows)
{
    if (scoreboard == NULL || scoreboard_run_count(scoreboard) == 0 || rows < BODY_ROWS_MIN)
        return 0;
    int wanted = 1 + (int)scoreboard_run_count(scoreboard);
    int most = rows / BODY_SHARE;
    return wanted < most ? wanted : most;
}

/* The layout: after the run's name come the measures, then the remark on questions. */
struct strip {
    const struct scoreboard *scoreboard;
    struct rectangle area;
    int widest_name;
    struct line_item *items; /* one per measure, the coverage last */
    size_t n_measures;
};

/* Cuts a long name rather than the remark on the run's scores. */
static int run_name_width(const struct scoreboard *scoreboard, size_t run)
{
    int width = text_width(scoreboard_run_name(scoreboard, run));
    int most = NAME_COLUMNS_MAX - text_width(bytes_of(scoreboard_standing_remark(scoreboard, run)));
    return width < most ? width : most;
}

static int widest_name(const struct scoreboard *scoreboard)
{
    int widest = text_width(bytes_of("run"));
    for (size_t run = 0; run < scoreboard_run_count(scoreboard); run++) {
        int width = run_name_width(scoreboard, run) +
                    text_width(bytes_of(scoreboard_standing_remark(scoreboard, run)));
        widest = width > widest ? width : widest;
    }
    return widest;
}

static struct buffer copy_measure_name(const struct strip *strip, size_t measure)
{
    struct buffer name = {0};
    measure_add_name(scoreboard_measure(strip->scoreboard, measure), &name);
    return name;
}

static int measure_column_width(const struct strip *strip, size_t measure)
{
    struct buffer name = copy_measure_name(strip, measure);
    int width = text_width(buffer_bytes(&name));
    buffer_release(&name);
    return (width > VALUE_COLUMNS ? width : VALUE_COLUMNS) + SIGN_COLUMNS;
}

static struct buffer coverage(const struct strip *strip, int64_t questions)
{
    struct buffer text = {0};
    struct loading loading = scoreboard_loading(strip->scoreboard);
    if (loading.what == LOADING_RUNS)
        buffer_add_format(&text, "reading runs… %2d %%", loading.percent);
    else if (loading.what == LOADING_LABELS)
        buffer_add_format(&text, "scoring labels… %2d %%", loading.percent);
    else
        buffer_add_format(&text, "on %zu of %lld questions", scoreboard_question_count(strip->scoreboard),
                          (long long)questions);
    return text;
}

/* A score means little without its coverage, so only the first measure is more important. */
static void fit_strip_columns(struct strip *strip, int coverage_columns)
{
    size_t n = strip->n_measures + 1;
    for (size_t i = 0; i < strip->n_measures; i++)
        strip->items[i] = (struct line_item){.width = measure_column_width(strip, i), .rank = i == 0 ? 1 : 3};
    strip->items[n - 1] = (struct line_item){.width = coverage_columns, .rank = 2};
    line_items_fit(strip->items, n, strip->area.columns - 2 - strip->widest_name - GAP, GAP);
}

/* Draws the sign after a value that ends before this column. */
static void draw_sign(const struct scoreboard *scoreboard, struct surface *surface, int row, int column,
                      size_t run, size_t measure)
{
    double change = scoreboard_has_scores(scoreboard, run) ? scoreboard_change(scoreboard, run, measure) : 0;
    if (!score_is_even(change))
        surface_put_string(surface, row, column + 1, column + SIGN_COLUMNS, change > 0 ? "▲" : "▼",
                           change > 0 ? STYLE_RISE : STYLE_FALL);
}

static void draw_score(const struct strip *strip, struct surface *surface, int row, int end, size_t run,
                       size_t measure)
{
    if (!scoreboard_has_scores(strip->scoreboard, run)) {
        surface_put_right(surface, row, end, bytes_of("–"), STYLE_NORMAL);
        return;
    }
    struct buffer value = {0};
    score_add_mean(scoreboard_measure(strip->scoreboard, measure),
                   scoreboard_mean(strip->scoreboard, run, measure),
                   scoreboard_question_count(strip->scoreboard), &value);
    surface_put_right(surface, row, end, buffer_bytes(&value), STYLE_NORMAL);
    buffer_release(&value);
    draw_sign(strip->scoreboard, surface, row, end, run, measure);
}

static void draw_column(const struct strip *strip, struct surface *surface, int end, size_t measure,
                        size_t n_runs)
{
    struct buffer name = copy_measure_name(strip, measure);
    surface_put_right(surface, strip->area.row, end, buffer_bytes(&name), STYLE_DIM);
    buffer_release(&name);
    for (size_t run = 0; run < n_runs; run++)
        draw_score(strip, surface, strip->area.row + 1 + (int)run, end, run, measure);
}

static void draw_names(const struct strip *strip, struct surface *surface, size_t n_runs)
{
    int column = strip->area.column + 1;
    int end = column + strip->widest_name;
    surface_put_string(surface, strip->area.row, column, end, "run", STYLE_DIM);
    for (size_t run = 0; run < n_runs; run++) {
        int row = strip->area.row + 1 + (int)run;
        int name_end = column + run_name_width(strip->scoreboard, run);
        struct buffer name = {0};
        text_add_without_middle(scoreboard_run_name(strip->scoreboard, run), name_end - column, &name);
        surface_put(surface, row, column, name_end, buffer_bytes(&name), STYLE_NORMAL);
        buffer_release(&name);
        surface_put_string(surface, row, name_end, end, scoreboard_standing_remark(strip->scoreboard, run),
                           STYLE_WARNING);
    }
}

/* The number of runs with a row. If some are left out, the last row says how many. */
static size_t draw_runs_left_out(const struct strip *strip, struct surface *surface)
{
    size_t rows = (size_t)strip->area.rows - 1;
    size_t runs = scoreboard_run_count(strip->scoreboard);
    if (runs <= rows)
        return runs;
    struct buffer text = {0};
    buffer_add_format(&text, "and %zu more runs", runs - (rows - 1));
    surface_put(surface, strip->area.row + strip->area.rows - 1, strip->area.column + 1,
                strip->area.column + strip->area.columns, buffer_bytes(&text), STYLE_DIM);
    buffer_release(&text);
    return rows - 1;
}

static void draw_strip(struct strip *strip, struct surface *surface, int64_t questions)
{
    struct buffer remark = coverage(strip, questions);
    fit_strip_columns(strip, text_width(buffer_bytes(&remark)));
    size_t n_runs = draw_runs_left_out(strip, surface);
    draw_names(strip, surface, n_runs);

    int column = strip->area.column + 1 + strip->widest_name + GAP;
    for (size_t i = 0; i < strip->n_measures; i++) {
        if (!strip->items[i].shown)
            continue;
        draw_column(strip, surface, column + strip->items[i].width - SIGN_COLUMNS, i, n_runs);
        column += strip->items[i].width + GAP;
    }
    if (strip->items[strip->n_measures].shown)
        surface_put_right(surface, strip->area.row, strip->area.column + strip->area.columns - 1,
                          buffer_bytes(&remark), STYLE_DIM);
    buffer_release(&remark);
}

/* Draws " plain 0.41 ▲". */
static int draw_run_in_line(const struct scoreboard *scoreboard, struct surface *surface, int row, int column,
                            int end, size_t run)
{
    struct buffer name = {0}, value = {0};
    text_add_without_middle(scoreboard_run_name(scoreboard, run), NAME_IN_LINE_COLUMNS, &name);
    if (scoreboard_has_scores(scoreboard, run))
        score_add_mean(scoreboard_measure(scoreboard, 0), scoreboard_mean(scoreboard, run, 0),
                       scoreboard_question_count(scoreboard), &value);
    else
        buffer_add_string(&value, "–");
    const int width = text_width(buffer_bytes(&name)) + 1 + text_width(buffer_bytes(&value)) + SIGN_COLUMNS;
    if (column + width <= end) {
        column = surface_put(surface, row, column, end, buffer_bytes(&name), STYLE_DIM);
        column = surface_put(surface, row, column + 1, end, buffer_bytes(&value), STYLE_NORMAL);
        draw_sign(scoreboard, surface, row, column, run, 0);
        column += SIGN_COLUMNS;
    } else {
        column = -1;
    }
    buffer_release(&name);
    buffer_release(&value);
    return column;
}

/* Draws the first measure of as many runs as fit: " nDCG@10 plain 0.41 ▲ titles 0.39 …". */
static void draw_line(const struct strip *strip, struct surface *surface)
{
    const int row = strip->area.row;
    const int end = strip->area.column + strip->area.columns - 1;
    struct buffer measure = copy_measure_name(strip, 0);
    int column = surface_put(surface, row, strip->area.column + 1, end, buffer_bytes(&measure), STYLE_DIM);
    buffer_release(&measure);
    for (size_t run = 0; run < scoreboard_run_count(strip->scoreboard); run++) {
        const int next = draw_run_in_line(strip->scoreboard, surface, row, column + GAP, end - GAP, run);
        if (next < 0) {
            surface_put_string(surface, row, column + 1, end, "…", STYLE_DIM);
            return;
        }
        column = next;
    }
}

void scores_strip_draw(const struct scoreboard *scoreboard, int64_t questions, struct surface *surface,
                       struct rectangle area)
{
    if (scoreboard == NULL || area.rows < 1)
        return;
    struct strip strip = {.scoreboard = scoreboard,
                          .area = area,
                          .widest_name = widest_name(scoreboard),
                          .n_measures = scoreboard_measure_count(scoreboard)};
    if (area.rows == 1) {
        draw_line(&strip, surface);
        return;
    }
    strip.items = memory_get_zeroed(strip.n_measures + 1, sizeof *strip.items);
    draw_strip(&strip, surface, questions);
    free(strip.items);
}
