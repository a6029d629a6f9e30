/*
 * The rows are in the store's order. The state of a question is derived from its figures whenever it is needed. When
 * others have written, everything is read again (`reread`); the filter, the order and the selection stay.
 */
#include "tui/screens/questions.h"

#include "core/base/number.h"
#include "core/judge/annotator.h"

#include <math.h>

/* --- Keys ----------------------------------------------------------------- */

static const struct key_row rows[] = {
    {.id = "label",
     .keys = {NAMED_ENTER},
     .action = ACTION_CHOOSE,
     .bar = {1, 2, "label it"},
     .help = "Label the selected question now"},
};

static const struct key_table table = {.id = "questions",
                                       .title = "Questions",
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows,
                                       .also = &list_question_table};

static const struct key_table *const tables[] = {&table, &list_typing_table, NULL};

/* --- Rows ----------------------------------------------------------------- */

enum question_state { STATE_UNTOUCHED, STATE_BEGUN, STATE_DONE, STATE_LEFT_OUT, STATE_NO_CANDIDATES };

static const char *const state_names[] = {
    [STATE_UNTOUCHED] = "untouched",
    [STATE_BEGUN] = "begun",
    [STATE_DONE] = "✓ done",
    [STATE_LEFT_OUT] = "not in sample",
    [STATE_NO_CANDIDATES] = "no candidates",
};

static enum question_state state_of(const struct question_row *row)
{
    if (question_is_left_out(row))
        return STATE_LEFT_OUT;
    if (row->target == 0)
        return STATE_NO_CANDIDATES;
    if (question_is_done(row))
        return STATE_DONE;
    return row->ballots_done > 0 ? STATE_BEGUN : STATE_UNTOUCHED;
}

/* NAN: there are no votes, or they are hidden. */
static double none_share(const struct questions_model *model, size_t row_number)
{
    const struct question_row *row = &model->rows[row_number];
    return model->hides_votes[row_number] ? NAN : share_or_nan(row->none_votes, row->ballots_done);
}

enum question_column {
    COLUMN_STATE,
    COLUMN_TEXT,
    COLUMN_BALLOTS,
    COLUMN_NONE,
    COLUMN_CANDIDATES,
    COLUMN_NUMBER,
    COLUMN_QID, /* the last column: absent if the annotator is blind */
    COLUMN_COUNT,
};

static const struct list_column columns[COLUMN_COUNT] = {
    [COLUMN_STATE] = {.title = "state", .columns_max = 13, .rank = 1},
    [COLUMN_TEXT] = {.title = "question"},
    [COLUMN_BALLOTS] =
        {.title = "ballots", .columns_max = 15, .rank = 2, .is_right = true, .falls_first = true},
    [COLUMN_NONE] = {.title = "none", .columns_max = 6, .rank = 3, .is_right = true, .falls_first = true},
    [COLUMN_CANDIDATES] =
        {.title = "candidates", .columns_max = 11, .rank = 5, .is_right = true, .falls_first = true},
    [COLUMN_NUMBER] = {.title = "no.", .columns_max = 7, .rank = 6, .is_right = true},
    [COLUMN_QID] = {.title = "qid", .columns_max = 24, .rank = 4},
};

static void add_cell(const void *context, size_t row_number, size_t column, struct buffer *text)
{
    const struct questions_model *model = context;
    const struct question_row *row = &model->rows[row_number];
    switch ((enum question_column)column) {
    case COLUMN_NUMBER:
        buffer_add_format(text, "%zu", row_number + 1);
        break;
    case COLUMN_STATE:
        buffer_add_string(text, state_names[state_of(row)]);
        break;
    case COLUMN_TEXT:
        buffer_add(text, row->text);
        break;
    case COLUMN_BALLOTS:
        buffer_add_format(text, "%lld/%lld", (long long)row->ballots_done,
                          (long long)(row->ballots_done + row->ballots_left));
        break;
    case COLUMN_NONE:
        if (isnan(none_share(model, row_number)))
            buffer_add_string(text, "–");
        else
            buffer_add_format(text, "%.0f%%", 100 * none_share(model, row_number));
        break;
    case COLUMN_CANDIDATES:
        buffer_add_format(text, "%lld", (long long)row->candidates);
        break;
    case COLUMN_QID:
        buffer_add(text, row->qid);
        break;
    case COLUMN_COUNT:
        break;
    }
}

static enum style cell_style(const void *context, size_t row, size_t column)
{
    const struct questions_model *model = context;
    enum question_state state = state_of(&model->rows[row]);
    return state == STATE_DONE || state == STATE_LEFT_OUT || column == COLUMN_QID ? STYLE_DIM : STYLE_NORMAL;
}

static int compare(const void *context, size_t a_number, size_t b_number, size_t column)
{
    const struct questions_model *model = context;
    const struct question_row *a = &model->rows[a_number], *b = &model->rows[b_number];
    switch ((enum question_column)column) {
    case COLUMN_NUMBER:
        return (a_number > b_number) - (a_number < b_number);
    case COLUMN_STATE:
        return (int)state_of(a) - (int)state_of(b);
    case COLUMN_TEXT:
        return list_compare_texts(a->text, b->text);
    case COLUMN_BALLOTS:
        return list_compare_numbers((double)a->ballots_done, (double)b->ballots_done);
    case COLUMN_NONE:
        return list_compare_numbers(none_share(model, a_number), none_share(model, b_number));
    case COLUMN_CANDIDATES:
        return list_compare_numbers((double)a->candidates, (double)b->candidates);
    case COLUMN_QID:
        return bytes_compare(a->qid, b->qid);
    case COLUMN_COUNT:
        break;
    }
    return 0;
}

