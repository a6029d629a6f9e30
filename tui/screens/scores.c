/*
 * From top to bottom: a table of runs and measures, a line or two of remarks, and the plot in the remaining rows. The
 * model only holds the selection; each draw reads the scoreboard and the history. What does not fit is scrolled:
 * `top` and `left` are the first visible run and measure. arrange() moves them so that the selection is always
 * visible and no room is left empty.
 */
#include "tui/screens/scores.h"

#include "core/base/memory.h"
#include "core/metric/measures/measure_name.h"
#include "core/metric/statistics/power.h"
#include "tui/keys/going.h"
#include "tui/text/shortening.h"
#include "tui/widget/plot.h"
#include "tui/widget/score_format.h"
#include "tui/widget/title_line.h"

#include <math.h>
#include <stdlib.h>

enum {
    MARGIN = 1,
    GAP = 1,
    LETTER_COLUMNS = 2, /* "a " before the name of a run */
    NAME_COLUMNS_MAX = 30,
    NAME_SHARE = 3,      /* names take at most one column in so many */
    VALUE_COLUMNS = 6,   /* "0.4121" */
    CHANGE_COLUMNS = 10, /* " +0.0123 ▲" */
    PLOT_ROWS = 8,       /* rows that the plot gets before more than a few runs are shown */
    RUNS_MIN = 3,
};

enum scores_action {
    SCORES_MEASURE = ACTION_OWN,
    SCORES_BASELINE,
    SCORES_UNLOAD,
    SCORES_PLOT,
    SCORES_SLICES
};

/* --- Keys ----------------------------------------------------------------- */

// clang-format off
static const struct key_row rows[] = {
    {.id = "choose", .keys = {NAMED_ENTER}, .action = ACTION_CHOOSE,
     .bar = {1, 2, "open"}, .help = "Open the run: its questions from worst to best"},
    {.id = "line", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = ACTION_LINE,
     .bar = {2, 6, "run"}, .help = "Select the run above or below"},
    {.id = "ends", .keys = {NAMED_HOME, NAMED_END, 'g', 'G'}, .places = 2, .action = ACTION_ENDS,
     .help = "Select the first or last run"},
    {.id = "measure", .keys = {NAMED_LEFT, NAMED_RIGHT}, .places = 2, .action = SCORES_MEASURE,
     .bar = {2, 4, "measure"}, .help = "Choose the previous or the next measure; the plot shows it"},
    {.id = "baseline", .keys = {'='}, .action = SCORES_BASELINE,
     .bar = {1, 5, "baseline"}, .help = "Compare all runs with the selected run; again: with none"},
    {.id = "slices", .keys = {'y'}, .action = SCORES_SLICES,
     .bar = {1, 7, "slices"}, .help = "Show the scores of the run by a field of the questions, such as the course"},
    {.id = "plot", .keys = {'p'}, .action = SCORES_PLOT,
     .bar = {1, 8, "plot"}, .help = "Show the plot on the whole screen, and back"},
    {.id = "unload", .keys = {'x'}, .action = SCORES_UNLOAD,
     .bar = {1, 9, "unload"}, .help = "Remove the selected run from the scores; its file stays"},
    {.id = "back", .keys = {NAMED_ESCAPE, 'q'}, .action = ACTION_BACK,
     .bar = {1, 1, "back"}, .help = "Go back"},
};
// clang-format on

static const struct key_table table = {.id = "scores",
                                       .title = "The scores",
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows,
                                       .also = &going_and_loading_table};

static const struct key_table *const tables[] = {&table, NULL};

static const struct key_table *keys(const void *model)
{
    (void)model;
    return &table;
}

/* --- The model ------------------------------------------------------------ */

static size_t run_count(const struct scores_model *model)
{
    return model->scores != NULL ? scoreboard_run_count(model->scores) : 0;
}

static size_t measure_count(const struct scores_model *model)
{
    return model->scores != NULL ? scoreboard_measure_count(model->scores) : 0;
}

static size_t index_within(size_t index, size_t count)
{
    return count == 0 ? 0 : index < count ? index : count - 1;
}

