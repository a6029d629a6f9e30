/*
 * One row per field and value. Fields that distinguish questions rather than group them are left out: those whose
 * values mostly occur once, and those with too many values. Questions with hidden votes (desk_hides_votes) are not
 * scored: a slice of few questions would reveal the votes.
 */
#include "tui/screens/slices.h"

#include "core/base/map.h"
#include "core/base/memory.h"
#include "core/metric/measures/measure_name.h"
#include "tui/screens/scores.h"
#include "tui/widget/score_format.h"

#include <math.h>
#include <stdlib.h>

enum { SLICES_MAX = 50 }; /* values of a field */

/* --- Keys ----------------------------------------------------------------- */

static const struct key_table *const tables[] = {&list_moving_table, &list_typing_table, NULL};

static void release(void *void_model)
{
    struct slices_model *model = void_model;
    list_screen_release(model);
    buffer_release(&model->title);
    buffer_release(&model->measure);
}

/* --- Rows ----------------------------------------------------------------- */

static void add_name(const struct slices_row *row, struct buffer *text)
{
    if (row->slice.name.size > 0)
        buffer_add(text, row->slice.name);
    else
        buffer_add_string(text, "(none)");
}

static void add_cell(const void *context, size_t place, size_t column, struct buffer *text)
{
    const struct slices_model *model = context;
    const struct slices_row *row = &model->rows[place];
    switch (model->shown[column]) {
    case SLICES_FIELD:
        buffer_add(text, row->field);
        break;
    case SLICES_NAME:
        add_name(row, text);
        break;
    case SLICES_QUESTIONS:
        buffer_add_format(text, "%zu", row->slice.n_questions);
        break;
    case SLICES_VALUE:
        score_add_mean(model->of, row->value, row->slice.n_questions, text);
        break;
    case SLICES_BASELINE:
        score_add_mean(model->of, row->baseline, row->slice.n_questions, text);
        break;
    case SLICES_DIFFERENCE:
        score_add_mean_difference(model->of, row->value - row->baseline, row->slice.n_questions, text);
        break;
    case SLICES_INTERVAL:
        if (!isnan(row->interval.low))
            buffer_add_format(text, "%.3f to %.3f", row->interval.low, row->interval.high);
        break;
    case SLICES_COUNT:
        break;
    }
}

/* A slice that is too small for a verdict has no colour. */
static enum style style(const void *context, size_t place, size_t column)
{
    const struct slices_model *model = context;
    const struct slices_row *row = &model->rows[place];
    if (!slice_is_enough(&row->slice))
        return STYLE_DIM;
    double difference = row->value - row->baseline;
    return model->shown[column] == SLICES_DIFFERENCE && !score_is_even(difference)
               ? score_difference_style(difference)
               : STYLE_NORMAL;
}

static int compare(const void *context, size_t a, size_t b, size_t column)
{
    const struct slices_model *model = context;
    const struct slices_row *left = &model->rows[a], *right = &model->rows[b];
    switch (model->shown[column]) {
    case SLICES_FIELD:
        return list_compare_texts(left->field, right->field);
    case SLICES_NAME:
        return list_compare_texts(left->slice.name, right->slice.name);
    case SLICES_QUESTIONS:
        return list_compare_numbers((double)left->slice.n_questions, (double)right->slice.n_questions);
    case SLICES_VALUE:
        return list_compare_numbers(left->value, right->value);
    case SLICES_BASELINE:
        return list_compare_numbers(left->baseline, right->baseline);
    case SLICES_DIFFERENCE:
        return list_compare_numbers(left->value - left->baseline, right->value - right->baseline);
    case SLICES_INTERVAL:
        return list_compare_numbers(left->interval.low, right->interval.low);
    case SLICES_COUNT:
        break;
    }
    return 0;
}

static void add_searched(const void *context, size_t place, struct buffer *text)
{
    const struct slices_model *model = context;
    buffer_add(text, model->rows[place].field);
    buffer_add_byte(text, ' ');
    add_name(&model->rows[place], text);
}

static void add_title(const void *void_model, struct buffer *text)
{
    const struct slices_model *model = void_model;
    buffer_add(text, buffer_bytes(&model->title));
}

