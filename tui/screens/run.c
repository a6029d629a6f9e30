/*
 * One row per question that is scored. The columns depend on the user and on whether there is a baseline, so `shown`
 * gives the meaning of a column's number. Values are copied from the scoreboard when the screen is filled; they are
 * not updated while it is shown.
 *
 * A question with hidden votes (desk_hides_votes) has a row without numbers at the end as soon as it has any votes:
 * whether a measure includes it would reveal them.
 */
#include "tui/screens/run.h"

#include "core/metric/measures/measure_name.h"
#include "tui/screens/scores.h"
#include "tui/widget/score_format.h"

#include <math.h>
#include <stdlib.h>

/* --- Keys ----------------------------------------------------------------- */

static const struct key_row rows[] = {
    {.id = "choose",
     .keys = {NAMED_ENTER},
     .action = ACTION_CHOOSE,
     .bar = {1, 2, "open"},
     .help = "Open the question: the documents of the run, with their grades"},
};

static const struct key_table table = {.id = "run",
                                       .title = "The questions of a run",
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows,
                                       .also = &list_question_table};

static const struct key_table *const tables[] = {&table, &list_typing_table, NULL};

static void release(void *void_model)
{
    struct run_model *model = void_model;
    list_screen_release(model);
    buffer_release(&model->name);
    buffer_release(&model->about);
    buffer_release(&model->measure);
}

/* --- Rows ----------------------------------------------------------------- */

/* NAN: none. */
static double number_in(const struct run_row *row, enum run_column column)
{
    switch (column) {
    case RUN_VALUE:
        return row->value;
    case RUN_JUDGED:
        return row->judged;
    case RUN_BASELINE:
        return row->baseline;
    case RUN_DIFFERENCE:
        return row->value - row->baseline;
    case RUN_QID:
    case RUN_TEXT:
    case RUN_COUNT:
        break;
    }
    return NAN;
}

static void add_share(const struct measure *measure, double value, struct buffer *text)
{
    (void)measure;
    buffer_add_format(text, "%.0f %%", 100 * value);
}

static void add_number(struct buffer *text, double value,
                       void (*add)(const struct measure *measure, double value, struct buffer *text),
                       const struct measure *measure)
{
    if (isnan(value))
        buffer_add_string(text, "–");
    else
        add(measure, value, text);
}

static void add_cell(const void *context, size_t row, size_t column, struct buffer *text)
{
    const struct run_model *model = context;
    const struct run_row *shown = &model->rows[row];
    double value = number_in(shown, model->shown[column]);
    switch (model->shown[column]) {
    case RUN_QID:
        buffer_add(text, shown->qid);
        break;
    case RUN_TEXT:
        buffer_add(text, shown->text);
        break;
    case RUN_VALUE:
    case RUN_BASELINE:
        add_number(text, value, score_add_value, model->of);
        break;
    case RUN_JUDGED:
        add_number(text, value, add_share, model->of);
        break;
    case RUN_DIFFERENCE:
        add_number(text, value, score_add_difference, model->of);
        break;
    case RUN_COUNT:
        break;
    }
}

static enum style style(const void *context, size_t row, size_t column)
{
    const struct run_model *model = context;
    const struct run_row *shown = &model->rows[row];
    double difference = number_in(shown, RUN_DIFFERENCE);
    bool has_style =
        model->shown[column] == RUN_DIFFERENCE && !isnan(difference) && !score_is_even(difference);
    return has_style ? score_difference_style(difference) : STYLE_NORMAL;
}

static int compare(const void *context, size_t a, size_t b, size_t column)
{
    const struct run_model *model = context;
    const struct run_row *left = &model->rows[a], *right = &model->rows[b];
    enum run_column shown = model->shown[column];
    if (shown == RUN_QID)
        return bytes_compare(left->qid, right->qid);
    if (shown == RUN_TEXT)
        return list_compare_texts(left->text, right->text);
    return list_compare_numbers(number_in(left, shown), number_in(right, shown));
}