/* Shows other scores. The selection and the baseline stay. */
static void scores_show(struct scores_model *model, const struct scoreboard *scores,
                        const struct history *history, struct progress progress)
{
    model->scores = scores;
    model->history = history;
    model->progress = progress;
    model->run = index_within(model->run, run_count(model));
    model->measure = index_within(model->measure, measure_count(model));
    model->has_baseline = model->has_baseline && model->baseline < run_count(model);
}

/* Removes the selected run; selection and baseline are adjusted. */
static struct effect unload_selected(struct scores_model *model)
{
    size_t run = model->run;
    if (model->has_baseline && model->baseline == run)
        model->has_baseline = false;
    if (model->baseline > run)
        model->baseline--;
    return (struct effect){.kind = EFFECT_REMOVE_RUN, .run = run};
}

/* --- Update --------------------------------------------------------------- */

static struct effect step_selection(size_t *index, size_t count, struct action action, const char *what)
{
    const bool goes_up = action.nth == 0;
    const size_t end = goes_up ? 0 : count - 1;
    if (*index == end)
        return effect_remark("this is the %s %s", goes_up ? "first" : "last", what);
    *index = action.name == ACTION_ENDS ? end : goes_up ? *index - 1 : *index + 1;
    return no_effect;
}

static struct effect set_baseline(struct scores_model *model)
{
    bool was_it = model->has_baseline && model->baseline == model->run;
    model->has_baseline = !was_it;
    model->baseline = model->run;
    if (was_it)
        return effect_remark("the runs are compared with none");
    struct bytes name = scoreboard_run_name(model->scores, model->run);
    return effect_remark("the runs are compared with %.*s", BYTES_FORMAT(name));
}

static struct effect open_selected_run(const struct scores_model *model, const struct screen *screen)
{
    if (!scoreboard_has_scores(model->scores, model->run))
        return effect_remark("this run has no scores yet");
    return (struct effect){.kind = EFFECT_OPEN, .open = {.screen = screen, .run = model->run}};
}

static struct effect update_runs(struct scores_model *model, struct action action)
{
    switch (action.name) {
    case ACTION_CHOOSE:
        return open_selected_run(model, &screen_run);
    case ACTION_LINE:
    case ACTION_ENDS:
        return step_selection(&model->run, run_count(model), action, "run");
    case SCORES_MEASURE:
        return step_selection(&model->measure, measure_count(model), action, "measure");
    case SCORES_BASELINE:
        return set_baseline(model);
    case SCORES_SLICES:
        return open_selected_run(model, &screen_slices);
    case SCORES_PLOT:
        model->is_plot_large = !model->is_plot_large;
        return no_effect;
    case SCORES_UNLOAD:
        return unload_selected(model);
    default:
        return effect_common(action);
    }
}

static struct effect update(void *void_model, struct action action)
{
    struct scores_model *model = void_model;
    bool needs_run = action.name == ACTION_CHOOSE || action.name == ACTION_LINE ||
                     action.name == ACTION_ENDS || action.name >= ACTION_OWN;
    if (needs_run && run_count(model) == 0)
        return effect_remark("there is no run; " KEY_OF("open-run") " loads a run");
    return update_runs(model, action);
}

static bool offers(const void *void_model, struct action action)
{
    const struct scores_model *model = void_model;
    switch (action.name) {
    case ACTION_LINE:
        return run_count(model) > 1;
    case ACTION_CHOOSE:
    case SCORES_MEASURE:
    case SCORES_BASELINE:
    case SCORES_UNLOAD:
    case SCORES_PLOT:
    case SCORES_SLICES:
        return run_count(model) > 0;
    default:
        return true;
    }
}

/* --- Layout --------------------------------------------------------------- */

struct layout {
    int name_columns;
    int runs; /* rows of runs */
};

static struct buffer measure_name(const struct scores_model *model, size_t measure)
{
    struct buffer name = {0};
    measure_add_name(scoreboard_measure(model->scores, measure), &name);
    return name;
}

/* The title has room for the brackets that mark the selected measure. */
static int measure_columns(const struct scores_model *model, size_t measure)
{
    struct buffer name = measure_name(model, measure);
    int title = text_width(buffer_bytes(&name)) + 2;
    int value = VALUE_COLUMNS + 1 + (model->has_baseline ? CHANGE_COLUMNS : 0);
    buffer_release(&name);
    return title > value ? title : value;
}

