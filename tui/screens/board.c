/*
 * A page of four parts, one below the other, composed by the same code that counts its rows. The scores are read from the
 * scoreboard as they are at each draw; annotators, agreement and forecast are read anew once somebody has written.
 */
#include "tui/screens/board.h"

#include "core/base/number.h"
#include "core/base/unicode.h"
#include "core/metric/measures/measure_name.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tui/text/shortening.h"
#include "tui/widget/score_format.h"
#include "tui/widget/text_view.h"

#include <math.h>
#include <stdlib.h>

enum {
    TITLE_COLUMN = 1,
    TEXT_COLUMN = 3,
    TEXT_COLUMNS_MAX = 76,
    NAME_COLUMNS_MAX = 24,
    NAME_SHARE = 3, /* names take no more than one column in so many */
    SCORE_COLUMNS = 7,
    INTERVAL_COLUMNS = 11, /* " (0. to 0.)", and its digits */
    GAP = 2,
    VOTES_COLUMNS = 8,
    MEDIAN_COLUMNS = 9,
    PER_HOUR_COLUMNS = 10,
    NAMES_SAID_MAX = 5,
    SEEN_COLUMNS = 16, /* "59 minutes ago", and apart from the number before it */
    SECOND_MS = 1000,
    MINUTE_MS = 60 * SECOND_MS,
    HOUR_MS = 60 * MINUTE_MS,
    DAY_MS = 24 * HOUR_MS,
    AT_WORK_MS = 5 * MINUTE_MS,
    /* With more votes, which take seconds, they are not read anew while they are looked at. */
    REREAD_VOTES_MAX = 100000,
    RESAMPLING_SEED = 1,
};

/* --- Rows ------------------------------------------------------------------ */

/* Draws rows (without a canvas only counts them) from top to bottom. */
struct board_composer {
    const struct board_model *model;
    struct surface *canvas; /* NULL: only counts */
    int columns;
    int row; /* the next one */
};

static void compose_cell(struct board_composer *composer, int end, struct bytes text, enum style style)
{
    if (composer->canvas != NULL && end <= composer->columns)
        surface_put_right(composer->canvas, composer->row, end, text, style);
}

static void compose_title(struct board_composer *composer, const char *title)
{
    composer->row++; /* an empty one */
    if (composer->canvas != NULL)
        surface_put_string(composer->canvas, composer->row, TITLE_COLUMN, composer->columns, title,
                           STYLE_TITLE);
}

static void compose_text(struct board_composer *composer, struct bytes bytes, enum style style)
{
    int columns = composer->columns - TEXT_COLUMN - 1;
    columns = columns < TEXT_COLUMNS_MAX ? columns : TEXT_COLUMNS_MAX;
    struct text_view text = {0};
    text_view_set(&text, bytes);
    const int rows = text_view_count_rows(&text, columns, INT16_MAX);
    if (composer->canvas != NULL) {
        text_view_arrange(&text, columns, rows);
        text_view_draw(&text, composer->canvas, composer->row, TEXT_COLUMN, style);
    }
    composer->row += rows;
    text_view_release(&text);
}

static int name_columns(const struct board_composer *composer)
{
    const int most = composer->columns / NAME_SHARE;
    return most < NAME_COLUMNS_MAX ? most : NAME_COLUMNS_MAX;
}

static void compose_name(struct board_composer *composer, struct bytes name)
{
    const int columns = name_columns(composer);
    struct buffer shown = {0};
    if (composer->canvas == NULL)
        return;
    text_add_without_middle(name, columns, &shown);
    surface_put(composer->canvas, composer->row, TEXT_COLUMN, TEXT_COLUMN + columns, buffer_bytes(&shown),
                STYLE_NORMAL);
    buffer_release(&shown);
}

/* --- What is left ------------------------------------------------------------ */

/* As foretold; before enough questions have ended what there can be at most. */
static void add_left(const struct board_model *model, struct buffer *text)
{
    const size_t size = text->size;
    forecast_add(&model->forecast, text);
    if (text->size > size)
        return;
    buffer_add_string(text, "at most ");
    number_add_grouped(text, model->progress.ballots_left);
    buffer_add_string(text, model->progress.ballots_left == 1 ? " ballot" : " ballots");
}

static void compose_left(struct board_composer *composer)
{
    const struct board_model *model = composer->model;
    struct buffer text = {0};
    compose_title(composer, "Labels");
    composer->row++;
    number_add_grouped(&text, model->progress.ballots_done);
    buffer_add_string(&text, model->progress.ballots_done == 1 ? " vote." : " votes.");
    if (model->progress.ballots_left == 0) {
        buffer_add_string(&text, model->overlap.share > 0
                                     ? " Nothing is left but shared ballots, asked of whoever comes."
                                     : " Nothing is left.");
    } else {
        buffer_add_string(&text, " Left: ");
        add_left(model, &text);
        buffer_add_byte(&text, '.');
    }
    compose_text(composer, buffer_bytes(&text), STYLE_NORMAL);
    buffer_release(&text);
}

