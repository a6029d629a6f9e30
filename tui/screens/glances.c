/*
 * The list is the pool in the order in which candidates are asked about. Each filling selects the candidate in hand, or
 * the next one below the user's own choice. The user may select and answer any of them; the new answer replaces its
 * earlier one.
 */
#include "tui/screens/glances.h"

#include "core/markup/markup_guess.h"
#include "core/store/content/documents.h"
#include "tui/keys/going.h"
#include "tui/text/passages.h"

/* --- Keys ----------------------------------------------------------------- */

enum glances_action {
    GLANCES_KEEP = ACTION_OWN,
    GLANCES_DROP,
    GLANCES_DROP_REST,
    GLANCES_UNDO,
    GLANCES_END,
};

// clang-format off
static const struct key_row rows[] = {
    {.id = "keep", .keys = {' '}, .action = GLANCES_KEEP,
     .bar = {1, 1, "keep"}, .help = "Keep the selected candidate: it may answer the question"},
    {.id = "drop", .keys = {'x'}, .action = GLANCES_DROP,
     .bar = {1, 2, "drop"}, .help = "Drop it: it cannot answer the question"},
    {.id = "drop-rest", .keys = {'D'}, .action = GLANCES_DROP_REST,
     .bar = {1, 4, "drop the rest"}, .brief = "rest", .help = "Drop all candidates that are neither kept nor dropped yet"},
    {.id = "ballots", .keys = {NAMED_ENTER}, .action = GLANCES_END,
     .bar = {1, 3, "go to the ballots"}, .brief = "ballots", .help = "Go to the ballots; what you have not kept or dropped stays undecided"},
    {.id = "undo", .keys = {'u'}, .action = GLANCES_UNDO,
     .bar = {1, 5, "undo"}, .help = "Undo your last answer; again for the one before it"},
    {.id = "line", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = ACTION_LINE,
     .bar = {2, 7, "select"}, .help = "Select the candidate above or below"},
    {.id = "page", .keys = {NAMED_PAGE_UP, NAMED_PAGE_DOWN}, .places = 2, .action = ACTION_PAGE,
     .bar = {0, 0, "by a page"}, .help = "Go up or down a page"},
    {.id = "ends", .keys = {NAMED_HOME, NAMED_END}, .places = 2, .action = ACTION_ENDS,
     .bar = {0, 0, "first, last"}, .help = "Go to the first or last candidate"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {0, 0, "back"}, .help = "Leave the answer that you look at again as it is"},
    {.id = "quit", .keys = {'q'}, .action = ACTION_QUIT,
     .bar = {1, 6, "quit"}, .help = "Quit; every answer is saved, and the next session resumes here"},
};
// clang-format on

static const struct key_table table = {.id = "glances",
                                       .title = "Keep or drop",
                                       .keeps_places = true,
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows,
                                       .also = &going_table};

static const struct key_table *const tables[] = {&table, NULL};

/* --- Rows ----------------------------------------------------------------- */

enum column { COLUMN_SAID, COLUMN_TITLE, COLUMN_PASSAGE, COLUMN_COUNT };

static const struct list_column columns[COLUMN_COUNT] = {
    [COLUMN_SAID] = {.title = "", .columns_max = 7, .rank = 1},
    [COLUMN_TITLE] = {.title = "candidate", .columns_max = 44, .columns_min = 20, .rank = 2},
    [COLUMN_PASSAGE] = {.title = "best passage", .rank = 3},
};

static void add_cell(const void *context, size_t row, size_t column, struct buffer *text)
{
    const struct glances_model *model = context;
    const struct glanced_candidate *candidate = &model->candidates[row];
    switch ((enum column)column) {
    case COLUMN_SAID:
        if (candidate->answer_id != 0)
            buffer_add_string(text, candidate->is_kept ? "kept" : "dropped");
        break;
    case COLUMN_TITLE:
        buffer_add(text, candidate->title.size > 0 ? candidate->title : model->passages[row]);
        break;
    case COLUMN_PASSAGE:
        buffer_add(text, model->passages[row]);
        break;
    case COLUMN_COUNT:
        break;
    }
}

static enum style cell_style(const void *context, size_t row, size_t column)
{
    const struct glances_model *model = context;
    const struct glanced_candidate *candidate = &model->candidates[row];
    return (candidate->answer_id != 0 && !candidate->is_kept) || column == COLUMN_PASSAGE ? STYLE_DIM
                                                                                          : STYLE_NORMAL;
}