static struct buffer run_name(const struct scores_model *model, size_t run)
{
    struct buffer name = {0};
    buffer_add(&name, scoreboard_run_name(model->scores, run));
    if (model->has_baseline && model->baseline == run)
        buffer_add_string(&name, " =");
    buffer_add_string(&name, scoreboard_standing_remark(model->scores, run));
    return name;
}

static int name_columns(const struct scores_model *model)
{
    int widest = text_width(bytes_of("run"));
    for (size_t run = 0; run < run_count(model); run++) {
        struct buffer name = run_name(model, run);
        int width = text_width(buffer_bytes(&name));
        widest = width > widest ? width : widest;
        buffer_release(&name);
    }
    int most = model->area.columns / NAME_SHARE;
    most = most < NAME_COLUMNS_MAX ? most : NAME_COLUMNS_MAX;
    return widest < most ? widest : most;
}

static struct layout layout_of(const struct scores_model *model)
{
    enum { ROWS_ABOVE = 2 }; /* the heading, and the titles of the measures */
    int remarks = model->is_plot_large ? 0 : model->has_baseline ? 2 : 1;
    int room = model->area.rows - ROWS_ABOVE - remarks;
    int wanted = (int)run_count(model);
    int most = room - PLOT_ROWS > RUNS_MIN ? room - PLOT_ROWS : RUNS_MIN < room ? RUNS_MIN : room;
    if (room - wanted < PLOT_ROWS_MIN + 1 && room - most < PLOT_ROWS_MIN + 1)
        most = room; /* without a plot, the runs get its room */
    int runs = model->is_plot_large ? 1 : wanted < most ? wanted : most;
    return (struct layout){.name_columns = name_columns(model), .runs = runs > 1 ? runs : 1};
}

static int table_column(const struct scores_model *model, const struct layout *layout)
{
    return model->area.column + MARGIN + LETTER_COLUMNS + layout->name_columns + GAP;
}

/* The number of measures from `left` on that fit; at least one. */
static size_t measures_in_sight(const struct scores_model *model, const struct layout *layout)
{
    int column = table_column(model, layout);
    int end = model->area.column + model->area.columns - MARGIN;
    size_t n = 0;
    while (model->left + n < measure_count(model)) {
        column += measure_columns(model, model->left + n) + GAP;
        if (column - GAP > end)
            break;
        n++;
    }
    return n > 0 ? n : 1;
}

static void scroll_measures(struct scores_model *model, const struct layout *layout)
{
    if (model->measure < model->left)
        model->left = model->measure;
    while (model->measure >= model->left + measures_in_sight(model, layout))
        model->left++;
    while (model->left > 0) { /* fill empty room with measures from the left */
        model->left--;
        if (model->left + measures_in_sight(model, layout) < measure_count(model)) {
            model->left++;
            break;
        }
    }
    while (model->measure >= model->left + measures_in_sight(model, layout))
        model->left++;
}

static void arrange(void *void_model, struct rectangle area)
{
    struct scores_model *model = void_model;
    model->area = area;
    if (run_count(model) == 0)
        return;
    struct layout layout = layout_of(model);
    size_t rows_shown = (size_t)layout.runs;
    if (model->run < model->top)
        model->top = model->run;
    if (model->run >= model->top + rows_shown)
        model->top = model->run - rows_shown + 1;
    size_t last_top = run_count(model) > rows_shown ? run_count(model) - rows_shown : 0;
    model->top = model->top < last_top ? model->top : last_top;
    scroll_measures(model, &layout);
}

/* --- The table ------------------------------------------------------------ */

static char letter_of(size_t run)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    return run < sizeof letters - 1 ? letters[run] : '*';
}

static void put_difference(const struct scores_model *model, struct surface *surface, int row, int end,
                           size_t run, size_t measure)
{
    double difference = scoreboard_mean(model->scores, run, measure) -
                        scoreboard_mean(model->scores, model->baseline, measure);
    struct buffer text = {0};
    score_add_mean_difference(scoreboard_measure(model->scores, measure), difference,
                              scoreboard_question_count(model->scores), &text);
    surface_put_right(surface, row, end, buffer_bytes(&text), score_difference_style(difference));
    buffer_release(&text);
}

