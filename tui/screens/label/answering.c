#include "tui/screens/label/answering.h"

#include "tui/screens/label/handlers.h"
#include "tui/screens/label/marking.h"
#include "tui/screens/screens.h"
#include "tui/text/shortening.h"

/*
 * The note's bytes always have data, even if empty: then a redo removes the note that the answer had. The same holds
 * for the evidence, which is saved only with a vote for its own document.
 */
struct effect label_effect_of_act(const struct label_model *model, struct act act)
{
    int position = act.kind == ACT_REDO ? model->ballot->withdrawn.position : act.answer.position;
    act.answer.evidence = label_marking_evidence(model, position);
    act.answer.note = (struct bytes){buffer_string(&model->note), model->note.size};
    struct effect effect = no_effect;
    if (position != VOTE_ABSENT && model->evidence.position != 0 && model->evidence.position != position)
        effect = effect_remark("the mark in document %d is not kept", model->evidence.position);
    effect.kind = EFFECT_ACT;
    effect.act = act;
    return effect;
}

struct effect label_tell_unbound(struct label_model *model, struct action action)
{
    static const char *const counts[] = {"no document", "one document", "two documents", "three documents"};
    bool is_digit = action.key.code >= '0' && action.key.code <= '9';
    size_t n = model->ballot->n_slots;
    if (model->mode == LABEL_TYING)
        return effect_remark(
            "that key does nothing here" YIELDING_WHOLLY("; name the two, or " KEY_OF("back")));
    if (model->mode != LABEL_CHOOSING)
        return effect_remark("that key does nothing here" YIELDING_WHOLLY("; use one of those below"));
    if (!is_digit)
        return effect_common(action);
    return effect_remark("%c: there %s %s here" YIELDING_WHOLLY(
                             "; " KEY_OF("vote") " votes for the first, " KEY_OF("none") " for none of them"),
                         (char)action.key.code, n == 1 ? "is" : "are", counts[n]);
}

static struct effect vote(struct label_model *model, struct action action)
{
    int position = action.nth + 1;
    if ((size_t)position > model->ballot->n_slots)
        return label_tell_unbound(model, action);
    return label_effect_of_act(model, (struct act){.kind = ACT_ANSWER, .answer = {.position = position}});
}

static struct effect vote_none(struct label_model *model)
{
    return label_effect_of_act(model, (struct act){.kind = ACT_ANSWER, .answer = {.position = VOTE_NONE}});
}

static struct effect vote_tie(const struct label_model *model, int one, int other)
{
    return label_effect_of_act(model, (struct act){.kind = ACT_ANSWER, .answer = answer_of_tie(one, other)});
}

/* Of three documents, two keys more say which two. */
static struct effect begin_tie(struct label_model *model)
{
    if (model->ballot->n_slots < 2)
        return effect_remark("there is no second document here");
    if (model->ballot->n_slots == 2)
        return vote_tie(model, 1, 2);
    model->mode = LABEL_TYING;
    model->tied = 0;
    return (struct effect){.kind = EFFECT_ASK_TIED};
}

static struct effect name_tied(struct label_model *model, struct action action)
{
    const int position = action.nth + 1;
    if (position == model->tied)
        return effect_remark("%d is named already" YIELDING_WHOLLY("; press the number of the other one"),
                             position);
    if (model->tied > 0)
        return vote_tie(model, model->tied, position);
    model->tied = position;
    return (struct effect){.kind = EFFECT_ASK_TIED};
}

static struct effect begin_skip(struct label_model *model)
{
    model->mode = LABEL_SKIPPING;
    return no_effect;
}

static struct effect skip_later(struct label_model *model)
{
    model->mode = LABEL_CHOOSING;
    return label_effect_of_act(model, (struct act){.kind = ACT_ANSWER,
                                                   .answer = {.position = VOTE_ABSENT, .skip = SKIP_LATER}});
}

static struct effect skip_cannot_tell(struct label_model *model)
{
    model->mode = LABEL_CHOOSING;
    return label_effect_of_act(model,
                               (struct act){.kind = ACT_ANSWER,
                                            .answer = {.position = VOTE_ABSENT, .skip = SKIP_CANNOT_TELL}});
}

static struct effect undo(struct label_model *model)
{
    return label_effect_of_act(model, (struct act){.kind = ACT_UNDO});
}

static struct effect redo(struct label_model *model)
{
    if (!answer_is_given(&model->ballot->withdrawn))
        return effect_remark("there is no answer to give again" YIELDING_WHOLLY(" on this ballot"));
    return label_effect_of_act(model, (struct act){.kind = ACT_REDO});
}

const struct label_handler label_answering[LABEL_ACTION_COUNT] = {
    [ACTION_UNBOUND] = {.act_by_key = label_tell_unbound},
    [LABEL_VOTE] = {.act_by_key = vote},
    [LABEL_NONE] = {.act = vote_none},
    [LABEL_TIE] = {.act = begin_tie},
    [LABEL_TIED] = {.act_by_key = name_tied},
    [LABEL_SKIP] = {.act = begin_skip},
    [LABEL_SKIP_LATER] = {.act = skip_later},
    [LABEL_SKIP_CANNOT_TELL] = {.act = skip_cannot_tell},
    [LABEL_UNDO] = {.act = undo},
    [LABEL_REDO] = {.act = redo},
};