/* The filter must not find what is hidden. */
static void add_searched(const void *context, size_t row, struct buffer *text)
{
    const struct questions_model *model = context;
    number_add_digits(text, row + 1);
    buffer_add_byte(text, '\n');
    buffer_add_string(text, state_names[state_of(&model->rows[row])]);
    buffer_add_byte(text, '\n');
    desk_add_searched(model->rows[row].text, model->rows[row].qid, model->is_blind, text);
}

static void add_title(const void *void_model, struct buffer *text)
{
    const struct questions_model *model = void_model;
    buffer_add_format(text, "Questions · %zu of %zu done", model->n_done, model->n_rows - model->n_left_out);
    if (model->n_left_out > 0)
        buffer_add_format(text, ", %zu not in the sample", model->n_left_out);
}

/* --- Actions ----------------------------------------------------------------- */

/* The selected question; 0: none. */
static int64_t selected_question(const struct questions_model *model)
{
    size_t row = list_selected(&model->screen.list);
    return row != LIST_NO_ROW ? model->rows[row].question_id : 0;
}

static struct effect act(void *model, struct action action)
{
    if (action.name != ACTION_CHOOSE && action.name != ACTION_CLICK && action.name != ACTION_CANDIDATES)
        return effect_common(action);
    int64_t question_id = selected_question(model);
    if (question_id == 0)
        return effect_remark("no question is selected");
    if (action.name != ACTION_CANDIDATES)
        return (struct effect){.kind = EFFECT_TAKE_QUESTION, .question_id = question_id};
    return (struct effect){.kind = EFFECT_OPEN,
                           .open = {.screen = &screen_candidates, .question_id = question_id}};
}

static const struct list_kind kind = {
    .keys = &table,
    .source = {.add_cell = add_cell,
               .style = cell_style,
               .compare = compare,
               .add_searched = add_searched,
               .empty = "There are no questions yet: `assay import` adds them."},
    .add_title = add_title,
    .act = act,
};

/* --- The model ------------------------------------------------------------ */

void questions_open(struct questions_model *model, bool is_blind)
{
    model->is_blind = is_blind;
    list_clear_filter(&model->screen.list);
}

void questions_show(struct questions_model *model, struct arena *arena,
                    const struct question_row *question_rows, const bool *hides_votes, size_t n_rows)
{
    list_screen_take(&model->screen, arena);
    model->rows = question_rows;
    model->hides_votes = hides_votes;
    model->n_rows = n_rows;
    model->n_done = model->n_left_out = 0;
    for (size_t i = 0; i < n_rows; i++) {
        model->n_done += state_of(&question_rows[i]) == STATE_DONE;
        model->n_left_out += state_of(&question_rows[i]) == STATE_LEFT_OUT;
    }
    list_screen_show(&model->screen, &kind, columns, model->is_blind ? COLUMN_QID : COLUMN_COUNT, n_rows);
}

void questions_select(struct questions_model *model, int64_t question_id)
{
    for (size_t i = 0; i < model->n_rows; i++)
        if (model->rows[i].question_id == question_id)
            list_select(&model->screen.list, i);
}

/* --- The screen ------------------------------------------------------------ */

static const bool *list_hidden(const struct desk *desk, struct arena *arena,
                               const struct question_row *question_rows, size_t n)
{
    bool *hides_votes = arena_get_array(arena, n, sizeof *hides_votes);
    for (size_t i = 0; i < n; i++)
        hides_votes[i] = desk_hides_votes(desk, &question_rows[i]);
    return hides_votes;
}

static bool reread(void *void_model, const struct desk *desk, struct err *err)
{
    struct arena arena = {0};
    struct question_row *question_rows;
    size_t n;
    bool worked = store_list_questions(desk->store, &arena, &question_rows, &n, err);
    if (worked)
        questions_show(void_model, &arena, question_rows, list_hidden(desk, &arena, question_rows, n), n);
    arena_release(&arena);
    return worked;
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    (void)location;
    questions_open(void_model, desk->is_blind);
    if (!reread(void_model, desk, err))
        return false;
    if (desk->ballot != NULL)
        questions_select(void_model, desk->ballot->question_id);
    return true;
}

/* Frees the rows, one per question, which take much memory in a large database. */
static void leave(void *void_model)
{
    struct arena none = {0};
    questions_show(void_model, &none, NULL, NULL, 0);
}

const struct screen screen_questions = {
    .opened_by = ACTION_QUESTIONS,
    .model_size = sizeof(struct questions_model),
    .fill = fill,
    .reread = reread,
    .wait = "reading the questions …",
    .leave = leave,
    .tables = tables,
    .keys = list_screen_keys,
    .offers = list_screen_offers,
    .update = list_screen_update,
    .arrange = list_screen_arrange,
    .draw = list_screen_draw,
    .prompt = list_screen_prompt,
    .release = list_screen_release,
};
