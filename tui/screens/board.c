/*
 * A page of five parts, one below the other. The same code draws it and counts its rows. Each draw reads the present
 * scores from the scoreboard; annotators, agreement and forecast are read again when another session has written.
 */
#include "tui/screens/board.h"

#include "core/base/number.h"
#include "core/base/unicode.h"
#include "core/metric/measures/measure_name.h"
#include "core/base/shell_word.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tui/screens/scores.h"
#include "tui/text/shortening.h"
#include "tui/widget/line_edit.h"
#include "tui/widget/score_format.h"
#include "tui/widget/text_view.h"

#include <math.h>
#include <stdlib.h>

enum {
    TITLE_COLUMN = 1,
    TEXT_COLUMN = 3,
    TEXT_COLUMNS_MAX = 76,
    NAME_COLUMNS_MAX = 24,
    NAME_SHARE = 3, /* names take at most one column in so many */
    SCORE_COLUMNS = 7,
    INTERVAL_COLUMNS = 11, /* " (0. to 0.)" without its digits */
    GAP = 2,
    VOTES_COLUMNS = 8,
    MEDIAN_COLUMNS = 9,
    LAST_HOUR_COLUMNS = 11,
    NAMES_SAID_MAX = 5,
    SEEN_COLUMNS = 16, /* "59 minutes ago", and the gap before it */
    SECOND_MS = 1000,
    MINUTE_MS = 60 * SECOND_MS,
    HOUR_MS = 60 * MINUTE_MS,
    DAY_MS = 24 * HOUR_MS,
    AT_WORK_MS = 5 * MINUTE_MS,
    /* With more votes, reading takes seconds, so they are not read again while they are shown. */
    REREAD_VOTES_MAX = 100000,
    RESAMPLING_SEED = 1,
    PACE_VOTES_LEAST = 10, /* in the last hour; fewer do not allow a forecast */
    FINDING_COLUMN = 5,
    FINDING_COLUMNS_MAX = 110,
};

/* The largest drop that still counts as "not worse": the default of --margin of `assay gate`. */
static const double margin = 0.02;
/* Proposed if no ballot has two answers. */
static const char proposed_overlap[] = "0.1";

enum board_action { BOARD_REMEDY = ACTION_OWN, BOARD_SET_ASIDE, BOARD_WHOM, BOARD_NOBODY };

/* --- Keys ------------------------------------------------------------------ */

// clang-format off
static const struct key_row remedy_rows[] = {
    {.id = "remedy", .keys = {'1', '2', '3', '4', '5', '6', '7', '8'}, .places = FINDINGS_MAX, .action = BOARD_REMEDY,
     .bar = {1, 2, "remedy"}, .help = "Do what is written below the finding with this number"},
    {.id = "set-aside", .keys = {'w'}, .action = BOARD_SET_ASIDE,
     .bar = {1, 3, "set aside"}, .help = "Set aside the answers of an annotator, once you have seen what that changes"},
};

static const struct key_row whom_rows[] = {
    {.id = "whom", .keys = {'1', '2', '3', '4', '5', '6', '7', '8'}, .places = FINDINGS_MAX, .action = BOARD_WHOM,
     .bar = {1, 1, "set aside"}, .help = "Set aside the answers of the annotator in the finding with this number"},
    {.id = "back", .keys = {NAMED_ESCAPE, 'q'}, .action = BOARD_NOBODY,
     .bar = {1, 2, "back"}, .help = "Set nobody's answers aside"},
};
// clang-format on

static const struct key_table table = {.id = "board",
                                       .title = "The project lead's board",
                                       .rows = remedy_rows,
                                       .n_rows = sizeof remedy_rows / sizeof *remedy_rows,
                                       .also = &page_table};

static const struct key_table whom_table = {.id = "board-whom",
                                            .title = "After w, the annotator to set aside",
                                            .rows = whom_rows,
                                            .n_rows = sizeof whom_rows / sizeof *whom_rows};

static const struct key_table *const tables[] = {&table, &whom_table, NULL};

static const struct key_table *keys(const void *void_model)
{
    const struct board_model *model = void_model;
    return model->asks_whom ? &whom_table : &table;
}

/* --- Rows ------------------------------------------------------------------ */