/* --- Runs -------------------------------------------------------------------- */

static void add_score(const struct board_model *model, size_t run, size_t measure, bool has_interval,
                      struct buffer *text)
{
    const struct measure *of = scoreboard_measure(model->scores, measure);
    score_add_mean(of, scoreboard_mean(model->scores, run, measure), scoreboard_question_count(model->scores),
                   text);
    const struct estimate mean = scoreboard_estimate(model->scores, run, measure);
    if (!has_interval || isnan(mean.low) || of->row->is_sum || of->row->is_geometric)
        return;
    buffer_add_string(text, " (");
    score_add_interval(&mean, score_mean_digits(scoreboard_question_count(model->scores)), text);
    buffer_add_byte(text, ')');
}

/* Of the last column of a measure; each has room for its interval where the window is wide enough for one of them. */
static int measure_end(const struct board_composer *composer, size_t measure, bool *has_interval)
{
    const int begin = TEXT_COLUMN + name_columns(composer);
    const int interval =
        INTERVAL_COLUMNS + 2 * score_mean_digits(scoreboard_question_count(composer->model->scores));
    *has_interval = begin + GAP + SCORE_COLUMNS + interval < composer->columns;
    return begin + (int)(measure + 1) * (GAP + SCORE_COLUMNS + (*has_interval ? interval : 0));
}

static void compose_measures(struct board_composer *composer)
{
    const struct board_model *model = composer->model;
    bool has_interval;
    for (size_t measure = 0; measure < scoreboard_measure_count(model->scores); measure++) {
        struct buffer name = {0};
        measure_add_name(scoreboard_measure(model->scores, measure), &name);
        compose_cell(composer, measure_end(composer, measure, &has_interval), buffer_bytes(&name), STYLE_DIM);
        buffer_release(&name);
    }
    composer->row++;
}

static void compose_run(struct board_composer *composer, size_t run)
{
    const struct board_model *model = composer->model;
    bool has_interval;
    struct buffer text = {0};
    buffer_add(&text, scoreboard_run_name(model->scores, run));
    buffer_add_string(&text, scoreboard_standing_remark(model->scores, run));
    compose_name(composer, buffer_bytes(&text));
    for (size_t measure = 0; measure < scoreboard_measure_count(model->scores); measure++) {
        const int end = measure_end(composer, measure, &has_interval);
        buffer_clear(&text);
        if (scoreboard_has_scores(model->scores, run))
            add_score(model, run, measure, has_interval, &text);
        else
            buffer_add_string(&text, "–");
        compose_cell(composer, end, buffer_bytes(&text), STYLE_NORMAL);
    }
    composer->row++;
    buffer_release(&text);
}

static void compose_runs(struct board_composer *composer)
{
    const struct scoreboard *scores = composer->model->scores;
    const size_t n = scores != NULL ? scoreboard_run_count(scores) : 0;
    struct buffer title = {0};
    buffer_add_string(&title, "Runs");
    if (n > 0)
        buffer_add_format(&title, " on %zu of %lld questions", scoreboard_question_count(scores),
                          (long long)composer->model->progress.questions);
    compose_title(composer, buffer_string(&title));
    composer->row++;
    buffer_release(&title);
    if (n == 0) {
        compose_text(composer,
                     bytes_of("No run is loaded: start with --run FILE, or open one at the ballot."),
                     STYLE_DIM);
        return;
    }
    compose_measures(composer);
    for (size_t run = 0; run < n; run++)
        compose_run(composer, run);
}

/* --- Annotators -------------------------------------------------------------- */

static void add_seen(int64_t now, int64_t last_at, struct buffer *text)
{
    static const struct {
        int64_t ms;
        const char *name;
    } units[] = {{DAY_MS, "day"}, {HOUR_MS, "hour"}, {MINUTE_MS, "minute"}};
    const int64_t ago = now - last_at;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const int64_t n = ago / units[i].ms;
        if (n < 1)
            continue;
        buffer_add_format(text, "%lld %s%s ago", (long long)n, units[i].name, n == 1 ? "" : "s");
        return;
    }
    buffer_add_string(text, "now");
}

