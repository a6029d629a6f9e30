/*
 * A figure that can't be known yet (a share of no votes, a test on too few of them) is NAN and shown as "–". The
 * column and the remark below the list use the same test for a preferred slot (core/judge/annotator.h). The remark is
 * about the selected row and as high as its text, so it is made when the screen is arranged, and the list gets the
 * remaining rows.
 */
#include "tui/screens/annotators.h"

#include "core/store/votes/raters.h"
#include "live/annotators_reader.h"

#include <math.h>

enum {
    SECOND_MS = 1000,
    REMARK_ROWS_MAX = 4, /* including the rule above it */
    REMARK_SHARE = 2,    /* the remark takes at most one row in so many */
    REMARK_COLUMNS_MAX = 100,
    AT_ONCE_VOTES_MAX =
        /* reading them takes 0.1 s; more are read by a thread, and not read again while they are shown */
    50000,
};

/* --- Keys ----------------------------------------------------------------- */

static const struct key_table *const tables[] = {&list_moving_table, &list_typing_table, NULL};

/* --- Figures -------------------------------------------------------------- */

static double none_share(const struct annotator_row *row)
{
    return share_or_nan(row->none_votes, row->pace.votes);
}

/* The share of skips in all answers. */
static double skip_share(const struct annotator_row *row)
{
    return share_or_nan(row->skips, row->skips + row->pace.votes);
}

/* NAN if nobody else answered the same ballots. */
static double alpha_with_others(const struct annotator_row *row)
{
    return row->with_others.n_ballots > 0 ? row->with_others.alpha.value : NAN;
}

/* --- Rows ----------------------------------------------------------------- */

enum annotator_column {
    COLUMN_NAME,
    COLUMN_VOTES,
    COLUMN_PER_HOUR,
    COLUMN_MEDIAN,
    COLUMN_QUICK,
    COLUMN_NONE,
    COLUMN_SKIPS,
    COLUMN_CONSISTENT,
    COLUMN_AGREES,
    COLUMN_SLOTS,
    COLUMN_POSITION,
    COLUMN_COUNT,
};

static const struct list_column columns[COLUMN_COUNT] = {
    [COLUMN_NAME] = {.title = "annotator", .columns_max = 20, .rank = 1},
    [COLUMN_VOTES] = {.title = "votes", .columns_max = 9, .rank = 2, .is_right = true, .falls_first = true},
    [COLUMN_PER_HOUR] =
        {.title = "per hour", .columns_max = 9, .rank = 7, .is_right = true, .falls_first = true},
    [COLUMN_MEDIAN] = {.title = "median", .columns_max = 8, .rank = 3, .is_right = true},
    [COLUMN_QUICK] = {.title = "quick", .columns_max = 8, .rank = 10, .is_right = true, .falls_first = true},
    [COLUMN_NONE] = {.title = "none", .columns_max = 6, .rank = 4, .is_right = true, .falls_first = true},
    [COLUMN_SKIPS] = {.title = "skipped", .columns_max = 8, .rank = 8, .is_right = true, .falls_first = true},
    [COLUMN_CONSISTENT] = {.title = "consistent", .columns_max = 11, .rank = 5, .is_right = true},
    [COLUMN_AGREES] = {.title = "alpha", .columns_max = 6, .rank = 9, .is_right = true},
    [COLUMN_SLOTS] = {.title = "1st/2nd/3rd", .columns_max = 12, .rank = 6, .is_right = true},
    [COLUMN_POSITION] = {.title = "position"},
};

static void add_percent(double part, struct buffer *text)
{
    if (isnan(part))
        buffer_add_string(text, "–");
    else
        buffer_add_format(text, "%.0f%%", 100 * part);
}

static void add_slots(const struct annotator_row *row, struct buffer *text)
{
    int64_t choices = slot_wins_of_all(&row->slots);
    if (choices == 0)
        buffer_add_string(text, "–");
    for (size_t slot = 0; choices > 0 && slot < BALLOT_SIZE_MAX; slot++)
        buffer_add_format(text, "%s%.0f", slot > 0 ? "/" : "",
                          100 * share_or_nan(slot_wins_of(&row->slots, slot), choices));
    if (choices > 0)
        buffer_add_string(text, " %");
}