/* Draws rows from top to bottom, or only counts them. */
struct board_composer {
    const struct board_model *model;
    struct surface *canvas; /* NULL: only count */
    int columns;
    int row; /* the next row */
};

static void compose_cell(struct board_composer *composer, int end, struct bytes text, enum style style)
{
    if (composer->canvas != NULL && end <= composer->columns)
        surface_put_right(composer->canvas, composer->row, end, text, style);
}

static void compose_title(struct board_composer *composer, const char *title)
{
    composer->row++; /* an empty row */
    if (composer->canvas != NULL)
        surface_put_string(composer->canvas, composer->row, TITLE_COLUMN, composer->columns, title,
                           STYLE_TITLE);
}

static void compose_text_at(struct board_composer *composer, int column, int most, struct bytes bytes,
                            enum style style)
{
    int columns = composer->columns - column - 1;
    columns = columns < most ? columns : most;
    struct text_view text = {0};
    text_view_set(&text, bytes);
    const int rows = text_view_count_rows(&text, columns, INT16_MAX);
    if (composer->canvas != NULL) {
        text_view_arrange(&text, columns, rows);
        text_view_draw(&text, composer->canvas, composer->row, column, style);
    }
    composer->row += rows;
    text_view_release(&text);
}

static void compose_text(struct board_composer *composer, struct bytes bytes, enum style style)
{
    compose_text_at(composer, TEXT_COLUMN, TEXT_COLUMNS_MAX, bytes, style);
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

/* --- Findings ---------------------------------------------------------------- */

/* Appends the shell command that remedies the finding; nothing if a key does. */
static void add_command(const struct board_model *model, const struct lead_finding *finding,
                        struct buffer *text)
{
    struct buffer database = {0};
    shell_word_add(&database, bytes_of(model->database_path));
    if (finding->kind == FINDING_CONTESTED) {
        buffer_add_format(text, "assay label %s --adjudicate --annotator ", buffer_string(&database));
        shell_word_add(text, model->annotator);
    } else if (finding->kind == FINDING_HOLES) {
        buffer_add_format(text, "assay pool %s", buffer_string(&database));
        for (size_t run = 0; run < scoreboard_run_count(model->scores); run++) {
            buffer_add_byte(text, ' ');
            shell_word_add(text, bytes_of(live_scores_run_path(model->live, run)));
        }
    } else if (finding->kind == FINDING_NO_CANDIDATES) {
        buffer_add_format(text, "assay pool %s --search", buffer_string(&database));
    }
    buffer_release(&database);
}

static void add_remedy(const struct board_model *model, const struct lead_finding *finding, size_t number,
                       struct buffer *text)
{
    keymap_add_label(model->keymap, &remedy_rows[0], number, text);
    buffer_add_byte(text, ' ');
    switch (finding->kind) {
    case FINDING_HASTE:
    case FINDING_SLOT:
    case FINDING_NONE:
    case FINDING_DISAGREES:
        buffer_add_string(text, "shows the answers. ");
        keymap_add_label(model->keymap, &remedy_rows[1], 0, text);
        buffer_add_string(text, " sets them aside: first you see what that changes");
        break;
    case FINDING_UNSHARED:
        buffer_add_format(text, "sets overlap to %s, after showing what that changes", proposed_overlap);
        break;
    case FINDING_QUIET:
        buffer_add_string(text, "shows the annotators");
        break;
    case FINDING_CONTESTED:
    case FINDING_HOLES:
    case FINDING_NO_CANDIDATES:
        buffer_add_string(text, "copies: ");
        add_command(model, finding, text);
        break;
    }
}

static void compose_finding(struct board_composer *composer, const struct lead_finding *finding,
                            size_t number)
{
    struct buffer text = {0};
    if (composer->canvas != NULL) {
        buffer_add_format(&text, "%zu", number);
        surface_put(composer->canvas, composer->row, TEXT_COLUMN, composer->columns, buffer_bytes(&text),
                    STYLE_KEY);
        buffer_clear(&text);
    }
    finding_add_text(finding, &text);
    buffer_add_byte(&text, '.');
    compose_text_at(composer, FINDING_COLUMN, FINDING_COLUMNS_MAX, buffer_bytes(&text), STYLE_WARNING);
    buffer_clear(&text);
    add_remedy(composer->model, finding, number - 1, &text);
    compose_text_at(composer, FINDING_COLUMN, FINDING_COLUMNS_MAX, buffer_bytes(&text), STYLE_NORMAL);
    buffer_release(&text);
}

/* Without answers there are no findings to report. */
static void compose_findings(struct board_composer *composer)
{
    const struct board_model *model = composer->model;
    struct buffer title = {0};
    if (model->findings.n == 0 && model->progress.ballots_done == 0)
        return;
    if (model->findings.n == 0)
        buffer_add_string(&title, "Nothing needs you");
    else
        buffer_add_format(&title, "! %zu thing%s you", model->findings.n,
                          model->findings.n == 1 ? " needs" : "s need");
    compose_title(composer, buffer_string(&title));
    composer->row++;
    for (size_t i = 0; i < model->findings.n; i++)
        compose_finding(composer, &model->findings.items[i], i + 1);
    if (model->findings.n_more > 0) {
        buffer_clear(&title);
        buffer_add_format(&title, "%zu more about annotators: their screen has all figures.",
                          model->findings.n_more);
        compose_text(composer, buffer_bytes(&title), STYLE_WARNING);
    }
    buffer_release(&title);
}

/* --- Remaining work ---------------------------------------------------------- */

/* The forecast or, until enough questions have ended, the upper limit. */
static void add_left(const struct board_model *model, struct buffer *text)
{
    const size_t size = text->size;
    forecast_add(&model->facts.forecast, text);
    if (text->size > size)
        return;
    buffer_add_string(text, "at most ");
    number_add_grouped(text, model->progress.ballots_left);
    buffer_add_string(text, model->progress.ballots_left == 1 ? " ballot" : " ballots");
}

static int64_t votes_of_last_hour(const struct board_model *model)
{
    int64_t votes = 0;
    for (size_t i = 0; i < model->facts.n_recent; i++)
        votes += model->facts.recent[i].votes;
    return votes;
}

/* In hours of the clock, including nights, not hours of work. */
static void add_pace(const struct board_model *model, struct buffer *text)
{
    const struct forecast *forecast = &model->facts.forecast;
    const int64_t votes = votes_of_last_hour(model);
    const double left =
        isnan(forecast->ballots.expected) ? (double)model->progress.ballots_left : forecast->ballots.expected;
    buffer_add_format(text, " In the last hour %lld vote%s", (long long)votes, votes == 1 ? "" : "s");
    if (votes >= PACE_VOTES_LEAST) {
        buffer_add_string(text, ": at this rate done in ");
        forecast_add_hours(left / (double)votes, text);
    }
    buffer_add_byte(text, '.');
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
        buffer_add_string(&text, model->facts.overlap.share > 0
                                     ? " Only ballots shared by several annotators are left."
                                     : " Nothing is left.");
    } else {
        buffer_add_string(&text, " Left: ");
        add_left(model, &text);
        buffer_add_string(&text, isnan(model->facts.forecast.hours) ? "." : " of work.");
        add_pace(model, &text);
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

/*
 * The column where a measure ends. All measures have room for their intervals if the window is wide enough for one of
 * them.
 */
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
                     bytes_of("No run is loaded: start with --run FILE, or open a run from the ballot."),
                     STYLE_DIM);
        return;
    }
    compose_measures(composer);
    for (size_t run = 0; run < n; run++)
        compose_run(composer, run);
}