static void add_title(const void *void_model, struct buffer *text)
{
    const struct glances_model *model = void_model;
    size_t kept = 0, dropped = 0;
    for (size_t i = 0; i < model->n; i++) {
        kept += model->candidates[i].answer_id != 0 && model->candidates[i].is_kept;
        dropped += model->candidates[i].answer_id != 0 && !model->candidates[i].is_kept;
    }
    buffer_add_format(text, "Keep or drop · %zu left, %zu kept, %zu dropped", model->n - kept - dropped, kept,
                      dropped);
}

static struct effect answer(const struct glances_model *model, int position)
{
    const size_t row = list_selected(&model->screen.list);
    if (row == LIST_NO_ROW)
        return effect_remark("no candidate is selected");
    const struct glanced_candidate *candidate = &model->candidates[row];
    if (candidate->answer_id != 0 && candidate->is_kept == (position > VOTE_NONE))
        return effect_remark(candidate->is_kept ? "It is kept already" : "It is dropped already");
    return (struct effect){.kind = EFFECT_ACT,
                           .act = {.kind = ACT_ANSWER,
                                   .answer = {.position = position},
                                   .answer_id = candidate->answer_id,
                                   .document_id = candidate->document_id}};
}

static struct effect act(void *void_model, struct action action)
{
    const struct glances_model *model = void_model;
    switch ((int)action.name) {
    case GLANCES_KEEP:
        return answer(model, 1);
    case GLANCES_DROP:
        return answer(model, VOTE_NONE);
    case GLANCES_DROP_REST:
        return (struct effect){.kind = EFFECT_ACT, .act = {.kind = ACT_DROP_REST}};
    case GLANCES_END:
        return (struct effect){.kind = EFFECT_ACT, .act = {.kind = ACT_END_GLANCES}};
    case ACTION_BACK:
        return (struct effect){.kind = EFFECT_ACT, .act = {.kind = ACT_LEAVE}};
    case GLANCES_UNDO:
        return (struct effect){.kind = EFFECT_ACT, .act = {.kind = ACT_UNDO}};
    default:
        return effect_common(action);
    }
}

static const struct list_kind kind = {
    .keys = &table,
    .source = {.add_cell = add_cell, .style = cell_style, .empty = "This question has no candidates."},
    .add_title = add_title,
    .act = act,
};

/* --- Passages --------------------------------------------------------------- */

/* The best passage of a text in one line, in the arena. */
static struct bytes best_passage(const struct question_words *words, enum document_format format,
                                 struct bytes source, struct arena *arena)
{
    struct markdown markdown = {0};
    struct passage_list passages = {0};
    struct buffer line = {0};
    const enum text_markup markup = markup_of(format, source);
    struct bytes text = source;
    if (markup != MARKUP_NONE) {
        markdown_set_markup(&markdown, markup, source, 0);
        while (markdown_extend(&markdown))
            ;
        text = buffer_bytes(&markdown.seen.text);
    }
    const struct text_units units =
        text_units_find(arena, text, markup != MARKUP_NONE ? &markdown.seen : NULL);
    passage_list_find(&passages, text, &units, words);
    const struct passage best = passage_list_best(&passages, text, &units);
    buffer_add_one_line(&line, bytes_slice(text, best.start, best.end));
    const struct bytes copy = arena_copy(arena, buffer_bytes(&line));
    buffer_release(&line);
    passage_list_release(&passages);
    markdown_release(&markdown);
    return copy;
}

static void find_passages(struct glances_model *model, const struct desk *desk, struct arena *arena)
{
    struct bytes texts[POOL_TEXTS_MAX];
    const size_t n = model->n < POOL_TEXTS_MAX ? model->n : POOL_TEXTS_MAX;
    for (size_t i = 0; i < n; i++)
        texts[i] = model->candidates[i].text;
    question_words_set(&model->words, model->question, desk->language);
    question_words_weigh(&model->words, texts, n);
    model->passages = arena_get_array(arena, model->n, sizeof *model->passages);
    for (size_t i = 0; i < model->n; i++)
        model->passages[i] = best_passage(&model->words, desk->format, model->candidates[i].text, arena);
}

/* --- The screen ------------------------------------------------------------ */

/* The candidate of the selected row; 0: there is none. */
static int64_t selected_id(const struct glances_model *model)
{
    const size_t row = list_selected(&model->screen.list);
    return row < model->n ? model->candidates[row].document_id : 0;
}

