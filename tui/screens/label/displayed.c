#include "tui/screens/label/displayed.h"

#include "core/base/memory.h"
#include "tui/screens/label/shape.h"

#include <stdlib.h>

void label_displayed_release(struct label_model *model)
{
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        text_parts_release(&model->on_screen[i].parts);
    for (size_t i = 0; i < model->n_displayed; i++)
        text_parts_release(&model->displayed[i].parts);
    free(model->displayed);
}

/* NULL: nothing of it was displayed. */
static struct displayed_document *find_kept(const struct label_model *model,
                                            const struct displayed_document *shown)
{
    for (size_t i = model->n_displayed; i > 0; i--) { /* usually one of the last */
        struct displayed_document *displayed = &model->displayed[i - 1];
        if (displayed->question_id == shown->question_id && displayed->candidate_id == shown->candidate_id &&
            displayed->text_hash == shown->text_hash)
            return displayed;
    }
    return NULL;
}

/* Keeps what was on the screen. Takes over its parts. */
static void keep(struct label_model *model, struct displayed_document *shown)
{
    struct displayed_document *kept = find_kept(model, shown);
    if (kept == NULL) {
        VECTOR_PUSH(model->displayed, model->n_displayed, model->displayed_capacity) = *shown;
        return;
    }
    for (size_t i = 0; i < shown->parts.count; i++)
        text_parts_add(&kept->parts, shown->parts.items[i]);
    text_parts_release(&shown->parts);
}

void label_displayed_begin(struct label_model *model)
{
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++) {
        if (model->on_screen[i].parts.count > 0)
            keep(model, &model->on_screen[i]);
        model->on_screen[i] = (struct displayed_document){0};
    }
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        model->on_screen[i].question_id = model->ballot->question_id;
        model->on_screen[i].candidate_id = model->ballot->documents[i].candidate_id;
        model->on_screen[i].text_hash = bytes_hash(model->ballot->documents[i].text);
    }
}

void label_displayed_note(struct label_model *model)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        if (label_shows(model, i))
            text_parts_add_without(&model->on_screen[i].parts,
                                   text_view_source_in_window(&model->boxes[i].text),
                                   &model->reading.folded[i]);
}

/* What was displayed of document `i`; NULL: nothing. */
static const struct displayed_document *find_displayed(const struct label_model *model, size_t i)
{
    return find_kept(model, &model->on_screen[i]);
}

enum label_displayed label_displayed(const struct label_model *model, size_t i)
{
    const struct displayed_document *displayed = find_displayed(model, i);
    if (displayed == NULL)
        return DISPLAYED_NOT;
    const struct text_part all = {0, model->ballot->documents[i].text.size};
    return text_parts_hold(&displayed->parts, all) ? DISPLAYED_WHOLLY : DISPLAYED_IN_PART;
}

void label_displayed_find(struct label_model *model, size_t i, struct text_parts *parts)
{
    struct text_view *view = &model->boxes[i].text;
    const struct displayed_document *displayed = find_displayed(model, i);
    const struct bytes text = text_view_unfolded(view, SIZE_MAX);
    parts->count = 0;
    for (size_t n = 0; displayed != NULL && n < displayed->parts.count; n++) {
        const struct text_part source = displayed->parts.items[n];
        const bool is_to_end = source.end >= view->source.size;
        const struct text_part seen = {text_view_unfolded_of(view, source.start),
                                       is_to_end ? text.size : text_view_unfolded_of(view, source.end)};
        text_parts_add(parts, seen);
    }
}