/* --- Verdicts ---------------------------------------------------------------- */

static void add_reason(const struct scoreboard_verdict *judged, struct buffer *text)
{
    const char *const plural = judged->n_more == 1 ? "" : "s";
    if (judged->verdict != GATE_UNDECIDED)
        buffer_add_format(text, ": %+.3f, %.4g %% interval %.3f to %.3f", judged->difference.mean,
                          100 * judged->confidence, judged->difference.low, judged->difference.high);
    else if (judged->is_too_few)
        buffer_add_format(text, ": too few questions; label at least %zu more", judged->n_more);
    else if (judged->n_more > 0)
        buffer_add_format(text, " yet: about %zu more question%s would decide it", judged->n_more, plural);
    else
        buffer_add_string(text, ": the difference is too close to the margin for any number of questions");
}

static void compose_verdict(struct board_composer *composer, size_t run)
{
    static const enum style styles[GATE_VERDICT_COUNT] = {
        [GATE_NOT_WORSE] = STYLE_GOOD, [GATE_UNDECIDED] = STYLE_NORMAL, [GATE_WORSE] = STYLE_BAD};
    const struct board_model *model = composer->model;
    const struct scoreboard_verdict *judged = &model->verdicts.items[run];
    struct buffer text = {0};
    unicode_add_visible(&text, scoreboard_run_name(model->scores, run));
    buffer_add_format(&text, ": %s", words_at(&gate_verdict_words, judged->verdict));
    add_reason(judged, &text);
    compose_text(composer, buffer_bytes(&text), styles[judged->verdict]);
    buffer_release(&text);
}

