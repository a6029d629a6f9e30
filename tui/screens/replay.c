/*
 * The steps are read once. The screen of a step is read when the user goes to it, which is up to the app: the screen
 * asks to be filled again.
 */
#include "tui/screens/replay.h"

#include "core/markup/markup_guess.h"
#include "tui/widget/title_line.h"

enum {
    MARGIN = 1,
    SAID_SHARE = 3, /* the answer's text takes at most one row in so many */
    QUESTION_ROWS_MAX = 3,
    BESIDE_COLUMNS_LEAST = 26, /* smallest width of a document next to others */
    BELOW_ROWS_LEAST = 5,      /* smallest height of a document below others */
};

enum replay_action { REPLAY_STEP = ACTION_OWN, REPLAY_ENDS, REPLAY_FOCUS };

// clang-format off
static const struct key_row key_rows[] = {
    {.id = "step", .keys = {NAMED_LEFT, NAMED_RIGHT, 'p', 'n'}, .places = 2, .action = REPLAY_STEP,
     .bar = {2, 1, "step"}, .help = "Go to the answer before or after it"},
    {.id = "ends", .keys = {NAMED_HOME, NAMED_END, 'g', 'G'}, .places = 2, .action = REPLAY_ENDS,
     .bar = {2, 5, "first, last"}, .help = "Go to the first or the last answer"},
    {.id = "focus", .keys = {NAMED_TAB}, .action = REPLAY_FOCUS,
     .bar = {1, 4, "document"}, .help = "Scroll the next document"},
    {.id = "line", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = ACTION_LINE,
     .bar = {2, 3, "scroll"}, .help = "Scroll the document by a line"},
    {.id = "page", .keys = {NAMED_PAGE_UP, NAMED_PAGE_DOWN, KEY_CONTROL | 'u', KEY_CONTROL | 'd', KEY_CONTROL | 'b', KEY_CONTROL | 'f'}, .places = 2,
     .action = ACTION_PAGE, .help = "Scroll the document by a page"},
    {.id = "wheel", .keys = {NAMED_WHEEL_UP, NAMED_WHEEL_DOWN}, .places = 2, .action = ACTION_WHEEL,
     .help = "Scroll the document by some lines"},
    {.id = "help", .keys = {'?', NAMED_F1}, .action = ACTION_HELP, .bar = {1, 6, "help"}, .help = "Show all keys"},
    {.id = "back", .keys = {NAMED_ESCAPE, 'q'}, .action = ACTION_BACK,
     .bar = {1, 2, "back"}, .help = "Go back, or end `assay label --replay`"},
};
// clang-format on

static const struct key_table table = {.id = "replay",
                                       .title = "The replay of an annotator's answers",
                                       .rows = key_rows,
                                       .n_rows = sizeof key_rows / sizeof *key_rows};

static const struct key_table *const tables[] = {&table, NULL};

static const struct key_table *keys(const void *model)
{
    (void)model;
    return &table;
}

/* --- The model ------------------------------------------------------------ */

static void release(void *void_model)
{
    struct replay_model *model = void_model;
    arena_release(&model->arena);
    arena_release(&model->ballot_arena);
    question_words_release(&model->words);
    buffer_release(&model->said);
    text_view_release(&model->said_text);
    text_view_release(&model->question);
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        document_box_release(&model->boxes[i]);
}

static void show_said(struct replay_model *model)
{
    const struct sitting_step *step = &model->sitting.steps[model->step];
    struct buffer words = {0};
    buffer_clear(&model->said);
    sitting_add_answer(step, &model->seen, &model->said);
    sitting_add_words(step, &words);
    if (words.size > 0)
        buffer_add_format(&model->said, "\n%s", buffer_string(&words));
    buffer_clear(&words);
    sitting_add_versions(&model->seen, &words);
    if (words.size > 0)
        buffer_add_format(&model->said, "\n%s", buffer_string(&words));
    buffer_release(&words);
    text_view_set(&model->said_text, buffer_bytes(&model->said));
}

static void show_step(struct replay_model *model, const struct desk *desk)
{
    const struct ballot *ballot = &model->seen.ballot;
    const int64_t chosen = model->sitting.steps[model->step].position;
    const int tied = second_tied(model->sitting.steps[model->step].second);
    model->focus = chosen > VOTE_NONE ? (size_t)chosen - 1 : 0;
    text_view_set(&model->question, ballot->question);
    question_words_set(&model->words, ballot->question, desk->language);
    for (size_t i = 0; i < ballot->n_slots; i++) {
        struct document_box *box = &model->boxes[i];
        document_box_set(box, (int)i + 1, false, &ballot->documents[i]);
        document_box_mark_words(box, &model->words);
        text_view_render(&box->text, markup_of(desk->format, ballot->documents[i].text));
        const bool is_chosen = chosen == (int64_t)i + 1 || tied == (int)i + 1;
        document_box_set_remark(box, bytes_of(is_chosen ? "chosen" : ""));
    }
    show_said(model);
}

static bool read_steps(struct replay_model *model, struct store *store, struct bytes annotator,
                       struct err *err)
{
    struct arena arena = {0};
    struct answered_sitting sitting;
    if (!answered_sitting_read(store, annotator, &arena, &sitting, err)) {
        arena_release(&arena);
        return false;
    }
    arena_release(&model->arena);
    model->arena = arena;
    model->sitting = sitting;
    model->step = 0;
    return true;
}

