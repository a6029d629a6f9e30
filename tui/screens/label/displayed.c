#include "tui/screens/label/displayed.h"

#include "core/base/memory.h"

#include <stdlib.h>

void label_displayed_release(struct label_model *model)
{
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        text_parts_release(&model->on_screen[i].parts);
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        text_parts_release(&model->passed[i]);
    for (size_t i = 0; i < model->n_displayed; i++)
        text_parts_release(&model->displayed[i].parts);
    free(model->displayed);
}

/* NULL: nothing of it was displayed. */
static struct displayed_document *find_kept(const struct label_model *model,
                                            const struct displayed_document *shown)
{
    for (size_t i = model->n_displayed; i > 0; i--) { /* mostly one of the last */
        struct displayed_document *displayed = &model->displayed[i - 1];
        if (displayed->question_id == shown->question_id && displayed->candidate_id == shown->candidate_id &&
            displayed->text_hash == shown->text_hash)
            return displayed;
    }
    return NULL;
}

/* Keeps what was on the screen; its parts are handed over. */
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
        model->passed[i].count = 0;
    }
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        model->on_screen[i].question_id = model->ballot->question_id;
        model->on_screen[i].candidate_id = model->ballot->documents[i].candidate_id;
        model->on_screen[i].text_hash = bytes_hash(model->ballot->documents[i].text);
    }
}

static void note_window(struct label_model *model, size_t i)
{
    const struct text_part window = text_view_source_in_window(&model->boxes[i].text);
    text_parts_add(&model->passed[i], window);
    text_parts_add_without(&model->on_screen[i].parts, window, &model->reading.folded[i]);
}

static bool may_share(const struct label_model *model, size_t i, size_t other)
{
    const struct label_reading *reading = &model->reading;
    return !reading->is_comparing || reading->differences.texts[i].shared[other] > 0;
}

/* Whether the reader got to the end of all documents that may say before this one what is folded here. */
static bool was_met_before(const struct label_model *model, size_t i)
{
    bool was_met = true;
    for (size_t before = 0; before < i; before++) {
        const struct text_part all = {0, model->boxes[before].text.source.size};
        was_met = was_met && (!may_share(model, i, before) || text_parts_hold(&model->passed[before], all));
    }
    return was_met;
}

void label_displayed_note(struct label_model *model)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        if (!model->is_zoomed || i == model->focus)
            note_window(model, i);
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        for (size_t n = 0; n < model->passed[i].count && was_met_before(model, i); n++)
            text_parts_add(&model->on_screen[i].parts, model->passed[i].items[n]);
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

/* Of the part what is whole sentences. */
static struct text_part cut_to_sentences(struct bytes text, struct text_part part)
{
    struct sentence sentence;
    if (part.start > 0 && sentence_at(text, part.start, &sentence) && sentence.start < part.start)
        part.start = sentence.end;
    if (part.end < text.size && sentence_at(text, part.end, &sentence) && sentence.start < part.end)
        part.end = sentence.start;
    return part;
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
        text_parts_add(parts, cut_to_sentences(text, seen));
    }
}
