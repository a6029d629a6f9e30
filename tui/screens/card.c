#include "tui/screens/card.h"

#include "core/base/number.h"
#include "core/base/unicode.h"
#include "core/store/votes/annotators.h"
#include "tui/keys/going.h"
#include "tui/text/shortening.h"
#include "tui/widget/line_edit.h"

enum {
    MARGIN = 2,
    MANY_VOTES = 20000, /* with more votes in the database, repeats are not read */
    DOCUMENT_COLUMNS = 26,
};

enum card_action { CARD_UNDO = ACTION_OWN, CARD_KEEP };

// clang-format off
static const struct key_row rows[] = {
    {.id = "quit", .keys = {'q'}, .action = ACTION_QUIT,
     .bar = {1, 1, "quit"}, .help = "Quit; the next session resumes where you stopped"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 2, "go on labelling"}, .help = "Go on labelling"},
    {.id = "open", .keys = {NAMED_ENTER}, .action = ACTION_CHOOSE,
     .bar = {1, 3, "look at it again"}, .help = "Look at the selected answer's ballot again, once you have agreed to undo it"},
    {.id = "line", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = ACTION_LINE,
     .bar = {2, 4, "select"}, .help = "Select another answer"},
};

static const struct key_row asking_rows[] = {
    {.id = "undo", .keys = {NAMED_ENTER}, .action = CARD_UNDO,
     .bar = {1, 1, "undo it"}, .help = "Undo the selected answer and show its ballot; another vote takes its place"},
    {.id = "back", .keys = {NAMED_ESCAPE, 'q'}, .action = CARD_KEEP,
     .bar = {1, 2, "keep it"}, .help = "Keep the answer as it is"},
};
// clang-format on

static const struct key_table table = {.id = "card",
                                       .title = "The end of a session",
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows,
                                       .also = &going_table};

static const struct key_table asking_table = {.id = "card-undo",
                                              .title = "After Enter at the end of a session",
                                              .rows = asking_rows,
                                              .n_rows = sizeof asking_rows / sizeof *asking_rows};

static const struct key_table *const tables[] = {&table, &asking_table, NULL};

static const struct key_table *keys(const void *void_model)
{
    const struct card_model *model = void_model;
    return model->asks ? &asking_table : &table;
}

static void release(void *void_model)
{
    struct card_model *model = void_model;
    arena_release(&model->arena);
}

static bool read_repeats(struct card_model *model, const struct desk *desk, struct err *err)
{
    struct annotator_row *annotators;
    struct arena arena = {0};
    size_t n;
    model->repeats = (struct repeats){0};
    if (desk->progress.ballots_done > MANY_VOTES)
        return true;
    const bool has_read = store_list_annotators(desk->store, &arena, &annotators, &n, err);
    for (size_t i = 0; has_read && i < n; i++)
        if (bytes_equal(annotators[i].name, desk->annotator))
            model->repeats = annotators[i].repeats;
    arena_release(&arena);
    return has_read;
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct card_model *model = void_model;
    struct own_answer *answers;
    size_t n, most = 0;
    (void)location;
    model->sum = desk->session_sum;
    model->selected = 0;
    model->asks = false;
    model->keymap = &desk->preferences->keymap;
    arena_clear(&model->arena);
    for (size_t i = 0; i < model->sum.n_quick; i++)
        most = larger_size(most, model->sum.quick[i].newest + 1);
    if (!store_list_own_answers(desk->store, desk->annotator, most, &model->arena, &answers, &n, err) ||
        !read_repeats(model, desk, err))
        return false;
    if (n < most)
        model->sum.n_quick = 0; /* some were undone in another session */
    for (size_t i = 0; i < model->sum.n_quick; i++)
        model->quick[i] = &answers[model->sum.quick[i].newest];
    return true;
}

static struct effect select_another(struct card_model *model, int nth)
{
    const size_t n = model->sum.n_quick;
    if (n == 0 || model->selected == (nth == 0 ? 0 : n - 1))
        return effect_at_end(nth);
    model->selected += nth == 0 ? (size_t)-1 : 1;
    return no_effect;
}

static struct effect undo_selected(const struct card_model *model)
{
    return (
        struct effect){.kind = EFFECT_ACT,
                       .act = {.kind = ACT_REOPEN, .answer_id = model->quick[model->selected]->answer_id}};
}

static struct effect update(void *void_model, struct action action)
{
    struct card_model *model = void_model;
    const bool has_asked = model->asks;
    model->asks = false;
    switch ((int)action.name) {
    case ACTION_LINE:
        return select_another(model, action.nth);
    case ACTION_CHOOSE:
        model->asks = model->sum.n_quick > 0;
        return model->asks ? no_effect : effect_remark("none of your answers was quick");
    case CARD_UNDO:
        return undo_selected(model);
    case CARD_KEEP:
        return no_effect;
    default:
        model->asks = has_asked;
        return effect_common(action);
    }
}

