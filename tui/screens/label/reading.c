/*
 * What is folded follows from the texts as they are seen, which another width may change, so it is looked at whenever the
 * screen was arranged, and made anew only when a text is another one by then.
 */
#include "tui/screens/label/reading.h"

#include "tui/screens/label/find.h"

enum {
    WORDS_FOLDED_MIN = 6, /* fewer are not worth the line that says so */
    FOLDS_MAX = 2,        /* before the passage and behind it */
};

void label_reading_release(struct label_model *model)
{
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        passage_list_release(&model->reading.passages[i]);
}

void label_reading_begin(struct label_model *model)
{
    struct label_reading *reading = &model->reading;
    reading->shows_whole = false;
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++) {
        reading->is_opened[i] = false;
        reading->passage[i] = SIZE_MAX;
    }
}

/* --- Passages ------------------------------------------------------------- */

static const struct passage_list *find_passages(struct label_model *model, size_t i)
{
    struct label_reading *reading = &model->reading;
    struct text_view *view = &model->boxes[i].text;
    if (reading->passages_versions[i] != view->version) {
        passage_list_find(&reading->passages[i], text_view_unfolded(view, PASSAGE_TEXT_MAX), &model->words);
        reading->passages_versions[i] = view->version;
    }
    return &reading->passages[i];
}

void label_reading_next_passage(struct label_model *model, size_t *number, size_t *n)
{
    size_t i = model->focus < model->ballot->n_slots ? model->focus : 0;
    const struct passage_list *passages = find_passages(model, i);
    *n = passages->count;
    *number = 0;
    if (passages->count == 0)
        return;
    size_t *passage = &model->reading.passage[i];
    *passage = *passage < passages->count - 1 ? *passage + 1 : 0;
    *number = *passage + 1;
    text_view_open_at(&model->boxes[i].text, passages->items[*passage].start);
}

static size_t number_of_best(const struct passage_list *passages)
{
    size_t best = 0;
    for (size_t i = 1; i < passages->count; i++)
        if (passages->items[i].weight > passages->items[best].weight)
            best = i;
    return best;
}

static void open_at_best(struct label_model *model, size_t i)
{
    struct text_view *view = &model->boxes[i].text;
    const struct passage_list *passages = find_passages(model, i);
    if (passages->count == 0)
        return;
    size_t best = number_of_best(passages);
    model->reading.passage[i] = best;
    if (!text_view_shows(view, passages->items[best].start, passages->items[best].end))
        text_view_open_at(view, passages->items[best].start);
}

void label_reading_open(struct label_model *model)
{
    struct label_reading *reading = &model->reading;
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        const struct text_view *view = &model->boxes[i].text;
        bool opens = !reading->is_opened[i] && reading->opening == OPENING_PASSAGE && !view->is_folded &&
                     view->place.source == 0 && text_view_is_cut(view);
        reading->is_opened[i] = true;
        if (opens)
            open_at_best(model, i);
    }
}

/* --- Folds ---------------------------------------------------------------- */

bool label_reading_can_fold(const struct label_model *model)
{
    bool can = false;
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        can = can || (model->ballot->documents[i].was_read &&
                      (model->boxes[i].text.is_folded || model->reading.shows_whole));
    return can;
}

void label_reading_show_whole(struct label_model *model, bool shows_whole)
{
    model->reading.shows_whole = shows_whole;
    model->reading.is_followed = false;
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        model->reading.is_opened[i] = false;
}

static void add_fold(struct arena *arena, struct text_fold *folds, size_t *n, struct bytes text, size_t start,
                     size_t end)
{
    size_t words = passage_count_words(bytes_slice(text, start, end));
    if (words >= WORDS_FOLDED_MIN)
        folds[(*n)++] = (struct text_fold){start, end, bytes_of(arena_format(arena, "⋮ %zu words", words))};
}

/* What stands before the best passage and behind it is folded. */
static void fold_but_passage(struct label_model *model, size_t i)
{
    struct text_view *view = &model->boxes[i].text;
    struct arena arena = {0};
    struct text_fold folds[FOLDS_MAX];
    struct text_folding folding = {.folds = folds};
    struct bytes text = text_view_unfolded(view, SIZE_MAX);
    struct passage best = passage_list_best(find_passages(model, i), text);
    add_fold(&arena, folds, &folding.n_folds, text, 0, best.start);
    add_fold(&arena, folds, &folding.n_folds, text, best.end, text.size);
    text_view_fold(view, &folding);
    arena_release(&arena);
}

static bool shrinks(const struct label_model *model, size_t i)
{
    return model->ballot->documents[i].was_read && model->boxes[i].text.wrapped.columns > 0 &&
           model->reading.read_before == SHOWN_PASSAGE && !model->reading.shows_whole &&
           model->ballot->documents[i].text.size <= PASSAGE_TEXT_MAX;
}

/* Whether the texts are those that it was made of. */
static bool is_followed(const struct label_model *model)
{
    bool is_same = model->reading.is_followed;
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        is_same = is_same && model->reading.versions[i] == model->boxes[i].text.version;
    return is_same;
}

bool label_reading_fold(struct label_model *model)
{
    if (label_find_is_on(model)) { /* it unfolds what it looks through */
        model->reading.is_followed = false;
        return false;
    }
    if (is_followed(model))
        return false;
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        if (shrinks(model, i))
            fold_but_passage(model, i);
        else
            text_view_fold(&model->boxes[i].text, NULL);
        model->reading.versions[i] = model->boxes[i].text.version;
    }
    model->reading.is_followed = true;
    return true;
}
