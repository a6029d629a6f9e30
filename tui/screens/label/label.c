/*
 * The ballot belongs to the session and the model points to it. label_show is called after everything that may have
 * moved its texts, even if it is the same ballot. The reader's state stays as long as it is useful: position, focus
 * and zoom while the ballot is the same, the search term while the question is. A note belongs to its ballot and
 * comes back with it; every change of it is kept through an effect.
 *
 * The screen is in one of a few modes, each with its own table of keys (keys.c). Each part of the screen has a table
 * with the handlers of its actions (handlers.h).
 */
#include "tui/screens/label/label.h"

#include "core/store/content/documents.h"
#include "core/store/settings.h"
#include "tui/screens/label/displayed.h"
#include "tui/screens/label/draw.h"
#include "tui/screens/label/find.h"
#include "tui/screens/label/handlers.h"
#include "tui/screens/label/marking.h"
#include "tui/screens/label/moving.h"
#include "tui/screens/label/reading.h"
#include "tui/screens/label/remarking.h"
#include "tui/screens/label/shape.h"
#include "tui/screens/label/showing.h"
#include "tui/text/shortening.h"

#include <string.h>

enum { GLIMPSE_ROWS = 2 }; /* so few rows of a longer text only show that it exists */

/* --- The model ------------------------------------------------------------ */

static void release(void *void_model)
{
    struct label_model *model = void_model;
    text_view_release(&model->question);
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        document_box_release(&model->boxes[i]);
    buffer_release(&model->question_fields);
    line_edit_release(&model->needle);
    buffer_release(&model->note);
    line_edit_release(&model->draft);
    question_words_release(&model->words);
    label_reading_release(model);
    label_displayed_release(model);
    label_marking_release(model);
}

static void set_texts(struct label_model *model, const struct ballot *ballot)
{
    text_view_set(&model->question, ballot->question);
    buffer_clear(&model->question_fields);
    shown_fields_add(&ballot->question_fields, &model->question_fields);
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++) {
        static const struct ballot_document no_document = {0};
        int position = (int)i + 1;
        document_box_set(&model->boxes[i], position,
                         !answer_is_for(&ballot->withdrawn, position) ? NULL
                         : ballot->stands                             ? "your answer"
                                                                      : "undone",
                         i < ballot->n_slots ? &ballot->documents[i] : &no_document);
        document_box_set_origin(&model->boxes[i],
                                model->shows_origins && i < ballot->n_slots ? &ballot->documents[i] : NULL);
    }
    label_render_texts(model);
}

void label_show(struct label_model *model, const struct ballot *ballot, int64_t questions,
                const struct scoreboard *scores)
{
    bool is_same = model->ballot != NULL && model->ballot_id == ballot->ballot_id;
    bool is_same_question = model->ballot != NULL && model->question_id == ballot->question_id;
    struct label_place place = label_place(model);
    if (!is_same) {
        model->is_note_half = model->ballot == NULL; /* typed before an earlier session ended, if it is new */
        buffer_clear(&model->note);
        buffer_add(&model->note, ballot->note);
        model->goes_on = is_same_question;
    }
    model->ballot = ballot;
    model->ballot_id = ballot->ballot_id;
    model->question_id = ballot->question_id;
    model->questions = questions;
    model->scores = scores;
    /* A digit that names one of two must not become a vote for it alone. */
    if (!is_same || model->mode != LABEL_TYING)
        model->mode = LABEL_CHOOSING;
    model->shows_source = model->shows_source && is_same;
    set_texts(model, ballot);
    if (!is_same_question || model->words.language != model->language)
        question_words_set(&model->words, ballot->question, model->language);
    if (!is_same)
        label_marking_take(model);
    label_marking_show(model);
    if (!is_same) {
        label_displayed_begin(model);
        label_reading_begin(model);
        memset(model->was_shown, 0, sizeof model->was_shown);
        model->is_zoomed = false;
        place = (struct label_place){0};
    }
    label_go_to_place(model, &place);
    if (!is_same)
        /* a search would unfold everything that it searches */
        line_edit_set(&model->needle, (struct bytes){0});
    label_find_mark(model);
}

