#include "tui/screens/label/remarking.h"

#include "tui/screens/label/answering.h"
#include "tui/screens/label/handlers.h"
#include "tui/screens/label/marking.h"
#include "tui/text/shortening.h"

static struct effect give_reason(struct label_model *model, struct action action)
{
    if (!model->has_reasons)
        return label_tell_unbound(model, action);
    return (struct effect){.kind = EFFECT_GIVE_REASON, .reason = (size_t)action.nth};
}

bool label_is_beside_vote(const struct label_model *model)
{
    return model->vote.ballot != NULL;
}

/* The addition belongs to the last vote as long as the message about it is shown. */
static struct effect go_beside(enum addition_kind kind)
{
    return (struct effect){.kind = EFFECT_GO_BESIDE, .beside = kind};
}

static struct effect leave_vote(void)
{
    return (struct effect){.kind = EFFECT_LEAVE_VOTE};
}

static struct effect begin_note(struct label_model *model, struct action action)
{
    if (action.is_behind_vote)
        return go_beside(ADDITION_NOTE);
    line_edit_set(&model->draft, buffer_bytes(&model->note));
    model->mode = LABEL_NOTING;
    return no_effect;
}

static struct effect effect_of_note(const struct buffer *note)
{
    return (struct effect){.kind = EFFECT_KEEP_NOTE, .note = buffer_bytes(note)};
}

bool label_note_edit(struct label_model *model, struct action action, struct effect *effect)
{
    bool has_changed = false;
    if (!line_edit_update(&model->draft, action, NOTE_SIZE_MAX, &has_changed))
        return false;
    *effect = has_changed && !label_is_beside_vote(model) ? effect_of_note(&model->draft.text) : no_effect;
    return true;
}

/* Replaces an existing note. An empty one changes nothing. */
static struct effect add_note(struct label_model *model)
{
    line_edit_keep(&model->draft);
    if (model->draft.text.size == 0)
        return leave_vote();
    return (struct effect){.kind = EFFECT_ADD,
                           .addition = {.kind = ADDITION_NOTE, .said = buffer_bytes(&model->draft.text)}};
}

static struct effect keep_note(struct label_model *model)
{
    bool had_note = model->note.size > 0;
    if (label_is_beside_vote(model))
        return add_note(model);
    model->mode = LABEL_CHOOSING;
    model->is_note_half = false;
    buffer_clear(&model->note);
    buffer_add(&model->note, buffer_bytes(&model->draft.text));
    line_edit_keep(&model->draft);
    struct effect effect =
        effect_remark("%s", model->note.size == 0 ? had_note ? "the note is gone" : ""
                            : model->is_practice
                                ? "notes are not kept in practice"
                                : "Note kept." YIELDING_WHOLLY(" It is saved with your vote."));
    effect.kind = EFFECT_KEEP_NOTE;
    effect.note = buffer_bytes(&model->note);
    return effect;
}

/* Restores the note that was kept; the typed text can be recalled. */
struct effect label_note_leave(struct label_model *model)
{
    if (model->is_note_half) {
        buffer_clear(&model->note);
        buffer_add(&model->note, model->ballot->withdrawn.note);
        model->is_note_half = false;
    }
    bool has_typed = model->draft.text.size > 0 &&
                     !bytes_equal(buffer_bytes(&model->draft.text), buffer_bytes(&model->note));
    model->mode = LABEL_CHOOSING;
    line_edit_keep(&model->draft);
    if (label_is_beside_vote(model))
        return leave_vote();
    struct effect effect =
        effect_remark("%s", !has_typed ? ""
                            : model->note.size > 0
                                ? "the note is as it was · " KEY_OF("note") ", Up: earlier input"
                                : "there is no note · " KEY_OF("note") ", Up: earlier input");
    effect.kind = EFFECT_KEEP_NOTE;
    effect.note = buffer_bytes(&model->note);
    return effect;
}

static struct effect begin_marking(struct label_model *model, struct action action)
{
    if (action.is_behind_vote)
        return go_beside(ADDITION_EVIDENCE);
    if (label_is_beside_vote(model))
        model->focus = (size_t)model->vote.position - 1;
    model->shows_focus = true;
    model->mode = LABEL_MARKING;
    if (label_marking_begin(model))
        return no_effect;
    model->mode = LABEL_CHOOSING;
    struct effect effect = effect_remark("this document has no text to mark");
    if (label_is_beside_vote(model))
        effect.kind = EFFECT_LEAVE_VOTE;
    return effect;
}

struct effect label_second_leave(void)
{
    return leave_vote();
}

struct effect label_mark_leave(struct label_model *model)
{
    label_marking_cancel(model);
    return label_is_beside_vote(model) ? leave_vote() : no_effect;
}

