#include "tui/screens/label/handlers.h"
#include "tui/screens/label/changes.h"
#include "tui/screens/label/find.h"
#include "tui/screens/label/reading.h"
#include "tui/text/shortening.h"

static struct effect begin_find(struct label_model *model)
{
    label_find_begin(model);
    model->mode = LABEL_FINDING;
    return no_effect;
}

/* `is_round`: the search wrapped around at an end. */
static struct effect remark_matches(const struct label_model *model, bool is_round)
{
    const char *needle = buffer_string(&model->needle.text);
    if (label_find_count(model) == 0)
        return effect_remark("“%s” is not in any of the documents", needle);
    return effect_remark("“%s”: %zu of %zu%s · " KEY_OF("match-next") " next · " KEY_OF("back") " clears",
                         needle, label_find_number(model), label_find_count(model),
                         is_round ? YIELDING(", starting from the other end") : "");
}

static struct effect keep_find(struct label_model *model)
{
    model->mode = LABEL_CHOOSING;
    line_edit_keep(&model->needle);
    return label_find_is_on(model) || label_find_last(model) ? remark_matches(model, false) : no_effect;
}

/* Looks again for what was looked for last, perhaps on another ballot; false: nothing of that is here. */
static bool finds_last(struct label_model *model)
{
    if (!label_find_last(model))
        return false;
    const bool found = label_find_count(model) > 0;
    if (!found)
        label_find_forget(model, true);
    return found;
}

static struct effect step_match(struct label_model *model, int direction)
{
    const bool is_on = label_find_is_on(model);
    const size_t before = label_find_number(model);
    if (!is_on && label_changes_step(model, direction))
        return no_effect;
    if (is_on)
        label_find_step(model, direction);
    else if (!finds_last(model))
        return effect_remark("nothing to go to" YIELDING_WHOLLY(
            ": no two documents are nearly the same") "; " KEY_OF("find") " finds words");
    const size_t now = label_find_number(model);
    return remark_matches(model, is_on && before > 0 && (direction > 0 ? now < before : now > before));
}

static struct effect match_next(struct label_model *model)
{
    return step_match(model, 1);
}

static struct effect match_previous(struct label_model *model)
{
    return step_match(model, -1);
}

static struct effect next_passage(struct label_model *model)
{
    size_t number, n;
    label_reading_next_passage(model, &number, &n);
    if (n == 0)
        return effect_remark("no word of the question is in this one");
    label_changes_follow(model, model->focus < model->ballot->n_slots ? model->focus : 0);
    return effect_remark("passage %zu of %zu" YIELDING_WHOLLY(": the question's words"), number, n);
}

const struct label_handler label_places[LABEL_ACTION_COUNT] = {
    [LABEL_FIND] = {.act = begin_find},
    [LABEL_FIND_KEEP] = {.act = keep_find},
    [LABEL_MATCH_NEXT] = {.act = match_next},
    [LABEL_MATCH_PREVIOUS] = {.act = match_previous},
    [LABEL_PASSAGE] = {.act = next_passage, .is_for_focus = true},
};