/* --- Actions -------------------------------------------------------------- */

/* Esc leaves the innermost state: a question in the status line, then the zoom, then the marks, then the focus. */
static struct effect leave_innermost(struct label_model *model, struct action action)
{
    if (model->mode == LABEL_FINDING) {
        label_find_forget(model, true);
        model->mode = LABEL_CHOOSING;
    } else if (model->mode == LABEL_NOTING) {
        return label_note_leave(model);
    } else if (model->mode == LABEL_MARKING) {
        return label_mark_leave(model);
    } else if (model->mode == LABEL_SECONDING) {
        return label_second_leave();
    } else if (model->mode != LABEL_CHOOSING) {
        model->mode = LABEL_CHOOSING;
    } else if (model->is_zoomed) {
        label_reading_zoom(model, false);
    } else if (model->needle.text.size > 0) {
        label_find_forget(model, false);
    } else if (model->shows_focus) {
        model->shows_focus = false;
    } else if (model->ballot->stands) {
        return (struct effect){.kind = EFFECT_ACT, .act = {.kind = ACT_LEAVE}};
    } else if (answer_is_given(&model->ballot->withdrawn)) {
        return effect_remark(KEY_OF("back") " does nothing here; " KEY_OF("redo") " restores your answer");
    } else {
        return effect_common((struct action){.name = ACTION_UNBOUND, .key = action.key});
    }
    return no_effect;
}

/* A zoomed document looks like a page, and `q` leaves pages. */
static struct effect leave(struct label_model *model, struct action action)
{
    if (!model->is_zoomed)
        return effect_common(action);
    label_reading_zoom(model, false);
    return no_effect;
}

/* Handlers of keys that go one step back, in whatever part of the screen. */
static const struct label_handler leaving[LABEL_ACTION_COUNT] = {
    [ACTION_BACK] = {.act_by_key = leave_innermost},
    [ACTION_QUIT] = {.act_by_key = leave},
};

static struct label_handler find_handler(int name)
{
    static const struct label_handler *const parts[] = {label_answering, label_remarking, label_places,
                                                        label_moving,    label_showing,   leaving};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i][name].act != NULL || parts[i][name].act_by_key != NULL)
            return parts[i][name];
    return (struct label_handler){0};
}

static bool only_moves(const void *void_model, struct action action)
{
    const struct label_model *model = void_model;
    switch (action.name) {
    case ACTION_BACK:
    case ACTION_QUIT:
        return model->mode == LABEL_CHOOSING && model->is_zoomed;
    case ACTION_LINE:
    case ACTION_PAGE:
    case ACTION_ENDS:
    case LABEL_WHEEL:
    case LABEL_FOCUS_NEXT:
    case LABEL_FOCUS_PREVIOUS:
    case LABEL_ZOOM:
    case LABEL_WHOLE:
    case LABEL_PASSAGE:
    case LABEL_MATCH_NEXT:
    case LABEL_MATCH_PREVIOUS:
        return true;
    default:
        return false;
    }
}

/* Returns false if no line is being typed, or the action does not edit it. */
static bool edit_line(struct label_model *model, struct action action, struct effect *effect)
{
    *effect = no_effect;
    if (model->mode == LABEL_FINDING)
        return label_find_edit(model, action);
    return model->mode == LABEL_NOTING && label_note_edit(model, action, effect);
}

static struct effect update(void *void_model, struct action action)
{
    struct label_model *model = void_model;
    struct effect effect;
    if (edit_line(model, action, &effect))
        return effect;
    const struct label_handler handler = find_handler(action.name);
    model->shows_focus |= handler.is_for_focus;
    return handler.act != NULL          ? handler.act(model)
           : handler.act_by_key != NULL ? handler.act_by_key(model, action)
                                        : effect_common(action);
}