static void draw_value(const struct scores_model *model, struct surface *surface, int row, int end,
                       size_t run, size_t measure)
{
    bool has_value = scoreboard_has_scores(model->scores, run);
    int value_end = end - 1 - (model->has_baseline ? CHANGE_COLUMNS : 0);
    struct buffer text = {0};
    if (has_value)
        score_add_mean(scoreboard_measure(model->scores, measure),
                       scoreboard_mean(model->scores, run, measure), scoreboard_question_count(model->scores),
                       &text);
    else
        buffer_add_string(&text, "–");
    const bool is_selected = run == model->run && measure == model->measure;
    surface_put_right(surface, row, value_end, buffer_bytes(&text), is_selected ? STYLE_KEY : STYLE_NORMAL);
    if (is_selected)
        surface_place_cursor(surface, row, value_end - text_width(buffer_bytes(&text)));
    buffer_release(&text);
    if (has_value && model->has_baseline && run != model->baseline &&
        scoreboard_has_scores(model->scores, model->baseline))
        put_difference(model, surface, row, end - 1, run, measure);
}

static void draw_title(const struct scores_model *model, struct surface *surface, int row, int end,
                       size_t measure)
{
    struct buffer name = measure_name(model, measure);
    struct buffer title = {0};
    bool is_chosen = measure == model->measure;
    buffer_add_format(&title, is_chosen ? "[%s]" : "%s ", buffer_string(&name));
    surface_put_right(surface, row, end, buffer_bytes(&title), is_chosen ? STYLE_KEY : STYLE_DIM);
    buffer_release(&title);
    buffer_release(&name);
}

static void draw_run_name(const struct scores_model *model, struct surface *surface, int row, size_t run,
                          const struct layout *layout)
{
    int column = model->area.column;
    char letter = letter_of(run);
    struct buffer name = run_name(model, run), shown = {0};
    text_add_without_middle(buffer_bytes(&name), layout->name_columns, &shown);
    if (run == model->run)
        surface_put_string(surface, row, column, column + MARGIN, "▸", STYLE_ACCENT);
    column += MARGIN;
    surface_put(surface, row, column, column + 1, (struct bytes){&letter, 1}, style_of_run(run));
    column += LETTER_COLUMNS;
    surface_put(surface, row, column, column + layout->name_columns, buffer_bytes(&shown),
                run == model->run ? STYLE_KEY : STYLE_NORMAL);
    buffer_release(&name);
    buffer_release(&shown);
}

static void draw_table(const struct scores_model *model, struct surface *surface, const struct layout *layout)
{
    int titles = model->area.row + 1;
    int column = table_column(model, layout);
    size_t n = measures_in_sight(model, layout);
    surface_put_string(surface, titles, model->area.column + MARGIN + LETTER_COLUMNS, column, "run",
                       STYLE_DIM);
    for (int i = 0; i < layout->runs && model->top + (size_t)i < run_count(model); i++)
        draw_run_name(model, surface, titles + 1 + i, model->top + (size_t)i, layout);
    for (size_t measure = model->left; measure < model->left + n; measure++) {
        int end = column + measure_columns(model, measure);
        draw_title(model, surface, titles, end, measure);
        for (int i = 0; i < layout->runs && model->top + (size_t)i < run_count(model); i++)
            draw_value(model, surface, titles + 1 + i, end, model->top + (size_t)i, measure);
        column = end + GAP;
    }
}

/* --- Remarks -------------------------------------------------------------- */

/* Appends the smallest difference from the baseline that so many questions can show. */
static void add_power(const struct scores_model *model, struct buffer *text)
{
    if (!model->has_baseline || model->run == model->baseline ||
        !scoreboard_has_scores(model->scores, model->run) ||
        !scoreboard_has_scores(model->scores, model->baseline))
        return;
    struct duel duel = scoreboard_duel(model->scores, model->run, model->baseline, model->measure);
    double smallest =
        power_smallest_difference(duel.deviation, scoreboard_question_count(model->scores), POWER_USUAL);
    if (isfinite(smallest) && smallest > 0)
        buffer_add_format(text, "; detects %.*f",
                          score_difference_digits(scoreboard_question_count(model->scores)), smallest);
}