static const struct list_kind kind = {
    .keys = &list_moving_table,
    .source = {.add_cell = add_cell,
               .style = style,
               .compare = compare,
               .add_searched = add_searched,
               .empty = "no field has a value that several of these questions share"},
    .add_title = add_title,
};

/* --- Filling -------------------------------------------------------------- */

/* The questions that are scored, with their values. */
struct scored_questions {
    struct bytes *qids;
    double *values;
    double *baselines; /* equal to the values if there is no baseline */
    bool has_baseline;
    size_t n;
    struct map by_qid;
    struct arena arena;
};

static void scored_questions_release(struct scored_questions *scored)
{
    map_release(&scored->by_qid);
    arena_release(&scored->arena);
}

static bool read_scored(struct scored_questions *out, const struct desk *desk, size_t run, size_t measure,
                        size_t baseline, struct err *err)
{
    struct question_row *questions;
    size_t n;
    if (!store_list_questions(desk->store, &out->arena, &questions, &n, err))
        return false;
    out->qids = arena_get_array(&out->arena, n, sizeof *out->qids);
    out->values = arena_get_array(&out->arena, n, sizeof *out->values);
    out->baselines = arena_get_array(&out->arena, n, sizeof *out->baselines);
    for (size_t i = 0; i < n; i++) {
        if (desk_hides_votes(desk, &questions[i]) ||
            !scoreboard_value(desk->scores, run, measure, questions[i].qid, &out->values[out->n]) ||
            !scoreboard_value(desk->scores, baseline, measure, questions[i].qid, &out->baselines[out->n]))
            continue;
        map_put(&out->by_qid, questions[i].qid, NULL);
        out->qids[out->n++] = questions[i].qid;
    }
    return true;
}

static bool parts_questions(const struct slices *slices, size_t n)
{
    return slices->n > 1 && slices->n <= SLICES_MAX && slices->n <= (n + 1) / 2;
}

/* Computes the interval. Measures that are not means, and slices of too few questions, have none. */
static void set_interval(struct slices_row *row, const struct measure_row *measure, const double *values,
                         bool are_differences)
{
    const size_t n = row->slice.n_questions;
    row->interval.low = row->interval.high = NAN;
    if (measure->is_sum || measure->is_geometric || !slice_is_enough(&row->slice))
        return;
    const struct estimate_kind estimated = estimate_kind_of(are_differences, measure->range == RANGE_UNIT);
    row->interval = estimate_make(values, n, 1, &estimated);
}

static void add_slice(struct slices_model *model, const struct scored_questions *scored,
                      const struct slices *slices, size_t slice, struct bytes field)
{
    struct slices_row row = {.field = field, .slice = slices->items[slice]};
    double *values = memory_get_zeroed(row.slice.n_questions, sizeof *values);
    size_t n = 0;
    for (size_t i = 0; i < scored->n; i++) {
        if (slices->of_question[i] != slice)
            continue;
        row.value += scored->values[i];
        row.baseline += scored->baselines[i];
        values[n++] = scored->values[i] - (scored->has_baseline ? scored->baselines[i] : 0);
    }
    set_interval(&row, model->of->row, values, scored->has_baseline);
    free(values);
    row.value = measure_total(model->of->row, row.value, (double)row.slice.n_questions);
    row.baseline = measure_total(model->of->row, row.baseline, (double)row.slice.n_questions);
    ARENA_PUSH(&model->screen.arena, model->rows, model->n_rows) = row;
}

static bool add_field(struct slices_model *model, const struct desk *desk,
                      const struct scored_questions *scored, struct bytes field, struct err *err)
{
    struct question_value *kept;
    size_t n;
    if (!store_read_question_values(desk->store, field, &model->screen.arena, &kept, &n, err))
        return false;
    struct bytes *values = memory_get_zeroed(scored->n, sizeof *values);
    struct slices slices;
    for (size_t i = 0; i < n; i++) {
        int64_t place = map_find(&scored->by_qid, kept[i].qid);
        if (place != MAP_ABSENT)
            values[place] = kept[i].value;
    }
    slices_make(&slices, values, scored->n);
    for (size_t slice = 0; parts_questions(&slices, scored->n) && slice < slices.n; slice++)
        add_slice(model, scored, &slices, slice, field);
    slices_release(&slices);
    free(values);
    return true;
}

