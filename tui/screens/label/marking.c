/*
 * The sentences being chosen are offsets in the visible text without folds (text_view_unfolded), which no key of this
 * mode changes. The mark is a range of bytes of the source, which stays valid when the text is rendered or wrapped
 * differently.
 */
#include "tui/screens/label/marking.h"

#include "core/base/memory.h"
#include "tui/screens/label/find.h"
#include "core/text/sentences.h"

#include <stdlib.h>

static struct text_view *marked_view(struct label_model *model)
{
    return &model->boxes[model->focus].text;
}

static struct bytes seen_text(struct label_model *model)
{
    return text_view_unfolded(marked_view(model), SIZE_MAX);
}

bool label_marking_is_in(const struct label_model *model, size_t document)
{
    return (model->mode == LABEL_MARKING && document == model->focus) ||
           model->evidence.position == (int)document + 1;
}

void label_marking_show(struct label_model *model)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        bool is_here = model->evidence.position == (int)i + 1;
        text_view_point_out(&model->boxes[i].text, is_here ? model->evidence.start : 0,
                            is_here ? model->evidence.end : 0);
    }
    model->reading.is_followed = false; /* a text with a mark must not be folded */
}

/* --- Marks ---------------------------------------------------------------- */

/* NULL: nothing was marked on the ballot in hand. */
static struct held_evidence *find_held(const struct label_model *model)
{
    for (size_t i = 0; i < model->n_held; i++)
        if (model->held[i].ballot_id == model->ballot_id)
            return &model->held[i];
    return NULL;
}

/* Keeps the mark, whatever is answered: a vote for another document does not include it, but may be undone. */
static void hold(struct label_model *model)
{
    struct held_evidence *held = find_held(model);
    if (held == NULL) {
        held = &VECTOR_PUSH(model->held, model->n_held, model->held_capacity);
        *held = (struct held_evidence){.ballot_id = model->ballot_id};
    }
    held->evidence = model->evidence;
    buffer_clear(&held->text);
    buffer_add(&held->text, label_marking_evidence(model, model->evidence.position).text);
}

void label_marking_release(struct label_model *model)
{
    for (size_t i = 0; i < model->n_held; i++)
        buffer_release(&model->held[i].text);
    free(model->held);
}

/* Whether the document still contains the marked text, which may have been replaced. */
static bool stands_still(const struct label_model *model, const struct held_evidence *held)
{
    const struct label_evidence *evidence = &held->evidence;
    if (evidence->position == 0)
        return true; /* the user wants no mark */
    struct bytes text = model->ballot->documents[evidence->position - 1].text;
    return evidence->end <= text.size &&
           bytes_equal(bytes_slice(text, evidence->start, evidence->end), buffer_bytes(&held->text));
}

void label_marking_take(struct label_model *model)
{
    const struct evidence_mark *mark = &model->ballot->mark;
    const struct held_evidence *held = find_held(model);
    model->evidence = (struct label_evidence){0};
    if (held != NULL && stands_still(model, held))
        model->evidence = held->evidence;
    else if (mark->position > VOTE_NONE)
        model->evidence = (struct label_evidence){mark->position, (size_t)mark->evidence.start,
                                                  (size_t)mark->evidence.start + mark->evidence.text.size};
}

struct quotation label_marking_evidence(const struct label_model *model, int position)
{
    const struct label_evidence *evidence = &model->evidence;
    if (position <= VOTE_NONE || position != evidence->position)
        return (struct quotation){.text = bytes_of("")};
    return (struct quotation){(int64_t)evidence->start,
                              bytes_slice(model->ballot->documents[position - 1].text, evidence->start,
                                          evidence->end)};
}

/* --- Choosing ------------------------------------------------------------- */

static struct text_part source_of(struct label_model *model, struct sentence chosen)
{
    return text_view_source_of(marked_view(model), chosen.start, chosen.end);
}

static void choose(struct label_model *model, struct sentence chosen)
{
    struct text_part source = source_of(model, chosen);
    model->chosen = chosen;
    model->chosen_version = marked_view(model)->version;
    text_view_point_out(marked_view(model), source.start, source.end);
    text_view_show(marked_view(model), chosen.start, chosen.end);
}

/* Finds the sentences around a part of the source. */
static bool find_around(struct label_model *model, struct text_part source, struct sentence *chosen)
{
    struct sentence last;
    struct text_view *view = marked_view(model);
    struct bytes text = seen_text(model);
    if (source.start >= source.end || !sentence_at(text, text_view_unfolded_of(view, source.start), chosen) ||
        !sentence_at(text, text_view_unfolded_of(view, source.end - 1), &last))
        return false;
    chosen->end = last.end;
    return true;
}