static bool prompt(const void *void_model, struct buffer *text, size_t *cursor)
{
    const struct card_model *model = void_model;
    *cursor = NO_CURSOR;
    if (model->asks)
        buffer_add_string(text, "Undo this answer and show its ballot? You then answer it again.");
    return model->asks;
}

static bool offers(const void *void_model, struct action action)
{
    const struct card_model *model = void_model;
    return model->sum.n_quick > 0 || (action.name != ACTION_CHOOSE && action.name != ACTION_LINE);
}

static void arrange(void *void_model, struct rectangle area)
{
    struct card_model *model = void_model;
    model->area = area;
}

/* --- Drawing -------------------------------------------------------------- */

/* Appends "34 answers in about 12 minutes, all saved." */
static void add_sum(const struct session_sum *sum, struct buffer *text)
{
    enum { MINUTE_MS = 60000 };
    const long long minutes = (sum->work_ms + MINUTE_MS / 2) / MINUTE_MS;
    number_add_grouped(text, sum->votes);
    buffer_add_string(text, sum->votes == 1 ? " answer" : " answers");
    if (minutes > 0)
        buffer_add_format(text, " in about %lld minute%s", minutes, minutes == 1 ? "" : "s");
    buffer_add_string(text, ", all saved.");
}

static void add_repeats(const struct repeats *repeats, struct buffer *text)
{
    if (repeats->all > 0)
        buffer_add_format(text,
                          "You saw %lld pair%s of documents twice and decided %lld of them the same way.",
                          (long long)repeats->all, repeats->all == 1 ? "" : "s",
                          (long long)repeats->agreeing);
}

/* Draws "0.9 s   1  “Contract v1”   can the buyer terminate" */
static void draw_answer(const struct card_model *model, size_t i, struct surface *surface, int row)
{
    const struct own_answer *answer = model->quick[i];
    const int column = model->area.column + MARGIN, end = model->area.column + model->area.columns - 1;
    struct buffer text = {0};
    if (i == model->selected)
        surface_put_string(surface, row, column, column + 1, "▸", STYLE_ACCENT);
    buffer_add_format(&text, "%.1f s  ", (double)model->sum.quick[i].elapsed_ms / 1000);
    if (answer->position == VOTE_NONE)
        buffer_add_string(&text, "none");
    else
        buffer_add_format(&text, "%lld ", (long long)answer->position);
    if (second_tied(answer->second) > 0)
        buffer_add_format(&text, "and %d ", second_tied(answer->second));
    struct buffer title = {0};
    unicode_add_visible(&title, answer->document);
    text_add_without_middle(buffer_bytes(&title), DOCUMENT_COLUMNS, &text);
    buffer_add_string(&text, " · ");
    unicode_add_visible(&text, answer->question);
    surface_put(surface, row, column + 2, end, buffer_bytes(&text),
                i == model->selected ? STYLE_TITLE : STYLE_NORMAL);
    if (i == model->selected)
        surface_place_cursor(surface, row, column + 2);
    buffer_release(&title);
    buffer_release(&text);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct card_model *model = void_model;
    const int column = model->area.column + MARGIN, end = model->area.column + model->area.columns - 1;
    struct buffer text = {0}, shown = {0};
    int row = model->area.row + 1;
    add_sum(&model->sum, &text);
    surface_put(surface, row++, column, end, buffer_bytes(&text), STYLE_TITLE);
    surface_place_cursor(surface, model->area.row + 1, column);
    buffer_clear(&text);
    add_repeats(&model->repeats, &text);
    if (text.size > 0)
        surface_put(surface, row++, column, end, buffer_bytes(&text), STYLE_NORMAL);
    row++;
    if (model->sum.n_quick > 0)
        surface_put_string(surface, row++, column, end, "Quick answers: look at them again?", STYLE_NORMAL);
    for (size_t i = 0; i < model->sum.n_quick; i++)
        draw_answer(model, i, surface, row++);
    row += model->sum.n_quick > 0 ? 1 : 0;
    (void)keymap_add_text(model->keymap, &table,
                          bytes_of(KEY_OF("quit") " quits; the next session resumes where you stopped."),
                          &shown);
    surface_put(surface, row, column, end, buffer_bytes(&shown), STYLE_NORMAL);
    buffer_release(&text);
    buffer_release(&shown);
}

const struct screen screen_card = {
    .model_size = sizeof(struct card_model),
    .fill = fill,
    .tables = tables,
    .keys = keys,
    .offers = offers,
    .update = update,
    .arrange = arrange,
    .draw = draw,
    .prompt = prompt,
    .release = release,
};