/* Adds the fields to an empty model, whose arena the caller takes over or releases. */
static bool add_fields(struct slices_model *model, const struct desk *desk,
                       const struct scored_questions *scored, struct err *err)
{
    struct bytes *fields;
    size_t n;
    if (!store_list_question_fields(desk->store, &model->screen.arena, &fields, &n, err))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!add_field(model, desk, scored, fields[i], err))
            return false;
    }
    return true;
}

static void set_columns(struct slices_model *model, bool has_baseline)
{
    const struct list_column columns[SLICES_COUNT] = {
        [SLICES_FIELD] = {.title = "field", .columns_max = 20, .rank = 3},
        [SLICES_NAME] = {.title = "slice"},
        [SLICES_QUESTIONS] =
            {.title = "questions", .columns_max = 10, .rank = 2, .is_right = true, .falls_first = true},
        [SLICES_VALUE] = {.title = buffer_string(&model->measure),
                          .columns_max = 24,
                          .rank = 1,
                          .is_right = true},
        [SLICES_BASELINE] = {.title = "baseline", .columns_max = 10, .rank = 5, .is_right = true},
        [SLICES_DIFFERENCE] = {.title = "difference", .columns_max = 12, .rank = 4, .is_right = true},
        [SLICES_INTERVAL] = {.title = "95 %", .columns_max = 16, .rank = 6, .is_right = true},
    };
    model->n_columns = 0;
    for (size_t i = 0; i < SLICES_COUNT; i++) {
        const bool is_of_baseline = i == SLICES_BASELINE || i == SLICES_DIFFERENCE;
        if (is_of_baseline && !has_baseline)
            continue;
        model->shown[model->n_columns] = (enum slices_column)i;
        model->columns[model->n_columns++] = columns[i];
    }
}

static void set_titles(struct slices_model *model, const struct desk *desk, size_t run, size_t measure,
                       const size_t *baseline)
{
    buffer_clear(&model->measure);
    buffer_clear(&model->title);
    measure_add_name(scoreboard_measure(desk->scores, measure), &model->measure);
    buffer_add(&model->title, scoreboard_run_name(desk->scores, run));
    buffer_add_string(&model->title, " by field");
    if (baseline != NULL) {
        buffer_add_string(&model->title, ", baseline ");
        buffer_add(&model->title, scoreboard_run_name(desk->scores, *baseline));
    }
    buffer_add_format(&model->title, "; no verdict on fewer than %d questions", SLICE_LEAST);
}

/* --- The screen ------------------------------------------------------------ */

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct slices_model *model = void_model;
    const struct scores_model *scores = desk_model(desk, &screen_scores);
    const bool has_baseline = scores->has_baseline && scores->baseline != location->run;
    const size_t baseline = has_baseline ? scores->baseline : location->run;
    struct scored_questions scored = {.has_baseline = has_baseline};
    struct slices_model made = {.of = scoreboard_measure(desk->scores, scores->measure)};
    bool worked = read_scored(&scored, desk, location->run, scores->measure, baseline, err) &&
                  add_fields(&made, desk, &scored, err);
    scored_questions_release(&scored);
    if (!worked) {
        arena_release(&made.screen.arena);
        return false;
    }
    list_screen_take(&model->screen, &made.screen.arena);
    model->of = made.of;
    model->rows = made.rows;
    model->n_rows = made.n_rows;
    set_titles(model, desk, location->run, scores->measure, has_baseline ? &baseline : NULL);
    set_columns(model, has_baseline);
    list_release(&model->screen.list);
    list_screen_show(&model->screen, &kind, model->columns, model->n_columns, model->n_rows);
    return true;
}

const struct screen screen_slices = {
    .model_size = sizeof(struct slices_model),
    .fill = fill,
    .wait = "reading the questions …",
    .leave = release, /* the fields of each question take much memory in a large database */
    .tables = tables,
    .keys = list_screen_keys,
    .offers = list_screen_offers,
    .update = list_screen_update,
    .arrange = list_screen_arrange,
    .draw = list_screen_draw,
    .prompt = list_screen_prompt,
    .release = release,
};