static void add_position(const struct annotator_row *row, struct buffer *text)
{
    if (isnan(slot_wins_p(&row->slots)))
        buffer_add_string(text, "too few yet");
    else if (slot_wins_are_biased(&row->slots))
        buffer_add_format(text, "! prefers %d", slot_wins_preferred(&row->slots));
    else
        buffer_add_string(text, "even");
}

static void add_cell(const void *context, size_t row_number, size_t column, struct buffer *text)
{
    const struct annotators_model *model = context;
    const struct annotator_row *row = &model->rows[row_number];
    double per_hour = pace_per_hour(&row->pace);
    if (model->reader != NULL && column > COLUMN_VOTES) {
        buffer_add_string(text, "…");
        return;
    }
    switch ((enum annotator_column)column) {
    case COLUMN_NAME:
        buffer_add(text, row->name);
        break;
    case COLUMN_VOTES:
        buffer_add_format(text, "%lld", (long long)row->pace.votes);
        break;
    case COLUMN_PER_HOUR:
        if (isnan(per_hour))
            buffer_add_string(text, "–");
        else
            buffer_add_format(text, "%.0f", per_hour);
        break;
    case COLUMN_MEDIAN:
        if (row->pace.timed_votes == 0)
            buffer_add_string(text, "–");
        else
            buffer_add_format(text, "%.1f s", (double)row->median_ms / SECOND_MS);
        break;
    case COLUMN_QUICK:
        if (row->pace.timed_votes == 0)
            buffer_add_string(text, "–");
        else
            buffer_add_format(text, "%lld", (long long)row->quick_votes);
        break;
    case COLUMN_NONE:
        add_percent(none_share(row), text);
        break;
    case COLUMN_SKIPS:
        add_percent(skip_share(row), text);
        break;
    case COLUMN_CONSISTENT:
        add_percent(repeats_share(&row->repeats), text);
        break;
    case COLUMN_AGREES:
        if (model->hides_others || isnan(alpha_with_others(row)))
            buffer_add_string(text, "–");
        else
            buffer_add_format(text, "%.2f", alpha_with_others(row));
        break;
    case COLUMN_SLOTS:
        add_slots(row, text);
        break;
    case COLUMN_POSITION:
        add_position(row, text);
        break;
    case COLUMN_COUNT:
        break;
    }
}

static enum style cell_style(const void *context, size_t row, size_t column)
{
    const struct annotators_model *model = context;
    const struct annotator_row *annotator = &model->rows[row];
    bool is_mark =
        (column == COLUMN_MEDIAN && annotator->haste != HASTE_NONE) ||
        (column == COLUMN_POSITION && slot_wins_are_biased(&annotator->slots)) ||
        (column == COLUMN_AGREES && !model->hides_others && alpha_with_others(annotator) < ALPHA_WARNING);
    return is_mark ? STYLE_WARNING : STYLE_NORMAL;
}

/* The number by which to sort; names are compared as texts. */
static double number_of(const struct annotator_row *row, enum annotator_column column)
{
    switch (column) {
    case COLUMN_VOTES:
        return (double)row->pace.votes;
    case COLUMN_PER_HOUR:
        return pace_per_hour(&row->pace);
    case COLUMN_MEDIAN:
        return row->pace.timed_votes > 0 ? (double)row->median_ms : NAN;
    case COLUMN_QUICK:
        return row->pace.timed_votes > 0 ? (double)row->quick_votes : NAN;
    case COLUMN_NONE:
        return none_share(row);
    case COLUMN_SKIPS:
        return skip_share(row);
    case COLUMN_CONSISTENT:
        return repeats_share(&row->repeats);
    case COLUMN_AGREES:
        return alpha_with_others(row);
    case COLUMN_SLOTS:
        return share_or_nan(slot_wins_of(&row->slots, 0), slot_wins_of_all(&row->slots));
    case COLUMN_POSITION: /* the least likely by chance comes first */
        return isnan(slot_wins_p(&row->slots)) ? 2 : slot_wins_p(&row->slots);
    case COLUMN_NAME:
    case COLUMN_COUNT:
        break;
    }
    return 0;
}