/* The filter must not find what is hidden. */
static void add_searched(const void *context, size_t row, struct buffer *text)
{
    const struct run_model *model = context;
    desk_add_searched(model->rows[row].text, model->rows[row].qid, model->is_blind, text);
}

static void add_title(const void *void_model, struct buffer *text)
{
    const struct run_model *model = void_model;
    buffer_add(text, buffer_bytes(&model->name));
    if (!model->screen.list.is_sorted && model->n_rows > 0 && !model->rows[0].hides_votes)
        buffer_add_string(text, ", worst first");
    buffer_add(text, buffer_bytes(&model->about));
}

/* --- Actions ----------------------------------------------------------------- */

/* Opens the screen about the selected question and this run. */
static struct effect open_selected(const struct run_model *model, const struct screen *screen)
{
    size_t row = list_selected(&model->screen.list);
    if (row == LIST_NO_ROW)
        return effect_remark("no question is selected");
    return (struct effect){.kind = EFFECT_OPEN,
                           .open = {.screen = screen,
                                    .question_id = model->rows[row].question_id,
                                    .run = model->run}};
}

static struct effect act(void *model, struct action action)
{
    switch (action.name) {
    case ACTION_CHOOSE:
    case ACTION_CLICK:
        return open_selected(model, &screen_ranking);
    case ACTION_CANDIDATES:
        return open_selected(model, &screen_candidates);
    default:
        return effect_common(action);
    }
}

static const struct list_kind kind = {
    .keys = &table,
    .source = {.add_cell = add_cell,
               .style = style,
               .compare = compare,
               .add_searched = add_searched,
               .empty = "no question of the run has labels yet; they come with votes"},
    .add_title = add_title,
    .act = act,
};

/* --- Showing -------------------------------------------------------------- */

/* The worst first, those without a score last; equal ones in the order of import. */
static int compare_rows(const void *left, const void *right)
{
    const struct run_row *a = left;
    const struct run_row *b = right;
    int order = a->hides_votes - b->hides_votes;
    if (order == 0)
        order = list_compare_numbers(a->value, b->value);
    return order != 0 ? order : (a->question_id > b->question_id) - (a->question_id < b->question_id);
}

static bool is_wanted(const struct run_model *model, enum run_column column, bool has_baseline)
{
    if (column == RUN_QID)
        return !model->is_blind;
    return has_baseline || (column != RUN_BASELINE && column != RUN_DIFFERENCE);
}

static void set_columns(struct run_model *model, bool has_baseline)
{
    const struct list_column columns[RUN_COUNT] = {
        [RUN_VALUE] = {.title = buffer_string(&model->measure),
                       .columns_max = 24,
                       .rank = 1,
                       .is_right = true},
        [RUN_QID] = {.title = "qid", .columns_max = 16, .rank = 2},
        [RUN_TEXT] = {.title = "question"},
        [RUN_JUDGED] = {.title = "judged@10", .columns_max = 10, .rank = 5, .is_right = true},
        [RUN_BASELINE] = {.title = "baseline", .columns_max = 10, .rank = 4, .is_right = true},
        [RUN_DIFFERENCE] = {.title = "difference", .columns_max = 12, .rank = 3, .is_right = true},
    };
    model->n_columns = 0;
    for (int i = 0; i < RUN_COUNT; i++) {
        enum run_column column = (enum run_column)i;
        if (!is_wanted(model, column, has_baseline))
            continue;
        model->shown[model->n_columns] = column;
        model->columns[model->n_columns++] = columns[i];
    }
}

/* Where the numbers of a row come from. */
struct run_numbers {
    const struct scoreboard *scores;
    size_t measure;
    size_t judged;
    bool has_judged;
    const size_t *baseline; /* NULL: there is none */
};

/* Returns false if the question is not scored. */
static bool find_numbers(const struct run_numbers *of, size_t run, struct run_row *row)
{
    return scoreboard_value(of->scores, run, of->measure, row->qid, &row->value) &&
           (of->baseline == NULL ||
            scoreboard_value(of->scores, *of->baseline, of->measure, row->qid, &row->baseline)) &&
           (!of->has_judged || scoreboard_value(of->scores, run, of->judged, row->qid, &row->judged));
}