static struct effect choose_sentence(struct label_model *model, struct action action)
{
    return label_marking_step(model, action.nth == 0 ? -1 : 1) ? no_effect : effect_at_end(action.nth);
}

static struct effect choose_end(struct label_model *model, struct action action)
{
    return label_marking_go_to_end(model, action.nth == 0 ? -1 : 1) ? no_effect : effect_at_end(action.nth);
}

/* Moves on by so many documents, in a circle. */
static struct effect mark_in_another(struct label_model *model, size_t documents)
{
    if (label_is_beside_vote(model))
        return effect_remark("your vote is for document %d", model->vote.position);
    return label_marking_go(model, documents) ? no_effect
                                              : effect_remark("no other document has a text to mark");
}

static struct effect mark_in_next(struct label_model *model)
{
    return mark_in_another(model, 1);
}

static struct effect mark_in_previous(struct label_model *model)
{
    return mark_in_another(model, model->ballot->n_slots - 1);
}

static struct effect widen_mark(struct label_model *model, int by)
{
    const char *why_not = label_marking_widen(model, by);
    return why_not == NULL ? no_effect : effect_remark("%s", why_not);
}

static struct effect mark_wider(struct label_model *model)
{
    return widen_mark(model, 1);
}

static struct effect mark_narrower(struct label_model *model)
{
    return widen_mark(model, -1);
}

static struct effect effect_of_mark(const struct label_model *model, struct effect said)
{
    int position = model->evidence.position;
    said.kind = EFFECT_KEEP_MARK;
    said.mark = (struct evidence_mark){position, label_marking_evidence(model, position)};
    return said;
}

static struct effect add_mark(const struct label_model *model)
{
    const struct quotation evidence = label_marking_evidence(model, model->vote.position);
    if (evidence.text.size > 0)
        return (struct effect){.kind = EFFECT_ADD,
                               .addition = {ADDITION_EVIDENCE, evidence.text, evidence.start}};
    struct effect effect = effect_remark("this can't be marked");
    effect.kind = EFFECT_LEAVE_VOTE;
    return effect;
}

static struct effect keep_mark(struct label_model *model)
{
    const int before = model->evidence.position;
    label_marking_keep(model);
    const int position = model->evidence.position;
    if (label_is_beside_vote(model))
        return add_mark(model);
    if (position == 0)
        return effect_of_mark(model, effect_remark("this can't be marked"));
    if (before != 0 && before != position)
        return effect_of_mark(model, effect_remark("marked in document %d, and no longer in document %d",
                                                   position, before));
    return effect_of_mark(model, effect_remark("marked" YIELDING_WHOLLY(
                                                   ": it is saved with a vote") " for document %d",
                                               position));
}

static struct effect remove_mark(struct label_model *model)
{
    bool was_marked = model->evidence.position != 0;
    if (label_is_beside_vote(model))
        return label_mark_leave(model);
    label_marking_remove(model);
    return effect_of_mark(model, effect_remark("%s", was_marked ? "the mark is gone" : "nothing is marked"));
}

static struct effect say_second(int second)
{
    return (struct effect){.kind = EFFECT_ADD, .addition = {ADDITION_SECOND, bytes_of(""), second}};
}

static struct effect second(struct label_model *model, struct action action)
{
    const int position = action.nth + 1;
    if (position == model->vote.position)
        return effect_remark("%d is your vote, and saved; which is next best?", position);
    return (size_t)position > model->ballot->n_slots ? label_tell_unbound(model, action)
                                                     : say_second(position);
}

static struct effect second_none(struct label_model *model)
{
    (void)model;
    return say_second(SECOND_NONE);
}

const struct label_handler label_remarking[LABEL_ACTION_COUNT] = {
    [ACTION_REASON] = {.act_by_key = give_reason},
    [LABEL_SECOND] = {.act_by_key = second},
    [LABEL_SECOND_NONE] = {.act = second_none},
    [LABEL_NOTE] = {.act_by_key = begin_note},
    [LABEL_NOTE_KEEP] = {.act = keep_note},
    [LABEL_MARK] = {.act_by_key = begin_marking},
    [LABEL_MARK_SENTENCE] = {.act_by_key = choose_sentence},
    [LABEL_MARK_ENDS] = {.act_by_key = choose_end},
    [LABEL_MARK_NEXT] = {.act = mark_in_next},
    [LABEL_MARK_PREVIOUS] = {.act = mark_in_previous},
    [LABEL_MARK_WIDER] = {.act = mark_wider},
    [LABEL_MARK_NARROWER] = {.act = mark_narrower},
    [LABEL_MARK_KEEP] = {.act = keep_mark},
    [LABEL_MARK_REMOVE] = {.act = remove_mark},
};