static int compare(const void *context, size_t a, size_t b, size_t column)
{
    const struct annotators_model *model = context;
    if (column == COLUMN_NAME)
        return list_compare_texts(model->rows[a].name, model->rows[b].name);
    return list_compare_numbers(number_of(&model->rows[a], (enum annotator_column)column),
                                number_of(&model->rows[b], (enum annotator_column)column));
}

static void add_searched(const void *context, size_t row, struct buffer *text)
{
    const struct annotators_model *model = context;
    buffer_add(text, model->rows[row].name);
}

static void add_title(const void *void_model, struct buffer *text)
{
    const struct annotators_model *model = void_model;
    buffer_add_format(text, "Annotators · %lld %s", (long long)model->votes,
                      model->votes == 1 ? "vote" : "votes");
    if (model->reader != NULL)
        buffer_add_string(text, " · being read");
}

static const struct list_kind kind = {
    .keys = &list_moving_table,
    .source = {.add_cell = add_cell,
               .style = cell_style,
               .compare = compare,
               .add_searched = add_searched,
               .empty = "There are no annotators yet: `assay label` makes one."},
    .add_title = add_title,
};

/* --- The model ------------------------------------------------------------ */

static void release(void *void_model)
{
    struct annotators_model *model = void_model;
    annotators_reader_stop(model->reader);
    list_screen_release(model);
    text_view_release(&model->remark_text);
    buffer_release(&model->remark);
}

void annotators_open(struct annotators_model *model)
{
    list_clear_filter(&model->screen.list);
}

static const struct annotator_row *selected_row(const struct annotators_model *model)
{
    size_t row = list_selected(&model->screen.list);
    return row != LIST_NO_ROW ? &model->rows[row] : NULL;
}

/* The row of the annotator that was selected before; a new annotator may have moved it. */
static size_t number_among(const struct annotator_row *rows, size_t n, const struct annotator_row *before)
{
    for (size_t i = 0; before != NULL && i < n; i++)
        if (rows[i].annotator_id == before->annotator_id)
            return i;
    return 0;
}

void annotators_show(struct annotators_model *model, struct arena *arena, const struct annotator_row *rows,
                     size_t n_rows)
{
    size_t selected = number_among(rows, n_rows, selected_row(model));
    list_screen_take(&model->screen, arena);
    model->rows = rows;
    model->n_rows = n_rows;
    model->votes = 0;
    for (size_t i = 0; i < n_rows; i++)
        model->votes += rows[i].pace.votes;
    list_screen_show(&model->screen, &kind, columns, COLUMN_COUNT, n_rows);
    list_select(&model->screen.list, selected);
}

/* --- The remark below the list --------------------------------------------- */

static void add_position_remark(const struct annotator_row *row, struct buffer *text)
{
    double p = slot_wins_p(&row->slots);
    if (isnan(p))
        buffer_add_string(text, "Too few votes to tell whether a slot is preferred. ");
    else if (slot_wins_are_biased(&row->slots))
        buffer_add_format(text, "! Chooses slot %d more often than chance explains (p = %.2g). ",
                          slot_wins_preferred(&row->slots), p);
    else
        buffer_add_format(text, "No slot is preferred beyond chance (p = %.2g). ", p);
}

static void add_haste_remark(const struct annotator_row *row, struct buffer *text)
{
    if (row->haste == HASTE_QUICK)
        buffer_add_string(text, "! Half of the votes took less than 0.8 s: too short to read a ballot. ");
    else if (row->haste == HASTE_FAST)
        buffer_add_string(text, "! Votes in less than a third of the time that the others need. ");
}

static void add_repeats_remark(const struct annotator_row *row, struct buffer *text)
{
    if (row->repeats.all == 0)
        buffer_add_string(text, "No pair has been decided twice yet.");
    else
        buffer_add_format(text, "Decided %lld %s twice, %lld of them the same way.",
                          (long long)row->repeats.all, row->repeats.all == 1 ? "pair" : "pairs",
                          (long long)row->repeats.agreeing);
}