/*
 * Appends the interval if there is room, because a number that is cut off would be wrong. Counts are sums and have no
 * interval.
 */
static void add_interval(const struct scores_model *model, const struct estimate *estimate, int digits,
                         struct buffer *text)
{
    const int room = model->area.columns - 2 * MARGIN;
    const struct measure_row *row = scoreboard_measure(model->scores, model->measure)->row;
    struct buffer longer = {0};
    if (isnan(estimate->low) || row->is_sum || row->is_geometric)
        return;
    buffer_add(&longer, buffer_bytes(text));
    buffer_add_string(&longer, "; 95 %: ");
    score_add_interval(estimate, digits, &longer);
    if (text_width(buffer_bytes(&longer)) <= room) {
        buffer_clear(text);
        buffer_add(text, buffer_bytes(&longer));
    }
    buffer_release(&longer);
}

static void add_coverage(const struct scores_model *model, struct buffer *text)
{
    size_t judged;
    buffer_add_format(text, "on %zu of %lld questions", scoreboard_question_count(model->scores),
                      (long long)model->progress.questions);
    if (scoreboard_has_scores(model->scores, model->run) && score_find_judged(model->scores, &judged))
        buffer_add_format(text, ", %.0f %% of the first 10 judged",
                          100 * scoreboard_mean(model->scores, model->run, judged));
    add_power(model, text);
    if (!model->has_baseline && scoreboard_has_scores(model->scores, model->run)) {
        struct estimate mean = scoreboard_estimate(model->scores, model->run, model->measure);
        add_interval(model, &mean, score_mean_digits(scoreboard_question_count(model->scores)), text);
    }
}

static void add_duel(const struct scores_model *model, struct buffer *text)
{
    text_add_without_middle(scoreboard_run_name(model->scores, model->run), NAME_COLUMNS_MAX, text);
    if (model->run == model->baseline) {
        buffer_add_string(text, " is the run that others are compared with");
        return;
    }
    buffer_add_string(text, " against ");
    text_add_without_middle(scoreboard_run_name(model->scores, model->baseline), NAME_COLUMNS_MAX, text);
    if (!scoreboard_has_scores(model->scores, model->run) ||
        !scoreboard_has_scores(model->scores, model->baseline))
        return;
    struct duel duel = scoreboard_duel(model->scores, model->run, model->baseline, model->measure);
    buffer_add_format(text, ": better on %zu, worse on %zu, same on %zu by ", duel.better, duel.worse,
                      duel.even);
    measure_add_name(scoreboard_measure(model->scores, model->measure), text);
    struct estimate difference =
        scoreboard_estimate_difference(model->scores, model->run, model->baseline, model->measure);
    add_interval(model, &difference, score_difference_digits(scoreboard_question_count(model->scores)), text);
}

/* Appends "measures 2–5 of 8", "run 2 of 3"; nothing when all are visible. */
static void add_range(const char *what, size_t first, size_t n, size_t all, struct buffer *text)
{
    if (n >= all)
        return;
    if (text->size > 0)
        buffer_add_string(text, ", ");
    if (n == 1)
        buffer_add_format(text, "%s %zu of %zu", what, first + 1, all);
    else
        buffer_add_format(text, "%ss %zu–%zu of %zu", what, first + 1, first + n, all);
}

/* Appends which measures and runs are visible when not all fit. */
static void add_position(const struct scores_model *model, const struct layout *layout, struct buffer *text)
{
    add_range("measure", model->left, measures_in_sight(model, layout), measure_count(model), text);
    add_range("run", model->top, (size_t)layout->runs, run_count(model), text);
}

/* Draws the remarks. Returns the row after them. */
static int draw_remarks(const struct scores_model *model, struct surface *surface,
                        const struct layout *layout)
{
    int row = model->area.row + 2 + layout->runs;
    if (model->is_plot_large)
        return row;
    int end = model->area.column + model->area.columns;
    int column = model->area.column + MARGIN;
    struct buffer text = {0};
    add_coverage(model, &text);
    surface_put(surface, row++, column, end, buffer_bytes(&text), STYLE_DIM);
    if (model->strata.size > 0) {
        buffer_clear(&text);
        buffer_add_string(&text, "labelled ");
        buffer_add(&text, buffer_bytes(&model->strata));
        surface_put(surface, row++, column, end, buffer_bytes(&text), STYLE_DIM);
    }
    if (model->has_baseline) {
        buffer_clear(&text);
        add_duel(model, &text);
        surface_put(surface, row++, column, end, buffer_bytes(&text), STYLE_NORMAL);
    }
    buffer_release(&text);
    return row;
}