/* What is wrong with the time that the annotator takes, in a line of its own. */
static void compose_haste(struct board_composer *composer, enum haste haste)
{
    if (haste == HASTE_QUICK)
        compose_text(composer, bytes_of("! half of these votes took under 0.8 s, too fast to read a ballot"),
                     STYLE_WARNING);
    else if (haste == HASTE_FAST)
        compose_text(composer, bytes_of("! votes in less than a third of the time that all others need"),
                     STYLE_WARNING);
}

static void compose_annotator(struct board_composer *composer, const struct annotator_row *row)
{
    int end = TEXT_COLUMN + name_columns(composer) + VOTES_COLUMNS;
    const double per_hour = pace_per_hour(&row->pace);
    const bool is_at_work = row->pace.last_at > 0 && composer->model->now - row->pace.last_at < AT_WORK_MS;
    struct buffer text = {0};
    compose_name(composer, row->name);
    number_add_grouped(&text, row->pace.votes);
    compose_cell(composer, end, buffer_bytes(&text), STYLE_NORMAL);
    buffer_clear(&text);
    if (row->pace.timed_votes == 0)
        buffer_add_string(&text, "–");
    else
        buffer_add_format(&text, "%.1f s", (double)row->median_ms / SECOND_MS);
    compose_cell(composer, end += MEDIAN_COLUMNS, buffer_bytes(&text),
                 row->haste != HASTE_NONE ? STYLE_WARNING : STYLE_NORMAL);
    buffer_clear(&text);
    if (isnan(per_hour))
        buffer_add_string(&text, "–");
    else
        buffer_add_format(&text, "%.0f", per_hour);
    compose_cell(composer, end += PER_HOUR_COLUMNS, buffer_bytes(&text), STYLE_NORMAL);
    buffer_clear(&text);
    if (row->pace.last_at > 0)
        add_seen(composer->model->now, row->pace.last_at, &text);
    else
        buffer_add_string(&text, "–");
    compose_cell(composer, end + SEEN_COLUMNS, buffer_bytes(&text), is_at_work ? STYLE_KEY : STYLE_DIM);
    composer->row++;
    buffer_release(&text);
    compose_haste(composer, row->haste);
}

/* "Opened, but no vote yet: chief, tim." */
static void compose_idle(struct board_composer *composer)
{
    const struct annotators_agreement *annotators = &composer->model->annotators;
    struct buffer text = {0};
    size_t n = 0;
    for (size_t i = 0; i < annotators->n; i++) {
        const struct annotator_row *row = &annotators->rows[i];
        if (row->pace.votes == 0 && n++ < NAMES_SAID_MAX) {
            buffer_add_string(&text, n == 1 ? "No vote yet: " : ", ");
            unicode_add_visible(&text, row->name);
        }
    }
    if (n > NAMES_SAID_MAX)
        buffer_add_format(&text, " and %zu more", n - NAMES_SAID_MAX);
    if (n > 0)
        compose_text(composer, buffer_bytes(&text), STYLE_DIM);
    buffer_release(&text);
}

static void compose_annotators(struct board_composer *composer)
{
    const struct annotators_agreement *annotators = &composer->model->annotators;
    int end = TEXT_COLUMN + name_columns(composer) + VOTES_COLUMNS;
    compose_title(composer, "Annotators");
    compose_cell(composer, end, bytes_of("votes"), STYLE_DIM);
    compose_cell(composer, end += MEDIAN_COLUMNS, bytes_of("median"), STYLE_DIM);
    compose_cell(composer, end += PER_HOUR_COLUMNS, bytes_of("per hour"), STYLE_DIM);
    compose_cell(composer, end + SEEN_COLUMNS, bytes_of("last vote"), STYLE_DIM);
    composer->row++;
    for (size_t i = 0; i < annotators->n; i++)
        if (annotators->rows[i].pace.votes > 0)
            compose_annotator(composer, &annotators->rows[i]);
    compose_idle(composer);
}

/* --- Agreement --------------------------------------------------------------- */

static void compose_agreement(struct board_composer *composer)
{
    const struct choice_agreement *agreement = &composer->model->agreement;
    const struct resampled_estimate *alpha = &agreement->alpha;
    const char *verdict = alpha_verdict(alpha->value);
    struct buffer text = {0};
    compose_title(composer, "Agreement");
    composer->row++;
    if (agreement->n_ballots == 0 && composer->model->overlap.share > 0)
        buffer_add_format(&text, "No ballot has two answers yet. %.3g %% of them are for several annotators.",
                          100 * composer->model->overlap.share);
    else if (agreement->n_ballots == 0)
        buffer_add_string(&text,
                          "No ballot has two answers yet, so agreement is unknown. Setting overlap: give "
                          "some ballots to two annotators.");
    else
        buffer_add_format(&text, "%zu %s answered by several: alike in %.0f %%", agreement->n_ballots,
                          agreement->n_ballots == 1 ? "ballot" : "ballots", 100 * agreement->raw.value);
    if (agreement->n_ballots > 0 && !isnan(alpha->value))
        buffer_add_format(&text, ", alpha %.2f", alpha->value);
    if (agreement->n_ballots > 0 && !isnan(alpha->low))
        buffer_add_format(&text, " (%.2f to %.2f)", alpha->low, alpha->high);
    if (agreement->n_ballots > 0)
        buffer_add_format(&text, "%s%s.", verdict[0] != '\0' ? ", " : "", verdict);
    compose_text(composer, buffer_bytes(&text),
                 agreement->n_ballots == 0      ? STYLE_DIM
                 : alpha->value < ALPHA_WARNING ? STYLE_WARNING
                                                : STYLE_NORMAL);
    buffer_release(&text);
}