/* Adds the agreement with all others on shared ballots. */
static void add_agreement_remark(const struct annotator_row *row, struct buffer *text)
{
    const struct choice_agreement *agreement = &row->with_others;
    if (agreement->n_ballots == 0) {
        buffer_add_string(text, " No ballot was shared with others.");
        return;
    }
    buffer_add_format(text, " %zu %s also answered by others: the same in %.0f%%", agreement->n_ballots,
                      agreement->n_ballots == 1 ? "ballot" : "ballots", 100 * agreement->raw.value);
    if (!isnan(agreement->alpha.value))
        buffer_add_format(text, ", alpha %.2f%s%s", agreement->alpha.value,
                          alpha_verdict(agreement->alpha.value)[0] != '\0' ? ", " : "",
                          alpha_verdict(agreement->alpha.value));
    buffer_add_byte(text, '.');
}

static void set_remark(struct annotators_model *model)
{
    const struct annotator_row *row = selected_row(model);
    buffer_clear(&model->remark);
    if (model->reader != NULL)
        buffer_add_string(&model->remark, "All votes are being read …");
    else if (row != NULL) {
        add_haste_remark(row, &model->remark);
        add_position_remark(row, &model->remark);
        add_repeats_remark(row, &model->remark);
        if (model->hides_others)
            buffer_add_string(&model->remark, " Only leads see how others vote.");
        else
            add_agreement_remark(row, &model->remark);
    }
    text_view_set(&model->remark_text, buffer_bytes(&model->remark));
}

/* --- The screen ------------------------------------------------------------ */

static void arrange(void *void_model, struct rectangle area)
{
    struct annotators_model *model = void_model;
    int text_columns = area.columns - 2;
    text_columns = text_columns < REMARK_COLUMNS_MAX ? text_columns : REMARK_COLUMNS_MAX;
    area = list_screen_below_heading(&model->screen, area);
    set_remark(model);
    int most = area.rows / REMARK_SHARE < REMARK_ROWS_MAX ? area.rows / REMARK_SHARE : REMARK_ROWS_MAX;
    int rows = 1 + text_view_count_rows(&model->remark_text, text_columns, most - 1);
    text_view_arrange(&model->remark_text, text_columns, rows - 1);
    model->remark_area = area;
    model->remark_area.row += area.rows - rows;
    model->remark_area.rows = rows;
    area.rows -= rows;
    list_arrange(&model->screen.list, area);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct annotators_model *model = void_model;
    struct rectangle remark = model->remark_area;
    list_screen_draw(model, surface);
    surface_horizontal(surface, remark.row, remark.column, remark.columns, LINE_LIGHT, STYLE_FRAME);
    text_view_draw(&model->remark_text, surface, remark.row + 1, remark.column + 1, STYLE_DIM);
}

/* Moves the annotator's row to the front. Returns the number of rows to show. */
static size_t keep_own(struct annotator_row *rows, size_t n, struct bytes annotator)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes_equal(rows[i].name, annotator)) {
            rows[0] = rows[i];
            return 1;
        }
    }
    return 0;
}

/* Shows the rows that the annotator may see. */
static void show_rows(struct annotators_model *model, struct arena *arena, struct annotator_row *rows,
                      size_t n)
{
    annotators_show(model, arena, rows, model->hides_others ? keep_own(rows, n, model->own) : n);
}

static void note_who_looks(struct annotators_model *model, const struct desk *desk)
{
    model->hides_others = desk_hides_others(desk);
    model->own = desk->annotator;
}

static bool read_annotators(struct annotators_model *model, const struct desk *desk, struct err *err)
{
    struct arena arena = {0};
    struct annotator_row *rows;
    size_t n;
    bool worked = store_list_annotators(desk->store, &arena, &rows, &n, err);
    if (worked)
        show_rows(model, &arena, rows, n);
    arena_release(&arena);
    return worked;
}

/* --- Many votes -------------------------------------------------------------- */