/* --- The plot ------------------------------------------------------------- */

/* The moments of the history, and the present. */
struct course {
    size_t n;
    int64_t x[HISTORY_MOMENTS + 1];
    double *y;          /* n values for each run */
    double *low, *high; /* the 95 % interval of the selected run */
};

static struct course course_of(const struct scores_model *model)
{
    struct course course = {0};
    size_t moments = model->history != NULL ? history_count(model->history) : 0;
    for (size_t i = 0; i < moments; i++)
        if (history_votes(model->history, i) < model->progress.ballots_done)
            course.x[course.n++] = history_votes(model->history, i);
    size_t known = course.n;
    course.x[course.n++] = model->progress.ballots_done;
    course.y = memory_get_zeroed(run_count(model) * course.n, sizeof *course.y);
    for (size_t run = 0; run < run_count(model); run++) {
        double *y = course.y + run * course.n;
        for (size_t i = 0; i < known; i++)
            y[i] = scoreboard_has_scores(model->scores, run)
                       ? history_mean(model->history, i, run, model->measure)
                       : NAN;
        y[known] = scoreboard_has_scores(model->scores, run)
                       ? scoreboard_mean(model->scores, run, model->measure)
                       : NAN;
    }
    return course;
}

/* Whether the plot has a band. It needs more than one moment and more than one question; a sum has no interval. */
static bool has_band(const struct scores_model *model)
{
    const struct measure_row *row = scoreboard_measure(model->scores, model->measure)->row;
    return model->history != NULL && history_count(model->history) > 1 && !row->is_sum &&
           !row->is_geometric && scoreboard_has_scores(model->scores, model->run) &&
           !isnan(scoreboard_estimate(model->scores, model->run, model->measure).low);
}

/* Adds the interval of the selected run's mean over questions. */
static void add_band(const struct scores_model *model, struct course *course)
{
    course->low = memory_get_zeroed(course->n, sizeof *course->low);
    course->high = memory_get_zeroed(course->n, sizeof *course->high);
    for (size_t i = 0; i < course->n; i++) {
        const struct estimate estimate = i + 1 < course->n
                                             ? history_estimate(model->history, i, model->run, model->measure)
                                             : scoreboard_estimate(model->scores, model->run, model->measure);
        course->low[i] = estimate.low;
        course->high[i] = estimate.high;
    }
}

static void draw_lines(const struct scores_model *model, struct surface *surface, struct rectangle area)
{
    struct course course = course_of(model);
    if (has_band(model))
        add_band(model, &course);
    struct plot_line *lines = memory_get_zeroed(run_count(model), sizeof *lines);
    for (size_t run = 0; run < run_count(model); run++)
        lines[run] = (struct plot_line){.y = course.y + run * course.n,
                                        .letter = letter_of(run),
                                        .style = style_of_run(run)};
    lines[model->run].low = course.low;
    lines[model->run].high = course.high;
    struct plot plot = {
        .x = course.x,
        .n_points = course.n,
        .lines = lines,
        .n_lines = run_count(model),
        .x_end = model->progress.ballots_done > 0 ? model->progress.ballots_done : 1,
        .x_name = model->progress.ballots_done == 1 ? "vote" : "votes",
        .is_whole = scoreboard_measure(model->scores, model->measure)->row->is_sum,
        .ascii = model->ascii,
    };
    plot_draw(&plot, surface, area);
    free(lines);
    free(course.y);
    free(course.low);
    free(course.high);
}