static void set_rows(struct run_model *model, const struct desk *desk, size_t measure, const size_t *baseline,
                     const struct question_row *questions, size_t n)
{
    struct run_numbers of = {.scores = desk->scores, .measure = measure, .baseline = baseline};
    of.has_judged = score_find_judged(desk->scores, &of.judged);
    model->rows = arena_get_array(&model->screen.arena, n, sizeof *model->rows);
    model->n_rows = 0;
    for (size_t i = 0; i < n; i++) {
        const struct question_row *question = &questions[i];
        struct run_row row = {.question_id = question->question_id,
                              .qid = question->qid,
                              .text = question->text,
                              .hides_votes = desk_hides_votes(desk, question),
                              .value = NAN,
                              .baseline = NAN,
                              .judged = NAN};
        if (row.hides_votes ? question->ballots_done > 0 : find_numbers(&of, model->run, &row))
            model->rows[model->n_rows++] = row;
    }
    if (model->n_rows > 0)
        qsort(model->rows, model->n_rows, sizeof *model->rows, compare_rows);
}

static void set_titles(struct run_model *model, const struct desk *desk, size_t measure,
                       const size_t *baseline)
{
    const struct scoreboard *scores = desk->scores;
    buffer_clear(&model->measure);
    buffer_clear(&model->about);
    measure_add_name(scoreboard_measure(scores, measure), &model->measure);
    buffer_clear(&model->name);
    buffer_add(&model->name, scoreboard_run_name(scores, model->run));
    if (baseline != NULL) {
        buffer_add_string(&model->about, ", baseline ");
        buffer_add(&model->about, scoreboard_run_name(scores, *baseline));
    }
    if (model->n_rows > 0 && model->rows[model->n_rows - 1].hides_votes)
        buffer_add_format(&model->about, ". %s", desk_instead_of_votes(desk));
}

/*
 * Shows the scores of run number `run` by `measure` on these questions: those that are scored, and those with votes
 * whose scores must be hidden. `baseline`: the number of another run, or NULL. The questions lie in the arena, which
 * the model takes over.
 */
static void run_show(struct run_model *model, const struct desk *desk, size_t run, size_t measure,
                     const size_t *baseline, struct arena *arena, const struct question_row *questions,
                     size_t n)
{
    list_screen_take(&model->screen, arena);
    model->run = run;
    model->is_blind = desk->is_blind;
    model->of = scoreboard_measure(desk->scores, measure);
    set_rows(model, desk, measure, baseline, questions, n);
    set_titles(model, desk, measure, baseline);
    set_columns(model, baseline != NULL);
    list_release(&model->screen.list);
    list_screen_show(&model->screen, &kind, model->columns, model->n_columns, model->n_rows);
}

/* --- The screen ------------------------------------------------------------ */

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct run_model *model = void_model;
    const struct scores_model *scores = desk_model(desk, &screen_scores);
    bool has_baseline = scores->has_baseline && scores->baseline != location->run;
    struct arena arena = {0};
    struct question_row *questions;
    size_t n;
    bool worked = store_list_questions(desk->store, &arena, &questions, &n, err);
    if (worked)
        run_show(model, desk, location->run, scores->measure, has_baseline ? &scores->baseline : NULL, &arena,
                 questions, n);
    arena_release(&arena);
    return worked;
}

const struct screen screen_run = {
    .model_size = sizeof(struct run_model),
    .fill = fill,
    .wait = "reading the questions …",
    .leave = release, /* rows, one per question, take much memory in a large database */
    .tables = tables,
    .keys = list_screen_keys,
    .offers = list_screen_offers,
    .update = list_screen_update,
    .arrange = list_screen_arrange,
    .draw = list_screen_draw,
    .prompt = list_screen_prompt,
    .release = release,
};