/* model->n: it is not in the list. */
static size_t row_of(const struct glances_model *model, int64_t document_id)
{
    size_t row = 0;
    while (row < model->n && model->candidates[row].document_id != document_id)
        row++;
    return row;
}

/*
 * The row to go on with: if the one that was selected has an answer now, the next one below it that has none; else the
 * one in hand.
 */
static size_t row_to_go_on(const struct glances_model *model, int64_t was_selected,
                           const struct ballot *ballot)
{
    const size_t in_hand = row_of(model, ballot->documents[0].candidate_id);
    size_t row = row_of(model, was_selected);
    while (row < model->n && model->candidates[row].answer_id != 0)
        row++;
    const size_t found = row < model->n && row != row_of(model, was_selected) ? row : in_hand;
    return found < model->n ? found : 0;
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    (void)location;
    struct glances_model *model = void_model;
    struct arena arena = {0};
    struct glanced_candidate *candidates;
    size_t n;
    const int64_t was_selected = selected_id(model);
    if (!store_list_glanced(desk->store, desk->annotator, desk->ballot->question_id, &arena, &candidates, &n,
                            err)) {
        arena_release(&arena);
        return false;
    }
    model->candidates = candidates;
    model->n = n;
    model->question = arena_copy(&arena, desk->ballot->question);
    find_passages(model, desk, &arena);
    list_screen_take(&model->screen, &arena);
    list_screen_show(&model->screen, &kind, columns, COLUMN_COUNT, n);
    list_select(&model->screen.list, row_to_go_on(model, was_selected, desk->ballot));
    model->shown = SIZE_MAX;
    return true;
}

enum { PASSAGE_ROWS_MAX = 5, LIST_ROWS_MIN = 4, HEADING_ROWS = 2 };

/* Places the question above the list and the selected passage below it, if there is room. */
static void arrange(void *void_model, struct rectangle area)
{
    struct glances_model *model = void_model;
    struct rectangle list = area;
    list.row++;
    list.rows--;
    int rows_below = list.rows - HEADING_ROWS - LIST_ROWS_MIN;
    rows_below = rows_below > PASSAGE_ROWS_MAX + 1 ? PASSAGE_ROWS_MAX + 1 : rows_below < 2 ? 0 : rows_below;
    list.rows -= rows_below;
    model->below = (struct rectangle){.row = list.row + list.rows,
                                      .column = area.column,
                                      .rows = rows_below,
                                      .columns = area.columns};
    list_screen_arrange(&model->screen, list);
    const size_t row = list_selected(&model->screen.list);
    if (row != LIST_NO_ROW && row != model->shown) {
        buffer_clear(&model->preview);
        buffer_add_one_line(&model->preview, model->candidates[row].title);
        if (model->preview.size > 0)
            buffer_add_byte(&model->preview, '\n');
        buffer_add(&model->preview, model->passages[row]);
        text_view_set(&model->passage, buffer_bytes(&model->preview));
        text_view_mark_words(&model->passage, &model->words);
        model->shown = row;
    }
    if (rows_below > 1)
        text_view_arrange(&model->passage, area.columns - 2, rows_below - 1);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct glances_model *model = void_model;
    const struct rectangle *list = &model->screen.area, *below = &model->below;
    struct buffer question = {0};
    buffer_add_one_line(&question, model->question);
    surface_put(surface, list->row - 1, list->column + 1, list->column + list->columns,
                buffer_bytes(&question), STYLE_QUESTION);
    buffer_release(&question);
    list_screen_draw(&model->screen, surface);
    if (below->rows < 2)
        return;
    surface_horizontal(surface, below->row, below->column, below->columns, LINE_LIGHT, STYLE_FRAME);
    text_view_draw(&model->passage, surface, below->row + 1, below->column + 1, STYLE_NORMAL);
}

static void release(void *void_model)
{
    struct glances_model *model = void_model;
    text_view_release(&model->passage);
    buffer_release(&model->preview);
    question_words_release(&model->words);
    list_screen_release(&model->screen);
}

const struct screen screen_glances = {
    .model_size = sizeof(struct glances_model),
    .fill = fill,
    .tables = tables,
    .keys = list_screen_keys,
    .offers = list_screen_offers,
    .update = list_screen_update,
    .arrange = arrange,
    .draw = draw,
    .release = release,
};