static const struct key_table *keys(const void *void_model)
{
    const struct label_model *model = void_model;
    return label_keys(model->mode);
}

static bool offers(const void *void_model, struct action action)
{
    const struct label_model *model = void_model;
    switch (action.name) {
    case LABEL_VOTE:
        return (size_t)action.nth < model->ballot->n_slots;
    case LABEL_TIE:
        return model->ballot->n_slots > 1;
    case LABEL_TIED:
        return action.nth + 1 != model->tied;
    case LABEL_SECOND:
        return (size_t)action.nth < model->ballot->n_slots && action.nth + 1 != model->vote.position;
    case LABEL_REDO:
        return answer_is_given(&model->ballot->withdrawn);
    case LABEL_MARK_NEXT:
        return !label_is_beside_vote(model);
    case LABEL_FOCUS_NEXT:
        return label_focus_count(model) > 1;
    case LABEL_MATCH_NEXT:
        return label_find_count(model) > 0 || model->reading.changes.n > 0;
    case LABEL_ZOOM:
    case ACTION_QUIT:
        return !model->is_zoomed;
    case ACTION_BACK:
        return model->mode != LABEL_CHOOSING || model->is_zoomed || model->ballot->stands;
    case LABEL_SOURCE:
        return label_has_markup(model);
    case LABEL_WHOLE:
        return model->reading.has_folds;
    case LABEL_DIFFERENCES:
        return model->reading.is_comparing;
    case LABEL_PASSAGE:
        return label_is_focused_cut(model);
    case ACTION_LINE:
        return label_is_focused_cut(model);
    default:
        return true;
    }
}

/* --- Showing --------------------------------------------------------------- */

/* Notes which documents are visible. They must be arranged. */
static void note_shown(struct label_model *model)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        const struct text_view *text = &model->boxes[i].text;
        const bool is_much = text->rows > GLIMPSE_ROWS || !text_view_is_cut(text);
        if (label_shows(model, i) && (i == model->focus || is_much))
            model->was_shown[i] = true;
    }
}

static void arrange(void *void_model, struct rectangle area)
{
    struct label_model *model = void_model;
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        document_box_mark_words(&model->boxes[i], model->hides_words ? NULL : &model->words);
    label_arrange(model, area);
    if (label_reading_fold(model))
        label_arrange(model, area);
    label_reading_open(model);
    label_marking_follow(model);
    note_shown(model);
    label_displayed_note(model);
}

static void draw(const void *model, struct surface *surface)
{
    label_draw(model, surface);
}

static void share_header(void *void_model, int columns)
{
    struct label_model *model = void_model;
    model->progress_columns = columns;
}

static size_t add_find_prompt(const struct label_model *model, struct buffer *text)
{
    buffer_add_string(text, "Find");
    if (model->needle.text.size > 0)
        buffer_add_format(text, " (%zu of %zu)", label_find_number(model), label_find_count(model));
    return line_edit_prompt(&model->needle, ": ", text);
}

static bool prompt(const void *void_model, struct buffer *text, size_t *cursor)
{
    const struct label_model *model = void_model;
    *cursor = NO_CURSOR;
    if (model->mode == LABEL_SKIPPING)
        buffer_add_string(text, "Skip this comparison:");
    if (model->mode == LABEL_TYING)
        buffer_add_format(text,
                          model->tied > 0 ? "Equally good: %d and which other one?"
                                          : "Which two are equally good?",
                          model->tied);
    if (model->mode == LABEL_MARKING)
        buffer_add_format(text, "%s sentence decided? (document %zu)",
                          label_is_beside_vote(model) ? "Your last vote: which" : "Which", model->focus + 1);
    if (model->mode == LABEL_SECONDING)
        buffer_add_format(text, "Saved: document %d. Which is next best?", model->vote.position);
    if (model->mode == LABEL_FINDING)
        *cursor = add_find_prompt(model, text);
    if (model->mode == LABEL_NOTING)
        *cursor = line_edit_prompt(&model->draft,
                                   label_is_beside_vote(model) ? "Note on your last vote: "
                                                               : "Note on this ballot: ",
                                   text);
    return text->size > 0;
}