static bool list_vote_counts(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                             struct err *err)
{
    struct rater *raters;
    size_t n_raters;
    bool read = store_list_raters(store, arena, &raters, &n_raters, err);
    *rows = NULL;
    *n = 0;
    for (size_t i = 0; read && i < n_raters; i++) {
        if (raters[i].kind != RATER_ANNOTATOR)
            continue;
        struct annotator_row row = {.annotator_id = raters[i].rater_id, .name = raters[i].name};
        read = store_count_votes_of(store, row.annotator_id, &row.pace.votes, err);
        ARENA_PUSH(arena, *rows, *n) = row;
    }
    return read;
}

/* Shows the names and numbers of votes at once; the rest follows when a thread has read it. */
static bool begin_reading(struct annotators_model *model, const struct desk *desk, struct err *err)
{
    struct arena arena = {0};
    struct annotator_row *rows;
    size_t n;
    bool begun = model->reader != NULL || annotators_reader_start(&model->reader, desk->database_path, err);
    if (begun && list_vote_counts(desk->store, &arena, &rows, &n, err))
        show_rows(model, &arena, rows, n);
    else
        begun = false;
    arena_release(&arena);
    return begun;
}

static bool awaits(const void *void_model)
{
    return ((const struct annotators_model *)void_model)->reader != NULL;
}

static bool take_awaited(void *void_model, struct err *err)
{
    struct annotators_model *model = void_model;
    struct annotators_reader *reader = model->reader;
    struct arena arena;
    struct annotator_row *rows;
    size_t n;
    if (!annotators_reader_is_done(reader))
        return true;
    model->reader = NULL;
    bool worked = annotators_reader_finish(reader, &arena, &rows, &n, err);
    if (worked)
        show_rows(model, &arena, rows, n);
    arena_release(&arena);
    return worked;
}

static void leave(void *void_model)
{
    struct annotators_model *model = void_model;
    annotators_reader_stop(model->reader);
    model->reader = NULL;
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    (void)location;
    annotators_open(void_model);
    note_who_looks(void_model, desk);
    return (desk->progress.ballots_done > AT_ONCE_VOTES_MAX ? begin_reading : read_annotators)(void_model,
                                                                                               desk, err);
}

/* Many votes are not read again every few seconds while the user looks at them. */
static bool reread(void *void_model, const struct desk *desk, struct err *err)
{
    note_who_looks(void_model, desk);
    return desk->progress.ballots_done > AT_ONCE_VOTES_MAX || read_annotators(void_model, desk, err);
}

static const struct legend_row legend[] = {
    LEGEND_PER_HOUR,
    {"median", "Half of the votes took less time than this, from shown to answered"},
    {"quick", "Votes in less than 0.8 s, too short to read a ballot"},
    {"none", "The share of votes for none of the documents"},
    {"skipped", "The share of all answers that were skips"},
    {"consistent", "How often the decision was the same when the same two documents came back on another "
                   "ballot; shown from "
                   "five such pairs on"},
    LEGEND_ALPHA,
    {"1st/2nd/3rd", "How often the first, the second and the third place was chosen: places are drawn at "
                    "random, so each should be chosen equally often"},
    {"position",
     "even: no place is chosen more often than chance explains; ! prefers 1: the first place is chosen too "
     "often, whatever the documents are; too few yet: there are too few votes to tell"},
    {"p = 0.3",
     "The probability that chance alone makes the places this uneven; below 0.01 chance is ruled out"},
    {"–", "Nothing is known yet"},
    {0},
};

const struct screen screen_annotators = {
    .opened_by = ACTION_ANNOTATORS,
    .model_size = sizeof(struct annotators_model),
    .fill = fill,
    .reread = reread,
    .awaits = awaits,
    .take_awaited = take_awaited,
    .leave = leave,
    .legend = legend,
    .tables = tables,
    .keys = list_screen_keys,
    .offers = list_screen_offers,
    .update = list_screen_update,
    .arrange = arrange,
    .draw = draw,
    .prompt = list_screen_prompt,
    .release = release,
};
