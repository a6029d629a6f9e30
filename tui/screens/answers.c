/*
 * This screen changes nothing itself: Enter asks the app to show the ballot of the selected answer again. The answer
 * stands until another one is given there.
 */
#include "tui/screens/answers.h"

enum { ANSWERS_MAX = 2000 }; /* number of newest answers shown */

/* --- Keys ----------------------------------------------------------------- */

static const struct key_row rows[] = {
    {.id = "change",
     .keys = {NAMED_ENTER},
     .action = ACTION_CHOOSE,
     .bar = {1, 2, "change it"},
     .help = "Show the ballot again; the answer stands until you give another"},
};

static const struct key_table table = {.id = "answers",
                                       .title = "Your answers",
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows,
                                       .also = &list_moving_table};

static const struct key_table *const tables[] = {&table, &list_typing_table, NULL};

/* --- Rows ----------------------------------------------------------------- */

enum answer_column {
    COLUMN_ANSWER,
    COLUMN_DOCUMENT,
    COLUMN_QUESTION,
    COLUMN_NOTE,
    COLUMN_REASON,
    COLUMN_EVIDENCE,
    COLUMN_COUNT
};

static const struct list_column columns[COLUMN_COUNT] = {
    [COLUMN_ANSWER] = {.title = "answer", .columns_max = 11, .rank = 1},
    [COLUMN_DOCUMENT] = {.title = "document", .columns_max = 30, .columns_min = 20, .rank = 2},
    [COLUMN_QUESTION] = {.title = "question", .rank = 3}, /* in a narrow window, the answer is more useful */
    [COLUMN_NOTE] = {.title = "note", .columns_max = 24, .rank = 4},
    /* From here on, columns shown only if an answer has such content. */
    [COLUMN_REASON] = {.title = "reason", .columns_max = 14, .rank = 5},
    [COLUMN_EVIDENCE] = {.title = "evidence", .columns_max = 40, .rank = 6},
};

static void add_answer(const struct own_answer *answer, struct buffer *text)
{
    static const char *const positions[] = {"none", "1", "2", "3"};
    if (answer->skip.size > 0)
        buffer_add(text, answer->skip);
    else if (answer->is_glance)
        buffer_add_string(text, answer->position == VOTE_NONE ? "dropped" : "kept");
    else
        buffer_add_string(text, positions[answer->position]);
    if (second_tied(answer->second) > 0)
        buffer_add_format(text, " and %d", second_tied(answer->second));
}

static void add_document(const struct own_answer *answer, struct buffer *text)
{
    if (answer->skip.size > 0)
        buffer_add_format(text, "%lld documents", (long long)answer->shown);
    else if (answer->position == VOTE_NONE && !answer->is_glance)
        buffer_add_format(text, "none of %lld", (long long)answer->shown);
    else
        buffer_add(text, answer->document);
    if (second_tied(answer->second) > 0) {
        buffer_add_string(text, " = ");
        buffer_add(text, answer->other);
    }
}

static void add_cell(const void *context, size_t row, size_t column, struct buffer *text)
{
    const struct answers_model *model = context;
    const struct own_answer *answer = &model->answers[row];
    switch ((enum answer_column)column) {
    case COLUMN_ANSWER:
        add_answer(answer, text);
        break;
    case COLUMN_DOCUMENT:
        add_document(answer, text);
        break;
    case COLUMN_QUESTION:
        buffer_add(text, answer->question);
        break;
    case COLUMN_NOTE:
        buffer_add(text, answer->note);
        break;
    case COLUMN_REASON:
        buffer_add(text, answer->reason);
        break;
    case COLUMN_EVIDENCE:
        buffer_add(text, answer->evidence.text);
        break;
    case COLUMN_COUNT:
        break;
    }
}

static enum style cell_style(const void *context, size_t row, size_t column)
{
    const struct answers_model *model = context;
    const struct own_answer *answer = &model->answers[row];
    bool is_beside = column >= COLUMN_NOTE || (column == COLUMN_DOCUMENT && answer->position == 0);
    return answer->skip.size > 0 || is_beside ? STYLE_DIM : STYLE_NORMAL;
}