/* Adds "2 and 3 not read yet": in a small window, a document may consist of a title and a line. */
static void add_hint(const void *void_model, struct buffer *text)
{
    const struct label_model *model = void_model;
    const char *between = "";
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        if (model->was_shown[i] || model->ballot->documents[i].was_read)
            continue;
        buffer_add_format(text, "%s%zu", between, i + 1);
        between = " and ";
    }
    if (text->size > 0)
        buffer_add_string(text, " not read yet" YIELDING_WHOLLY(" · " KEY_OF("next") " goes there"));
    else if (model->is_zoomed)
        buffer_add_string(text, label_shape(model, model->layout) == LABEL_TABS
                                    ? KEY_OF("back") " leaves the zoom"
                                    : KEY_OF("back") " shows all documents again");
}

/* Weighs the question's words by the pool. If that fails, they have equal weights; the weights only affect where
 * texts open. */
static void weigh_words(struct label_model *model, const struct desk *desk)
{
    struct arena arena = {0};
    struct bytes texts[POOL_TEXTS_MAX];
    size_t n;
    if (store_read_pool_texts(desk->store, desk->ballot->question_id, &arena, texts, &n, err_ignored()))
        question_words_weigh(&model->words, texts, n);
    arena_release(&arena);
}

/* Gives the boxes, and the lines about hidden text, the labels of the keys in force. */
static void name_keys(struct label_model *model, const struct keymap *keymap)
{
    struct buffer label = {0};
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++) {
        buffer_clear(&label);
        keymap_add_label(keymap, label_choosing_row(LABEL_VOTE), i, &label);
        document_box_set_key(&model->boxes[i], buffer_bytes(&label));
    }
    buffer_release(&label);
    buffer_clear(&model->reading.whole_key);
    keymap_add_label(keymap, label_choosing_row(LABEL_WHOLE), 0, &model->reading.whole_key);
    buffer_clear(&model->reading.next_key);
    keymap_add_label(keymap, label_choosing_row(LABEL_MATCH_NEXT), 0, &model->reading.next_key);
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    (void)location, (void)err;
    struct label_model *model = void_model;
    model->layout = (enum layout_choice)desk->preferences->values[PREFERENCE_LAYOUT];
    model->shows_origins = !desk->is_blind;
    model->format = desk->format;
    model->language = desk->language;
    model->has_reasons = desk->reasons->n > 0;
    model->is_practice = desk->practice_number > 0;
    model->reading.read_before = (enum shown_text)desk->preferences->values[PREFERENCE_READ_BEFORE];
    model->reading.differences_choice =
        (enum differences_choice)desk->preferences->values[PREFERENCE_DIFFERENCES];
    model->reading.opening = (enum opening)desk->preferences->values[PREFERENCE_OPENING];
    model->vote = desk->vote;
    label_show(model, desk->ballot, desk->progress.questions, desk->is_lead ? desk->scores : NULL);
    name_keys(model, &desk->preferences->keymap);
    if (!model->words.is_weighed)
        weigh_words(model, desk);
    if (desk->asks_second)
        model->mode = LABEL_SECONDING;
    return true;
}

const struct screen screen_label = {
    .model_size = sizeof(struct label_model),
    .fill = fill,
    .tables = label_key_tables,
    .keys = keys,
    .offers = offers,
    .only_moves = only_moves,
    .update = update,
    .arrange = arrange,
    .draw = draw,
    .share_header = share_header,
    .prompt = prompt,
    .hint = add_hint,
    .release = release,
};