static bool find_marked(struct label_model *model, struct sentence *chosen)
{
    const struct label_evidence *evidence = &model->evidence;
    return evidence->position == (int)model->focus + 1 &&
           find_around(model, (struct text_part){evidence->start, evidence->end}, chosen);
}

/* Begins at the passage with the question's words if it is visible; else with the visible text. */
static bool find_first(struct label_model *model, struct sentence *chosen)
{
    struct text_view *view = marked_view(model);
    struct bytes text = seen_text(model);
    struct passage best = {0};
    if (model->reading.units_versions[model->focus] == view->version)
        best = passage_list_best(&model->reading.passages[model->focus], text,
                                 &model->reading.units[model->focus]);
    if (best.weight > 0 && text_view_shows(view, best.start, best.end) &&
        sentence_at(text, best.start, chosen))
        return true;
    return sentence_at(text, text_view_first_unfolded(view), chosen) ||
           sentence_before(text, text.size, chosen);
}

static bool begin_here(struct label_model *model)
{
    struct sentence chosen;
    struct text_view *view = marked_view(model);
    text_view_fold(view, NULL);
    text_view_arrange(view, view->wrapped.columns, view->rows);
    if (!find_marked(model, &chosen) && !find_first(model, &chosen))
        return false;
    choose(model, chosen);
    return true;
}

bool label_marking_begin(struct label_model *model)
{
    if (label_find_is_on(model))
        label_find_forget(model, false); /* its marks look like this one */
    if (model->focus >= model->ballot->n_slots)
        model->focus = 0;
    model->reading.is_followed = false;
    return begin_here(model);
}

void label_marking_follow(struct label_model *model)
{
    struct sentence chosen;
    if (model->mode == LABEL_MARKING && marked_view(model)->version != model->chosen_version &&
        find_around(model, marked_view(model)->pointed_out, &chosen))
        choose(model, chosen);
}

bool label_marking_go(struct label_model *model, size_t documents)
{
    size_t before = model->focus, n = model->ballot->n_slots;
    label_marking_show(model);
    model->focus = (model->focus + documents) % n;
    if (model->focus != before && begin_here(model))
        return true;
    model->focus = before;
    choose(model, model->chosen);
    return false;
}

bool label_marking_step(struct label_model *model, int direction)
{
    struct sentence next;
    struct bytes text = seen_text(model);
    bool found = direction < 0 ? sentence_before(text, model->chosen.start, &next)
                               : sentence_at(text, model->chosen.end, &next);
    if (found)
        choose(model, next);
    return found;
}

bool label_marking_go_to_end(struct label_model *model, int direction)
{
    struct sentence end;
    struct bytes text = seen_text(model);
    bool found = direction < 0 ? sentence_at(text, 0, &end) : sentence_before(text, text.size, &end);
    if (!found || (end.start == model->chosen.start && end.end == model->chosen.end))
        return false;
    choose(model, end);
    return true;
}

const char *label_marking_widen(struct label_model *model, int by)
{
    struct sentence last, wanted = model->chosen;
    struct bytes text = seen_text(model);
    bool found = by > 0 ? sentence_at(text, wanted.end, &last)
                        : sentence_before(text, wanted.end, &last) &&
                              sentence_before(text, last.start, &last) && last.start >= wanted.start;
    if (!found)
        return by > 0 ? "the document ends here"
                      : "a mark has at least one sentence; " KEY_OF("remove") " marks none";
    wanted.end = last.end;
    struct text_part source = source_of(model, wanted);
    if (by > 0 && source.end - source.start > QUOTATION_SIZE_MAX)
        return "the mark can't become longer";
    choose(model, wanted);
    return NULL;
}

static void end(struct label_model *model)
{
    model->mode = LABEL_CHOOSING;
    label_marking_show(model);
}

void label_marking_keep(struct label_model *model)
{
    struct text_part source = source_of(model, model->chosen);
    if (source.end - source.start > QUOTATION_SIZE_MAX) /* hidden markup can be that long */
        source.end = source.start + QUOTATION_SIZE_MAX;
    model->evidence = (struct label_evidence){0}; /* characters generated for display have no source */
    if (source.start < source.end)
        model->evidence = (struct label_evidence){(int)model->focus + 1, source.start, source.end};
    hold(model);
    end(model);
}

void label_marking_remove(struct label_model *model)
{
    model->evidence = (struct label_evidence){0};
    hold(model);
    end(model);
}

void label_marking_cancel(struct label_model *model)
{
    end(model);
}
