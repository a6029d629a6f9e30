#include "tui/screens/label/showing.h"

#include "core/markup/markup_guess.h"
#include "tui/screens/label/find.h"
#include "tui/screens/label/handlers.h"
#include "tui/screens/label/reading.h"
#include "tui/screens/label/shape.h"
#include "tui/text/shortening.h"

void label_render_texts(struct label_model *model)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        model->markups[i] = markup_of(model->format, model->ballot->documents[i].text);
        text_view_render(&model->boxes[i].text, model->shows_source ? MARKUP_NONE : model->markups[i]);
    }
}

bool label_has_markup(const struct label_model *model)
{
    bool has = false;
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        has = has || model->markups[i] != MARKUP_NONE;
    return has;
}

static const char *const shape_names[LABEL_SHAPE_COUNT] = {
    [LABEL_COLUMNS] = "all side by side",
    [LABEL_TWO] = "two side by side, one below",
    [LABEL_STACKED] = "one below the other",
    [LABEL_TABS] = "one at a time",
};

/* The choice that leads to this shape; "auto" if it does, because it also suits other windows. */
static enum layout_choice choice_of(const struct label_model *model, enum label_shape shape)
{
    static const enum layout_choice choices[LABEL_SHAPE_COUNT] = {[LABEL_COLUMNS] = LAYOUT_COLUMNS,
                                                                  [LABEL_TWO] = LAYOUT_TWO,
                                                                  [LABEL_STACKED] = LAYOUT_STACKED,
                                                                  [LABEL_TABS] = LAYOUT_TABS};
    return label_shape(model, LAYOUT_AUTO) == shape ? LAYOUT_AUTO : choices[shape];
}

/* Takes the next shape that is possible for this ballot in this window. */
static struct effect change_layout(struct label_model *model)
{
    enum label_shape now = label_shape(model, model->layout);
    for (unsigned steps = 1; steps < LABEL_SHAPE_COUNT; steps++) {
        enum label_shape shape = (now + steps) % LABEL_SHAPE_COUNT;
        enum layout_choice choice = choice_of(model, shape);
        if (label_shape(model, choice) != shape)
            continue;
        model->layout = choice;
        struct effect effect = effect_of_window(
            effect_remark("%s%s", shape_names[shape], choice == LAYOUT_AUTO ? " (auto)" : ""));
        effect.kind = EFFECT_KEEP_PREFERENCE;
        effect.preference.name = PREFERENCE_LAYOUT;
        effect.preference.value = (int)choice;
        return effect;
    }
    return effect_of_window(effect_remark("there is only room for this layout"));
}

static struct effect switch_source(struct label_model *model)
{
    model->shows_source = !model->shows_source;
    label_render_texts(model);
    if (!label_has_markup(model))
        return effect_remark(model->shows_source
                                 ? YIELDING_WHOLLY("the source, but ") "none of these is Markdown or HTML"
                                 : YIELDING_WHOLLY("rendered, but ") "none of these is Markdown or HTML");
    return effect_remark(model->shows_source ? "the source · " KEY_OF("source") " renders it"
                                             : "rendered · " KEY_OF("source") " shows the source");
}

static struct effect switch_words(struct label_model *model)
{
    model->hides_words = !model->hides_words;
    return effect_remark(model->hides_words ? "no longer marked · " KEY_OF("terms") " marks them again"
                                            : "the question's words are marked");
}

/* Ends a search, which shows all documents in full. Returns true if there was one. */
static bool end_find(struct label_model *model)
{
    const bool is_on = label_find_is_on(model);
    if (is_on)
        label_find_forget(model, false);
    return is_on;
}

static struct effect switch_whole(struct label_model *model)
{
    if (!model->reading.has_folds)
        return effect_remark("nothing is hidden here");
    if (model->is_zoomed)
        return effect_remark("the zoom shows all of the document");
    label_reading_show_whole(model, !end_find(model) && !model->reading.shows_whole);
    return effect_remark(
        model->reading.shows_whole
            ? "everything is shown · " KEY_OF("whole") " hides it again"
            : "hidden" YIELDING_WHOLLY(": what you have read, and what they share") " · " KEY_OF(
                  "whole") " shows it");
}

static struct effect switch_differences(struct label_model *model)
{
    bool compares = end_find(model) || !model->reading.is_comparing;
    if (model->ballot->n_slots < 2)
        return effect_remark("this ballot has one document");
    if (!label_reading_can_compare(model))
        return effect_remark("too long to be compared: more than %d KiB", COMPARED_TEXT_MAX / 1024);
    if (!label_reading_compare(model, compares))
        return effect_remark("these documents share no passage" YIELDING_WHOLLY(": no differences to mark"));
    return effect_remark(compares ? "differences are marked" YIELDING_WHOLLY(
                                        " · " KEY_OF("differences") " shows the full texts without marks")
                                  : "full texts · " KEY_OF("differences") " marks the differences");
}

static struct effect switch_lock(struct label_model *model)
{
    if (model->reading.changes.n == 0)
        return effect_remark("no two documents here are nearly the same");
    model->reading.is_unlocked = !model->reading.is_unlocked;
    return effect_remark(model->reading.is_unlocked
                             ? "each document scrolls separately · " KEY_OF("lock") " together"
                             : "they scroll together · " KEY_OF("lock") " each for itself");
}

const struct label_handler label_showing[LABEL_ACTION_COUNT] = {
    [LABEL_LAYOUT] = {.act = change_layout},
    [LABEL_SOURCE] = {.act = switch_source},
    [LABEL_WORDS] = {.act = switch_words},
    [LABEL_WHOLE] = {.act = switch_whole},
    [LABEL_DIFFERENCES] = {.act = switch_differences},
    [LABEL_LOCK] = {.act = switch_lock},
};