static void draw_plot(const struct scores_model *model, struct surface *surface, int row)
{
    struct rectangle area = {row + 1, model->area.column + MARGIN,
                             model->area.row + model->area.rows - row - 1, model->area.columns - 2 * MARGIN};
    if (area.rows < PLOT_ROWS_MIN || scoreboard_question_count(model->scores) == 0)
        return;
    struct buffer title = measure_name(model, model->measure);
    buffer_add_string(&title, " over the votes");
    if (model->history == NULL || !history_is_complete(model->history))
        buffer_add_format(&title, " · being read, %d %%",
                          model->history != NULL ? history_percent(model->history) : 0);
    if (has_band(model))
        buffer_add_format(&title, " · dotted: 95 %% of %c", letter_of(model->run));
    surface_put(surface, row, area.column, area.column + area.columns, buffer_bytes(&title), STYLE_TITLE);
    buffer_release(&title);
    draw_lines(model, surface, area);
}

/* --- The screen ------------------------------------------------------------ */

static void draw_nothing(const struct scores_model *model, struct surface *surface)
{
    static const char *const lines[] = {
        "No run is loaded.",
        "",
        KEY_OF("open-run") " loads a run from a file, to score it",
        "live; assay label --run FILE does the same.",
    };
    int end = model->area.column + model->area.columns;
    struct buffer text = {0};
    title_line_draw(surface, model->area, bytes_of("Scores"), (struct bytes){0});
    surface_place_cursor(surface, model->area.row + 2, model->area.column + 2);
    for (int i = 0; i < (int)(sizeof lines / sizeof *lines); i++) {
        buffer_clear(&text);
        keymap_add_text(model->keymap, &table, bytes_of(lines[i]), &text);
        surface_put(surface, model->area.row + 2 + i, model->area.column + 2, end, buffer_bytes(&text),
                    STYLE_NORMAL);
    }
    buffer_release(&text);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct scores_model *model = void_model;
    if (run_count(model) == 0) {
        draw_nothing(model, surface);
        return;
    }
    struct layout layout = layout_of(model);
    struct buffer position = {0};
    add_position(model, &layout, &position);
    title_line_draw(surface, model->area, bytes_of("Scores"), buffer_bytes(&position));
    buffer_release(&position);
    draw_table(model, surface, &layout);
    draw_plot(model, surface, draw_remarks(model, surface, &layout));
}

/*
 * Reads the strata. The shown screen is filled again and again, so all questions are read only if the votes have
 * changed.
 */
static bool read_strata(struct scores_model *model, const struct desk *desk, struct err *err)
{
    struct arena arena = {0};
    struct strata strata;
    if (model->has_strata && model->progress.ballots_done == desk->progress.ballots_done)
        return true;
    model->has_strata = store_read_strata(desk->store, &arena, &strata, err);
    buffer_clear(&model->strata);
    if (model->has_strata)
        strata_add(&strata, &model->strata);
    arena_release(&arena);
    return model->has_strata;
}

static void leave(void *void_model)
{
    struct scores_model *model = void_model;
    model->has_strata = false; /* the setting may have changed by the next time */
}

static void release(void *void_model)
{
    struct scores_model *model = void_model;
    buffer_release(&model->strata);
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    (void)location;
    struct scores_model *model = void_model;
    if (!read_strata(model, desk, err))
        return false;
    model->keymap = &desk->preferences->keymap;
    model->ascii = desk->is_ascii;
    scores_show(model, desk->scores, desk->history, desk->progress);
    return true;
}

static const struct legend_row legend[] = {
    LEGEND_MEASURES,
    {"Judged@10", "The share of the first ten documents that have labels; others count as not relevant"},
    {"NumRelRet", "The number of relevant documents in the run, over all questions"},
    {"[ ]", "The selected measure, which the plot shows"},
    {"a b c", "The runs, with their names in the plot"},
    {"95 %: 0.3 to 0.9", "The interval that probably contains the selected mean over all questions of this "
                         "kind. More questions make the interval narrower"},
    {"=", "The run that the others are compared with"},
    {"detects 0.1",
     "With this number of questions, a difference of this size between the two runs would probably be found"},
    LEGEND_OLD,
    {"–", "Nothing is known yet"},
    {0},
};

const struct screen screen_scores = {
    .opened_by = ACTION_SCORES,
    .model_size = sizeof(struct scores_model),
    .fill = fill,
    .follows_scores = true,
    .legend = legend,
    .shows_history = true,
    .tables = tables,
    .keys = keys,
    .offers = offers,
    .update = update,
    .arrange = arrange,
    .draw = draw,
    .leave = leave,
    .release = release,
};