/* With an annotator, starts at the first answer; without, goes to the location's step for the same annotator. */
static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct replay_model *model = void_model;
    struct arena arena = {0};
    struct seen_ballot seen;
    if (!desk->is_lead)
        return err_set(err, ERR_USAGE, "replays are for project leads: restart with `assay label --lead`");
    if (location->annotator.size > 0 && !read_steps(model, desk->store, location->annotator, err))
        return false;
    const size_t step = location->annotator.size > 0 ? 0 : location->step;
    if (!store_read_seen_ballot(desk->store, model->sitting.steps[step].answer_id, &arena, &seen, err)) {
        arena_release(&arena);
        return false;
    }
    arena_release(&model->ballot_arena);
    model->ballot_arena = arena;
    model->seen = seen;
    model->step = step;
    show_step(model, desk);
    return true;
}

/* --- Update --------------------------------------------------------------- */

static struct effect go_to_step(const struct replay_model *model, struct action action)
{
    const bool goes_back = action.nth == 0;
    const size_t last = model->sitting.n - 1;
    if (model->step == (goes_back ? 0 : last))
        return effect_remark("this is the %s answer", goes_back ? "first" : "last");
    const size_t next = goes_back ? model->step - 1 : model->step + 1;
    const size_t end = goes_back ? 0 : last;
    return (
        struct effect){.kind = EFFECT_REFILL,
                       .open = {.screen = &screen_replay, .step = action.name == REPLAY_ENDS ? end : next}};
}

static struct effect update(void *void_model, struct action action)
{
    struct replay_model *model = void_model;
    switch (action.name) {
    case REPLAY_STEP:
    case REPLAY_ENDS:
        return go_to_step(model, action);
    case REPLAY_FOCUS:
        model->focus = (model->focus + 1) % model->seen.ballot.n_slots;
        return no_effect;
    case ACTION_LINE:
    case ACTION_PAGE:
    case ACTION_WHEEL:
        return text_view_scroll(&model->boxes[model->focus].text, action) ? no_effect
                                                                          : effect_at_end(action.nth);
    default:
        return effect_common(action);
    }
}

/* --- Drawing -------------------------------------------------------------- */

/* Arranges the text at the top of the area, at most `most` rows high, and removes these rows from the area. */
static void arrange_text(struct text_view *text, struct rectangle *area, int most)
{
    const int columns = area->columns - 2 * MARGIN;
    const int rows = text_view_count_rows(text, columns, most);
    text_view_arrange(text, columns, rows < most ? rows : most);
    area->row += text->rows;
    area->rows -= text->rows;
}

static void arrange_below(struct replay_model *model, struct rectangle area)
{
    const size_t n = model->seen.ballot.n_slots;
    const int rows = area.rows / (int)n;
    for (size_t i = 0; i < n; i++)
        document_box_arrange(&model->boxes[i],
                             (struct rectangle){area.row + rows * (int)i, area.column, rows, area.columns},
                             false, document_box_count_title_rows(&model->boxes[i], area.columns, rows));
}

static void arrange(void *void_model, struct rectangle area)
{
    struct replay_model *model = void_model;
    const int n = (int)model->seen.ballot.n_slots;
    model->area = area;
    area.row++; /* the title's row */
    area.rows--;
    arrange_text(&model->said_text, &area, area.rows / SAID_SHARE > 1 ? area.rows / SAID_SHARE : 1);
    arrange_text(&model->question, &area, QUESTION_ROWS_MAX < area.rows / 2 ? QUESTION_ROWS_MAX : 1);
    const bool beside = area.columns / n >= BESIDE_COLUMNS_LEAST;
    model->shows_one = !beside && area.rows / n < BELOW_ROWS_LEAST;
    for (int i = 0; i < n; i++)
        model->boxes[i].of = model->shows_one ? n : 0;
    if (model->shows_one)
        document_box_arrange(&model->boxes[model->focus], area, false,
                             document_box_count_title_rows(&model->boxes[model->focus], area.columns,
                                                           area.rows));
    else if (beside)
        (void)document_boxes_arrange(model->boxes, (size_t)n, area);
    else
        arrange_below(model, area);
}

static void draw_title(const struct replay_model *model, struct surface *surface)
{
    struct buffer title = {0}, position = {0};
    buffer_add_string(&title, "Replay of ");
    buffer_add(&title, model->sitting.annotator);
    buffer_add_format(&position, "answer %zu of %zu", model->step + 1, model->sitting.n);
    title_line_draw(surface, model->area, buffer_bytes(&title), buffer_bytes(&position));
    buffer_release(&title);
    buffer_release(&position);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct replay_model *model = void_model;
    const int column = model->area.column + MARGIN;
    int row = model->area.row + 1;
    draw_title(model, surface);
    text_view_draw(&model->said_text, surface, row, column, STYLE_ACCENT);
    row += model->said_text.rows;
    text_view_draw(&model->question, surface, row, column, STYLE_QUESTION);
    for (size_t i = 0; !model->shows_one && i < model->seen.ballot.n_slots; i++)
        if (i != model->focus)
            document_box_draw(&model->boxes[i], surface, false);
    document_box_draw(&model->boxes[model->focus], surface, true);
    surface_place_cursor(surface, model->area.row + 1, column);
}

const struct screen screen_replay = {
    .model_size = sizeof(struct replay_model),
    .fill = fill,
    .wait = "reading the answers …",
    .tables = tables,
    .keys = keys,
    .update = update,
    .arrange = arrange,
    .draw = draw,
    .release = release,
};