/* --- The screen -------------------------------------------------------------- */

static const struct legend_row legend[] = {
    LEGEND_MEASURES,
    {"0.73 (0.30 to 1.00)", "The mean over the questions that have labels, and the interval in which that "
                            "over all questions of their "
                            "kind probably lies (95 %). More questions make it narrower"},
    {"median", "Half of the votes took less time, from shown to answered"},
    LEGEND_PER_HOUR,
    {"alike", "The share of the ballots answered by several on which they chose the same"},
    LEGEND_ALPHA,
    LEGEND_OLD,
    {"–", "Nothing is known yet"},
    {0},
};

static int compose(const void *source, struct surface *canvas, int columns)
{
    struct board_composer composer = {.model = source, .canvas = canvas, .columns = columns, .row = -1};
    compose_left(&composer);
    compose_runs(&composer);
    compose_annotators(&composer);
    compose_agreement(&composer);
    return composer.row;
}

static void release(void *void_model)
{
    struct board_model *model = void_model;
    arena_release(&model->arena);
    page_release(&model->page);
}

/* What was read, which lies in the arena; that is the model's from now on. */
static void board_show(struct board_model *model, struct arena *arena,
                       const struct annotators_agreement *annotators)
{
    const struct resampling resampling = {.rounds = RESAMPLING_ROUNDS, .seed = RESAMPLING_SEED};
    arena_release(&model->arena);
    model->arena = *arena;
    *arena = (struct arena){0};
    model->annotators = *annotators;
    choice_agreement_estimate(&annotators->shared, &choice_scope_all, &resampling, &model->agreement);
}

static bool read_board(struct board_model *model, const struct desk *desk, struct err *err)
{
    struct arena arena = {0};
    struct annotators_agreement annotators;
    struct forecast forecast;
    struct overlap overlap;
    bool worked = store_read_agreement(desk->store, &arena, &annotators, err) &&
                  store_forecast(desk->store, &forecast, err) &&
                  setting_get_overlap(desk->store, &overlap, err);
    if (worked) {
        board_show(model, &arena, &annotators);
        model->forecast = forecast;
        model->overlap = overlap;
    }
    arena_release(&arena);
    return worked;
}

/* Called before each draw, too: scores and time go on. The votes are read when it is opened, and when somebody else has voted. */
static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct board_model *model = void_model;
    const bool is_opened = desk->shown != &screen_board;
    int64_t version;
    (void)location;
    if (!desk->is_lead)
        return err_set(err, ERR_USAGE,
                       "the board is for the project lead: restart with `assay label --lead`");
    if (!store_get_version(desk->store, &version, err))
        return false;
    const bool has_changed = version != model->version && desk->progress.ballots_done <= REREAD_VOTES_MAX;
    if ((is_opened || has_changed) && !read_board(model, desk, err))
        return false;
    if (is_opened)
        page_show(&model->page);
    else
        page_renew(&model->page);
    model->version = version;
    model->scores = desk->scores;
    model->progress = desk->progress;
    if (desk->forecast != NULL && !isnan(desk->forecast->hours))
        model->forecast = *desk->forecast; /* the header has it too, and goes on while this is not read */
    model->now = desk->now;
    return true;
}

static void arrange(void *void_model, struct rectangle area)
{
    struct board_model *model = void_model;
    page_arrange(&model->page, area, compose, model);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct board_model *model = void_model;
    page_draw(&model->page, "Board", surface);
}

const struct screen screen_board = {
    .opened_by = ACTION_BOARD,
    .model_size = sizeof(struct board_model),
    .fill = fill,
    .wait = "reading the votes …",
    .follows_scores = true,
    .legend = legend,
    .tables = page_tables,
    .keys = page_keys,
    .offers = page_screen_offers,
    .update = page_screen_update,
    .arrange = arrange,
    .draw = draw,
    .release = release,
};
