#include "tui/screens/label/moving.h"

#include "tui/screens/label/answering.h"
#include "tui/screens/label/changes.h"
#include "tui/screens/label/handlers.h"
#include "tui/screens/label/reading.h"
#include "tui/screens/label/shape.h"

static bool is_question_focused(const struct label_model *model)
{
    return model->focus >= model->ballot->n_slots;
}

static struct text_view *focused_view(struct label_model *model)
{
    return is_question_focused(model) ? &model->question : &model->boxes[model->focus].text;
}

/* Tab includes the question only if it is cut. */
size_t label_focus_count(const struct label_model *model)
{
    bool reads_question = text_view_is_cut(&model->question) || is_question_focused(model);
    return model->ballot->n_slots + (reads_question ? 1 : 0);
}

bool label_is_focused_cut(const struct label_model *model)
{
    return text_view_is_cut(is_question_focused(model) ? &model->question : &model->boxes[model->focus].text);
}

static struct effect move_focus(struct label_model *model, size_t steps)
{
    if (label_focus_count(model) == 1)
        return effect_remark("this ballot has one document");
    model->focus = (model->focus + steps) % label_focus_count(model);
    return no_effect;
}

static struct effect focus_next(struct label_model *model)
{
    return move_focus(model, 1);
}

static struct effect focus_previous(struct label_model *model)
{
    return move_focus(model, label_focus_count(model) - 1);
}

/* The remark mentions hidden text, because the reader may not know that part of the document is folded. */
static struct effect remark_end(const struct label_model *model, bool is_beginning)
{
    const char *more = model->reading.folded[model->focus].count > 0
                           ? " · " KEY_OF("whole") " shows what is hidden"
                       : is_beginning ? ""
                                      : " · " KEY_OF("next") " next";
    return effect_of_window(
        effect_remark("document %zu %s here%s", model->focus + 1, is_beginning ? "begins" : "ends", more));
}

/* Scrolls the first document that can scroll that way, and gives it the focus. */
static bool scroll_any(struct label_model *model, struct action action)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        if (label_shows(model, i) && text_view_scroll(&model->boxes[i].text, action)) {
            model->focus = i;
            return true;
        }
    return false;
}

/* Until a document stands out, the key may scroll any of them. */
static struct effect scroll(struct label_model *model, struct action action)
{
    const bool any = !model->shows_focus;
    model->shows_focus = true;
    if (text_view_scroll(focused_view(model), action) || (any && scroll_any(model, action))) {
        if (!is_question_focused(model))
            label_changes_follow(model, model->focus);
        return no_effect;
    }
    if (model->focus == model->ballot->n_slots)
        return effect_at_end(action.nth);
    return remark_end(model, action.nth == 0);
}

static struct effect zoom(struct label_model *model)
{
    label_reading_zoom(model, !model->is_zoomed);
    return no_effect;
}

/*
 * Users press Enter twice by accident, or try it for lack of another idea, so it zooms only a document that stands
 * out.
 */
static struct effect open_focused(struct label_model *model)
{
    if (model->shows_focus || model->is_zoomed)
        return zoom(model);
    return effect_remark("a number votes; " KEY_OF("next") " selects a document");
}

static struct effect copy_focused(struct label_model *model)
{
    bool of_question = is_question_focused(model);
    struct bytes text = of_question ? model->ballot->question : model->ballot->documents[model->focus].text;
    if (text.size == 0)
        return effect_remark("there is no text to copy");
    return (struct effect){.kind = EFFECT_COPY, .copy = text};
}

/*
 * What is under the pointer and can have the focus: the index of a document, n_slots for the question; more: nothing.
 */
static size_t under_pointer(const struct label_model *model, struct key key)
{
    size_t n = model->ballot->n_slots;
    for (size_t i = 0; i < n; i++) {
        if (label_shows(model, i) && document_box_has_cell(&model->boxes[i], key.row, key.column))
            return i;
    }
    struct rectangle area = model->question_area;
    bool in_question = key.row >= area.row && key.row < area.row + area.rows;
    return in_question && text_view_is_cut(&model->question) ? n : n + 1;
}

static struct effect click_under_pointer(struct label_model *model, struct action action)
{
    size_t found = under_pointer(model, action.key);
    size_t n = model->ballot->n_slots;
    const int number =
        found < n ? document_box_number_at(&model->boxes[found], action.key.row, action.key.column) : 0;
    if (number == (int)found + 1)
        return label_effect_of_act(model, (struct act){.kind = ACT_ANSWER, .answer = {.position = number}});
    if (found <= n) {
        model->focus = number > 0 ? (size_t)number - 1 : found;
        model->shows_focus = true;
    }
    return no_effect;
}

static struct effect scroll_under_pointer(struct label_model *model, struct action action)
{
    size_t found = under_pointer(model, action.key);
    size_t n = model->ballot->n_slots;
    struct text_view *view = found < n ? &model->boxes[found].text : &model->question;
    if (found <= n)
        text_view_scroll(view, (struct action){.name = ACTION_WHEEL, .nth = action.nth});
    if (found < n)
        label_changes_follow(model, found);
    return no_effect;
}

const struct label_handler label_moving[LABEL_ACTION_COUNT] = {
    [ACTION_LINE] = {.act_by_key = scroll},
    [ACTION_PAGE] = {.act_by_key = scroll},
    [ACTION_ENDS] = {.act_by_key = scroll},
    [LABEL_FOCUS_NEXT] = {.act = focus_next, .is_for_focus = true},
    [LABEL_FOCUS_PREVIOUS] = {.act = focus_previous, .is_for_focus = true},
    [LABEL_ZOOM] = {.act = zoom, .is_for_focus = true},
    [LABEL_OPEN] = {.act = open_focused},
    [LABEL_COPY] = {.act = copy_focused, .is_for_focus = true},
    [LABEL_CLICK] = {.act_by_key = click_under_pointer},
    [LABEL_WHEEL] = {.act_by_key = scroll_under_pointer},
};