/* Appends what the verdicts promise. */
static void add_promise(const struct board_model *model, struct buffer *text)
{
    const size_t n = model->verdicts.n - 1;
    if (!model->verdicts.items[model->verdicts.baseline == 0].is_bounded) {
        measure_add_name(scoreboard_measure(model->scores, 0), text);
        buffer_add_string(
            text,
            " has no greatest value, so with few questions a verdict is wrong more often than once in 40.");
    } else {
        buffer_add_format(
            text,
            "By `assay gate` with margin %.2g%s: \"not worse\" and \"worse\" are each wrong at most once in "
            "40 if you look once, at the end. If you look more often, they are wrong more often.",
            margin, n > 1 ? ", for all verdicts together" : "");
    }
}

static bool has_verdict(const struct board_verdicts *verdicts)
{
    for (size_t run = 0; run < verdicts->n; run++)
        if (run != verdicts->baseline && verdicts->items[run].verdict != GATE_UNDECIDED)
            return true;
    return false;
}

static void compose_verdicts(struct board_composer *composer)
{
    const struct board_model *model = composer->model;
    struct buffer text = {0};
    if (model->verdicts.n < 2)
        return;
    buffer_add_string(&text, "May it replace ");
    unicode_add_visible(&text, scoreboard_run_name(model->scores, model->verdicts.baseline));
    buffer_add_string(&text, "? (");
    measure_add_name(scoreboard_measure(model->scores, 0), &text);
    buffer_add_byte(&text, ')');
    compose_title(composer, buffer_string(&text));
    composer->row++;
    for (size_t run = 0; run < model->verdicts.n; run++)
        if (run != model->verdicts.baseline && scoreboard_has_scores(model->scores, run))
            compose_verdict(composer, run);
    buffer_clear(&text);
    if (has_verdict(&model->verdicts))
        add_promise(model, &text);
    if (text.size > 0)
        compose_text(composer, buffer_bytes(&text), STYLE_DIM);
    buffer_release(&text);
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

static int64_t votes_of_last_hour_by(const struct board_model *model, int64_t annotator_id)
{
    for (size_t i = 0; i < model->facts.n_recent; i++)
        if (model->facts.recent[i].annotator_id == annotator_id)
            return model->facts.recent[i].votes;
    return 0;
}

static void compose_annotator(struct board_composer *composer, const struct annotator_row *row)
{
    int end = TEXT_COLUMN + name_columns(composer) + VOTES_COLUMNS;
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
    number_add_grouped(&text, votes_of_last_hour_by(composer->model, row->annotator_id));
    compose_cell(composer, end += LAST_HOUR_COLUMNS, buffer_bytes(&text), STYLE_NORMAL);
    buffer_clear(&text);
    if (row->pace.last_at > 0)
        add_seen(composer->model->now, row->pace.last_at, &text);
    else
        buffer_add_string(&text, "–");
    compose_cell(composer, end + SEEN_COLUMNS, buffer_bytes(&text), is_at_work ? STYLE_KEY : STYLE_DIM);
    composer->row++;
    buffer_release(&text);
}

/* Lists annotators without votes: everybody who has opened the database, including the lead. */
static void compose_idle(struct board_composer *composer)
{
    const struct annotators_agreement *annotators = &composer->model->facts.annotators;
    struct buffer text = {0};
    size_t n = 0;
    for (size_t i = 0; i < annotators->n; i++)
        n += annotators->rows[i].pace.votes == 0;
    buffer_add_format(&text, "The screen of the annotators also has %zu without a vote", n);
    if (n > 0)
        compose_text(composer, buffer_bytes(&text), STYLE_DIM);
    buffer_release(&text);
}

static void compose_set_aside(struct board_composer *composer)
{
    const struct bytes names = composer->model->facts.set_aside;
    struct buffer text = {0};
    buffer_add_string(&text, "Set aside: ");
    unicode_add_visible(&text, names);
    buffer_add_string(&text, ". These votes count in no label or score. Undo: in the settings, set_aside");
    if (names.size > 0)
        compose_text(composer, buffer_bytes(&text), STYLE_WARNING);
    buffer_release(&text);
}

static void compose_annotators(struct board_composer *composer)
{
    const struct annotators_agreement *annotators = &composer->model->facts.annotators;
    int end = TEXT_COLUMN + name_columns(composer) + VOTES_COLUMNS;
    compose_title(composer, "Annotators");
    compose_cell(composer, end, bytes_of("votes"), STYLE_DIM);
    compose_cell(composer, end += MEDIAN_COLUMNS, bytes_of("median"), STYLE_DIM);
    compose_cell(composer, end += LAST_HOUR_COLUMNS, bytes_of("last hour"), STYLE_DIM);
    compose_cell(composer, end + SEEN_COLUMNS, bytes_of("last vote"), STYLE_DIM);
    composer->row++;
    for (size_t i = 0; i < annotators->n; i++)
        if (annotators->rows[i].pace.votes > 0)
            compose_annotator(composer, &annotators->rows[i]);
    compose_set_aside(composer);
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
    if (agreement->n_ballots == 0 && composer->model->facts.overlap.share > 0)
        buffer_add_format(&text, "No ballot has two answers yet. %.3g %% of them are for several annotators.",
                          100 * composer->model->facts.overlap.share);
    else if (agreement->n_ballots == 0)
        buffer_add_string(&text, "No ballot has two answers yet.");
    else
        buffer_add_format(&text, "%zu %s with several answers: the same in %.0f %%", agreement->n_ballots,
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
    {"0.73 (0.30 to 1.00)",
     "The mean over the questions with labels, and the interval that probably (95 %) contains the mean over "
     "all questions of this kind. More questions make the interval narrower"},
    {"median", "Half of the votes took less time than this, from shown to answered"},
    {"not worse, worse, cannot tell", "The verdicts of `assay gate` on the first measure, against the first "
                                      "run or the baseline chosen on the scores screen"},
    {"last hour", "Votes in the last 60 minutes"},
    {"alike", "The share of ballots with several answers on which all answers are the same"},
    LEGEND_ALPHA,
    LEGEND_OLD,
    {"–", "Nothing is known yet"},
    {0},
};

static int compose(const void *source, struct surface *canvas, int columns)
{
    struct board_composer composer = {.model = source, .canvas = canvas, .columns = columns, .row = -1};
    compose_findings(&composer);
    compose_left(&composer);
    compose_runs(&composer);
    compose_verdicts(&composer);
    compose_annotators(&composer);
    compose_agreement(&composer);
    return composer.row;
}

static void release(void *void_model)
{
    struct board_model *model = void_model;
    arena_release(&model->arena);
    arena_release(&model->verdicts.arena);
    buffer_release(&model->command);
    buffer_release(&model->aside);
    page_release(&model->page);
}

/* Shows what was read. It lies in the arena, which the model takes over. `now` and `progress` must be set before. */
static void board_show(struct board_model *model, struct arena *arena, const struct board_facts *facts)
{
    const struct resampling resampling = {.rounds = RESAMPLING_ROUNDS, .seed = RESAMPLING_SEED};
    arena_release(&model->arena);
    model->arena = *arena;
    *arena = (struct arena){0};
    model->facts = *facts;
    choice_agreement_estimate(&facts->annotators.shared, &choice_scope_all, &resampling, &model->agreement);
    const struct finding_facts found = {.annotators = &model->facts.annotators,
                                        .overlap = facts->overlap,
                                        .progress = model->progress,
                                        .holes = facts->holes,
                                        .lacking = facts->lacking,
                                        .now = model->now};
    findings_make(&found, &model->findings);
}

static bool read_board(struct board_model *model, const struct desk *desk, struct err *err)
{
    struct arena arena = {0};
    struct board_facts facts = {0};
    struct lacking_questions lacking;
    bool worked = store_read_agreement(desk->store, &arena, &facts.annotators, err) &&
                  store_forecast(desk->store, &facts.forecast, err) &&
                  setting_get_overlap(desk->store, &facts.overlap, err) &&
                  setting_get(desk->store, SETTING_SET_ASIDE, &arena, &facts.set_aside, err) &&
                  findings_read_holes(desk->store, desk->scores, &facts.holes, err) &&
                  store_find_lacking_questions(desk->store, &arena, &lacking, err) &&
                  store_list_recent_votes(desk->store, desk->now - HOUR_MS, &arena, &facts.recent,
                                          &facts.n_recent, err);
    if (worked) {
        facts.lacking = lacking.count;
        board_show(model, &arena, &facts);
    }
    arena_release(&arena);
    return worked;
}

/* The baseline chosen on the screen of scores, else the first run. */
static size_t find_baseline(const struct desk *desk, size_t n_runs)
{
    const struct scores_model *scores = desk_model(desk, &screen_scores);
    return scores->has_baseline && scores->baseline < n_runs ? scores->baseline : 0;
}

/* Computed once for each state of the scores, because the number of questions needed is found by trial. */
static void judge_runs(struct board_model *model, const struct desk *desk)
{
    struct board_verdicts *verdicts = &model->verdicts;
    const size_t n = desk->scores != NULL ? scoreboard_run_count(desk->scores) : 0;
    const size_t baseline = find_baseline(desk, n);
    const uint64_t version = n > 0 ? scoreboard_version(desk->scores) : 0;
    if (n == verdicts->n && baseline == verdicts->baseline && version == verdicts->version)
        return;
    arena_clear(&verdicts->arena);
    *verdicts =
        (struct board_verdicts){.version = version, .baseline = baseline, .n = n, .arena = verdicts->arena};
    if (n < 2)
        return;
    verdicts->items = arena_get_array(&verdicts->arena, n, sizeof *verdicts->items);
    for (size_t run = 0; run < n; run++)
        if (run != baseline)
            verdicts->items[run] = scoreboard_judge(desk->scores, run, baseline, 0, margin, n - 1);
}

/*
 * Also called before each draw, because scores and time go on. The votes are read when the screen is opened and when
 * another session has voted.
 */
static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct board_model *model = void_model;
    const bool is_opened = desk->shown != &screen_board;
    int64_t version;
    (void)location;
    if (!desk->is_lead)
        return err_set(err, ERR_USAGE, "the board is for project leads: restart with `assay label --lead`");
    if (!store_get_version(desk->store, &version, err))
        return false;
    const bool has_changed = (version != model->version && desk->progress.ballots_done <= REREAD_VOTES_MAX) ||
                             desk->settings != model->settings;
    model->progress = desk->progress;
    model->now = desk->now;
    model->annotator = desk->annotator;
    model->database_path = desk->database_path;
    model->keymap = &desk->preferences->keymap;
    if ((is_opened || has_changed) && !read_board(model, desk, err))
        return false;
    model->asks_whom = model->asks_whom && !is_opened;
    if (is_opened)
        page_show(&model->page);
    else
        page_renew(&model->page);
    model->version = version;
    model->settings = desk->settings;
    model->live = desk->live;
    model->scores = desk->scores;
    judge_runs(model, desk);
    if (desk->forecast != NULL && !isnan(desk->forecast->hours))
        model->facts.forecast =
            *desk->forecast; /* the header's, which is updated even if this is not read again */
    return true;
}

/* --- Update ---------------------------------------------------------------- */

static struct effect remedy(struct board_model *model, size_t number)
{
    if (number >= model->findings.n)
        return effect_remark("there is no finding %zu", number + 1);
    const struct lead_finding *finding = &model->findings.items[number];
    struct effect effect = {.kind = EFFECT_OPEN};
    switch (finding->kind) {
    case FINDING_HASTE:
    case FINDING_SLOT:
    case FINDING_NONE:
    case FINDING_DISAGREES:
        effect.open = (struct location){.screen = &screen_replay, .annotator = finding->annotator};
        break;
    case FINDING_UNSHARED:
        effect.open = (struct location){.screen = &screen_settings,
                                        .setting = SETTING_OVERLAP,
                                        .value = bytes_of(proposed_overlap)};
        break;
    case FINDING_QUIET:
        effect.open = (struct location){.screen = &screen_annotators};
        break;
    case FINDING_CONTESTED:
    case FINDING_HOLES:
    case FINDING_NO_CANDIDATES:
        buffer_clear(&model->command);
        add_command(model, finding, &model->command);
        effect = (struct effect){.kind = EFFECT_COPY, .copy = buffer_bytes(&model->command)};
        break;
    }
    return effect;
}

/* NULL: the finding is not about an annotator, or there is no such finding. */
static const struct lead_finding *finding_of_annotator(const struct board_model *model, size_t number)
{
    const struct lead_finding *finding = &model->findings.items[number];
    return number < model->findings.n && finding->annotator.size > 0 ? finding : NULL;
}

/* Opens the settings, which show the effect before the value is set. */
static struct effect set_aside(struct board_model *model, const struct lead_finding *finding)
{
    const struct bytes names = model->facts.set_aside;
    model->asks_whom = false;
    buffer_clear(&model->aside);
    buffer_add(&model->aside, names);
    buffer_add_string(&model->aside, names.size > 0 ? "," : "");
    buffer_add(&model->aside, finding->annotator);
    return (struct effect){.kind = EFFECT_OPEN,
                           .open = {.screen = &screen_settings,
                                    .setting = SETTING_SET_ASIDE,
                                    .value = buffer_bytes(&model->aside),
                                    .tries_value = true}};
}

/* Findings about annotators come first. If all are about the same annotator, there is nothing to ask. */
static struct effect ask_whom(struct board_model *model)
{
    const struct lead_finding *first = finding_of_annotator(model, 0);
    if (first == NULL)
        return effect_remark("no finding is about an annotator");
    for (size_t i = 1; finding_of_annotator(model, i) != NULL; i++)
        model->asks_whom |= !bytes_equal(model->findings.items[i].annotator, first->annotator);
    return model->asks_whom ? no_effect : set_aside(model, first);
}

static struct effect set_whom_aside(struct board_model *model, size_t number)
{
    const struct lead_finding *finding = finding_of_annotator(model, number);
    return finding != NULL ? set_aside(model, finding)
                           : effect_remark("finding %zu is about no annotator", number + 1);
}

static struct effect update(void *void_model, struct action action)
{
    struct board_model *model = void_model;
    switch ((int)action.name) {
    case BOARD_REMEDY:
        return remedy(model, (size_t)action.nth);
    case BOARD_SET_ASIDE:
        return ask_whom(model);
    case BOARD_WHOM:
        return set_whom_aside(model, (size_t)action.nth);
    case BOARD_NOBODY:
        model->asks_whom = false;
        return no_effect;
    default:
        return page_screen_update(model, action);
    }
}

static bool offers(const void *void_model, struct action action)
{
    const struct board_model *model = void_model;
    switch ((int)action.name) {
    case BOARD_REMEDY:
        return model->findings.n > 0;
    case BOARD_SET_ASIDE:
    case BOARD_WHOM:
        return finding_of_annotator(model, 0) != NULL;
    case BOARD_NOBODY:
        return true;
    default:
        return page_screen_offers(model, action);
    }
}

static bool was_named_before(const struct board_model *model, size_t number)
{
    for (size_t i = 0; i < number; i++)
        if (bytes_equal(model->findings.items[i].annotator, model->findings.items[number].annotator))
            return true;
    return false;
}

static bool prompt(const void *void_model, struct buffer *text, size_t *cursor)
{
    const struct board_model *model = void_model;
    *cursor = NO_CURSOR;
    if (!model->asks_whom)
        return false;
    buffer_add_string(text, "Set aside the answers of");
    for (size_t i = 0; finding_of_annotator(model, i) != NULL; i++) {
        if (was_named_before(model, i))
            continue;
        buffer_add_format(text, "%s %zu ", i == 0 ? "" : ",", i + 1);
        unicode_add_visible(text, model->findings.items[i].annotator);
    }
    buffer_add_byte(text, '?');
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
    .tables = tables,
    .keys = keys,
    .offers = offers,
    .update = update,
    .arrange = arrange,
    .draw = draw,
    .prompt = prompt,
    .release = release,
};
