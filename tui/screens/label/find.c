/*
 * Each document has three text views: title, fields and text. Matches are counted through all views in order. At most
 * one view has a current match. Each change of the search term searches again from the reader's position at the
 * beginning, so typing and erasing lead to the same match as typing alone.
 */
#include "tui/screens/label/find.h"

enum { NEEDLE_SIZE_MAX = 200, VIEWS = 3 /* of a document */ };

static size_t view_count(const struct label_model *model)
{
    return VIEWS * model->ballot->n_slots;
}

static const struct text_view *view_at(const struct label_model *model, size_t i)
{
    const struct document_box *box = &model->boxes[i / VIEWS];
    const struct text_view *views[VIEWS] = {&box->title, &box->fields, &box->text};
    return views[i % VIEWS];
}

static struct text_view *view_to_change(struct label_model *model, size_t i)
{
    struct document_box *box = &model->boxes[i / VIEWS];
    struct text_view *views[VIEWS] = {&box->title, &box->fields, &box->text};
    return views[i % VIEWS];
}

static size_t matches_before(const struct label_model *model, size_t view)
{
    size_t n = 0;
    for (size_t i = 0; i < view; i++)
        n += view_at(model, i)->matches.count;
    return n;
}

bool label_find_is_on(const struct label_model *model)
{
    return model->needle.text.size > 0;
}

size_t label_find_count(const struct label_model *model)
{
    return matches_before(model, view_count(model));
}

size_t label_find_number(const struct label_model *model)
{
    for (size_t i = 0; i < view_count(model); i++)
        if (view_at(model, i)->current != NO_MATCH)
            return matches_before(model, i) + view_at(model, i)->current + 1;
    return 0;
}

/* Makes match number `number` (from 1) the current one and shows it. */
static void go_to_match(struct label_model *model, size_t number)
{
    size_t left = number - 1;
    for (size_t i = 0; i < view_count(model); i++) {
        struct text_view *view = view_to_change(model, i);
        bool is_here = left < view->matches.count;
        view->current = is_here ? left : NO_MATCH;
        if (is_here) {
            model->focus = i / VIEWS;
            model->shows_focus = true;
            if (view == &model->boxes[model->focus].text) /* the others are always visible */
                text_view_reveal(view, view->matches.items[left].start);
            left = SIZE_MAX; /* no later text view has the match */
        } else if (left != SIZE_MAX) {
            left -= view->matches.count;
        }
    }
}

/* The first match in or after the focused document. */
static size_t first_number(const struct label_model *model)
{
    size_t focus = model->focus < model->ballot->n_slots ? model->focus : 0;
    size_t before = matches_before(model, VIEWS * focus);
    return before < label_find_count(model) ? before + 1 : 1;
}

bool label_find_step(struct label_model *model, int direction)
{
    size_t count = label_find_count(model);
    if (count == 0)
        return false;
    size_t number = label_find_number(model);
    if (number == 0)
        number = first_number(model);
    else if (direction > 0)
        number = number % count + 1;
    else
        number = number > 1 ? number - 1 : count;
    go_to_match(model, number);
    return true;
}

void label_find_mark(struct label_model *model)
{
    for (size_t i = 0; i < view_count(model); i++)
        text_view_find(view_to_change(model, i), buffer_bytes(&model->needle.text));
}

void label_find_forget(struct label_model *model, bool go_back)
{
    line_edit_set(&model->needle, (struct bytes){0});
    label_find_mark(model);
    if (go_back)
        label_go_to_place(model, &model->before_find);
}

void label_find_begin(struct label_model *model)
{
    model->before_find = label_place(model);
    label_find_forget(model, false);
}

/* After each change of the search term, goes from the reader's first position to the first match. */
static void find_again(struct label_model *model)
{
    label_go_to_place(model, &model->before_find);
    label_find_mark(model);
    label_find_step(model, 1);
}

bool label_find_last(struct label_model *model)
{
    if (model->needle.n_kept == 0)
        return false;
    label_find_begin(model);
    line_edit_set(&model->needle, buffer_bytes(&model->needle.kept[model->needle.n_kept - 1]));
    find_again(model);
    return true;
}

bool label_find_edit(struct label_model *model, struct action action)
{
    bool has_changed;
    if (!line_edit_update(&model->needle, action, NEEDLE_SIZE_MAX, &has_changed))
        return false;
    if (has_changed)
        find_again(model);
    return true;
}