static int compare(const void *context, size_t a, size_t b, size_t column)
{
    struct buffer left = {0}, right = {0};
    add_cell(context, a, column, &left);
    add_cell(context, b, column, &right);
    const int order = list_compare_texts(buffer_bytes(&left), buffer_bytes(&right));
    buffer_release(&left);
    buffer_release(&right);
    return order;
}

static void add_searched(const void *context, size_t row, struct buffer *text)
{
    for (size_t column = 0; column < COLUMN_COUNT; column++) {
        add_cell(context, row, column, text);
        buffer_add_byte(text, '\n');
    }
}

static void add_title(const void *void_model, struct buffer *text)
{
    const struct answers_model *model = void_model;
    size_t glances = 0, skips = 0;
    for (size_t i = 0; i < model->n_answers; i++) {
        glances += model->answers[i].is_glance;
        skips += model->answers[i].skip.size > 0;
    }
    const size_t votes = model->n_answers - glances - skips;
    buffer_add_format(text, "My answers · %s%zu vote%s", model->n_answers == ANSWERS_MAX ? "the last " : "",
                      votes, votes == 1 ? "" : "s");
    if (glances > 0)
        buffer_add_format(text, ", %zu kept or dropped", glances);
    if (skips > 0)
        buffer_add_format(text, ", %zu skipped", skips);
    buffer_add_string(text, ", the newest first");
}

/* --- The screen ------------------------------------------------------------ */

static struct effect act(void *void_model, struct action action)
{
    const struct answers_model *model = void_model;
    size_t row = list_selected(&model->screen.list);
    if (action.name != ACTION_CHOOSE && action.name != ACTION_CLICK)
        return effect_common(action);
    if (row == LIST_NO_ROW)
        return effect_remark("no answer is selected");
    return (struct effect){.kind = EFFECT_ACT,
                           .act = {.kind = ACT_REOPEN, .answer_id = model->answers[row].answer_id}};
}

static const struct list_kind kind = {
    .keys = &table,
    .source = {.add_cell = add_cell,
               .style = cell_style,
               .compare = compare,
               .add_searched = add_searched,
               .empty = "You have not answered anything yet."},
    .add_title = add_title,
    .act = act,
};

/* The number of columns: up to the last optional one that any answer uses. */
static size_t count_columns(const struct own_answer *answers, size_t n)
{
    size_t last = COLUMN_NOTE;
    for (size_t i = 0; i < n && last < COLUMN_EVIDENCE; i++) {
        if (answers[i].evidence.text.size > 0)
            last = COLUMN_EVIDENCE;
        else if (answers[i].reason.size > 0)
            last = COLUMN_REASON;
    }
    return last + 1;
}

static bool reread(void *void_model, const struct desk *desk, struct err *err)
{
    struct answers_model *model = void_model;
    struct arena arena = {0};
    struct own_answer *answers;
    size_t n;
    bool worked =
        store_list_own_answers(desk->store, desk->annotator, ANSWERS_MAX, &arena, &answers, &n, err);
    if (worked) {
        list_screen_take(&model->screen, &arena);
        model->answers = answers;
        model->n_answers = n;
        list_screen_show(&model->screen, &kind, columns, count_columns(answers, n), n);
    }
    arena_release(&arena);
    return worked;
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    (void)location;
    struct answers_model *model = void_model;
    list_clear_filter(&model->screen.list);
    if (!reread(model, desk, err))
        return false;
    list_select(&model->screen.list, 0); /* the newest */
    return true;
}

const struct screen screen_answers = {
    .opened_by = ACTION_ANSWERS,
    .model_size = sizeof(struct answers_model),
    .fill = fill,
    .reread = reread,
    .tables = tables,
    .keys = list_screen_keys,
    .offers = list_screen_offers,
    .update = list_screen_update,
    .arrange = list_screen_arrange,
    .draw = list_screen_draw,
    .prompt = list_screen_prompt,
    .release = list_screen_release,
};
