/*
 * What is folded depends on the visible texts, which change with the width. So it is checked whenever the screen was
 * arranged, and computed again only if a text has changed.
 */
#include "tui/screens/label/reading.h"

#include "tui/screens/label/changes.h"
#include "tui/screens/label/displayed.h"
#include "tui/screens/label/draw.h"
#include "tui/screens/label/find.h"
#include "tui/screens/label/marking.h"
#include "tui/text/alignment.h"

void label_reading_release(struct label_model *model)
{
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        passage_list_release(&model->reading.passages[i]);
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        text_parts_release(&model->reading.read[i]);
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        text_parts_release(&model->reading.folded[i]);
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        arena_release(&model->reading.units_arenas[i]);
    differences_release(&model->reading.differences);
    arena_release(&model->reading.arena);
    buffer_release(&model->reading.whole_key);
    buffer_release(&model->reading.next_key);
}

void label_reading_begin(struct label_model *model)
{
    struct label_reading *reading = &model->reading;
    reading->shows_whole = false;
    reading->comparing = COMPARING_AS_EVER;
    reading->change = SIZE_MAX;
    reading->changes = (struct text_changes){0};
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++) {
        reading->is_opened[i] = false;
        reading->passage[i] = SIZE_MAX;
        model->boxes[i].opening = 0;
    }
}

/* --- Passages ------------------------------------------------------------- */

/* Reads as much of the text as is searched, and finds the units and passages of its visible form. */
static struct bytes read_text(struct label_model *model, size_t i)
{
    struct label_reading *reading = &model->reading;
    struct text_view *view = &model->boxes[i].text;
    const size_t most = label_reading_can_compare(model) ? SIZE_MAX : PASSAGE_TEXT_MAX;
    const struct bytes text = text_view_unfolded(view, most);
    if (reading->units_versions[i] != view->version) {
        arena_clear(&reading->units_arenas[i]);
        reading->units[i] = text_units_find(&reading->units_arenas[i], text, text_view_unfolded_style(view));
        passage_list_find(&reading->passages[i], text, &reading->units[i], &model->words);
        reading->units_versions[i] = view->version;
        text_view_set_units(view, reading->units[i]);
    }
    return text;
}

static const struct passage_list *find_passages(struct label_model *model, size_t i)
{
    (void)read_text(model, i);
    return &model->reading.passages[i];
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

/* --- Differences ---------------------------------------------------------- */

bool label_reading_can_compare(const struct label_model *model)
{
    bool is_short = true;
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        is_short = is_short && model->ballot->documents[i].text.size <= COMPARED_TEXT_MAX;
    return is_short;
}

/* Compares the whole visible texts. Returns false if one is too long, or there are fewer than two. */
static bool find_differences(struct label_model *model)
{
    struct label_reading *reading = &model->reading;
    struct bytes texts[BALLOT_SIZE_MAX];
    size_t n = model->ballot->n_slots;
    const bool can_compare = n > 1 && label_reading_can_compare(model);
    for (size_t i = 0; can_compare && i < n; i++)
        texts[i] = text_view_unfolded(&model->boxes[i].text, SIZE_MAX);
    if (can_compare)
        differences_find(&reading->differences, texts, n);
    else
        differences_release(&reading->differences);
    return can_compare;
}

static bool are_alike(const struct label_model *model)
{
    const struct differences *differences = &model->reading.differences;
    bool are = false;
    for (size_t i = 0; i < differences->n; i++)
        are = are || excerpt_is_like_another(differences, i);
    return are;
}

static void decide_comparing(struct label_model *model)
{
    struct label_reading *reading = &model->reading;
    bool by_itself = reading->differences_choice == DIFFERENCES_AUTO;
    bool is_wanted = reading->comparing == COMPARING_AS_EVER ? by_itself : reading->comparing == COMPARING_ON;
    reading->is_comparing =
        is_wanted && find_differences(model) && (reading->comparing == COMPARING_ON || are_alike(model));
}

static bool share_anything(const struct differences *differences)
{
    size_t shared = 0;
    for (size_t i = 0; i < differences->n; i++)
        for (size_t other = 0; other < differences->n; other++)
            shared += differences->texts[i].shared[other];
    return shared > 0;
}

bool label_reading_compare(struct label_model *model, bool compares)
{
    if (compares && (!find_differences(model) || !share_anything(&model->reading.differences)))
        return false;
    model->reading.comparing = compares ? COMPARING_ON : COMPARING_OFF;
    model->reading.is_followed = false;
    return true;
}

/* --- Folds ---------------------------------------------------------------- */

void label_reading_show_whole(struct label_model *model, bool shows_whole)
{
    model->reading.shows_whole = shows_whole;
    model->reading.is_followed = false;
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        model->reading.is_opened[i] = false;
}

void label_reading_zoom(struct label_model *model, bool is_zoomed)
{
    model->is_zoomed = is_zoomed;
    model->reading.is_followed = false;
}

static bool shrinks(const struct label_model *model, size_t i)
{
    return model->ballot->documents[i].was_read && label_displayed(model, i) != DISPLAYED_NOT &&
           model->boxes[i].text.wrapped.columns > 0 && model->reading.read_before == SHOWN_PASSAGE &&
           model->ballot->documents[i].text.size <= PASSAGE_TEXT_MAX;
}

static void find_what_was_read(struct label_model *model)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        model->reading.read[i].count = 0;
        if (shrinks(model, i))
            label_displayed_find(model, i, &model->reading.read[i]);
    }
}

/* Notes what is folded, as ranges of the source. */
static void note_folds(struct label_model *model, size_t i, const struct text_folding *folding)
{
    struct text_parts *folded = &model->reading.folded[i];
    folded->count = 0;
    for (size_t fold = 0; fold < folding->n_folds; fold++)
        text_parts_add(folded, text_view_source_of(&model->boxes[i].text, folding->folds[fold].start,
                                                   folding->folds[fold].end));
}

static int narrowest_columns(const struct label_model *model)
{
    int columns = model->boxes[0].text.wrapped.columns;
    for (size_t i = 1; i < model->ballot->n_slots; i++)
        columns =
            model->boxes[i].text.wrapped.columns < columns ? model->boxes[i].text.wrapped.columns : columns;
    return columns;
}

/* Whether all documents that are nearly identical to another fit into their windows. */
static bool twins_fit(const struct label_model *model)
{
    bool fit = true;
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        fit = fit && (model->reading.fits[i] || !excerpt_has_twin(&model->reading.differences, i));
    return fit;
}

static void read_texts(struct label_model *model, struct excerpt_text *texts)
{
    struct label_reading *reading = &model->reading;
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        const bool has_twin = reading->is_comparing && excerpt_has_twin(&reading->differences, i);
        const struct bytes text = read_text(model, i);
        texts[i] = (struct excerpt_text){text, &reading->units[i],
                                         passage_list_best(&reading->passages[i], text, &reading->units[i]),
                                         shrinks(model, i) && !has_twin};
    }
}

/* Finds what documents share, and what the line of differences says. */
static void compare_texts(struct label_model *model, const struct excerpt_text *texts)
{
    struct label_reading *reading = &model->reading;
    if (reading->is_comparing)
        excerpt_find_shared(&reading->arena, texts, &reading->differences, reading->shared);
    label_changes_find(model);
}

/* Finds what is to be folded and marked in all documents. */
static void find_foldings(struct label_model *model, const struct excerpt_text *texts,
                          struct text_folding *foldings)
{
    struct label_reading *reading = &model->reading;
    const size_t n = model->ballot->n_slots;
    for (size_t i = 0; i < n; i++) {
        foldings[i] = (struct text_folding){0};
        const struct fold_label label = {model->boxes[i].text.wrapped.columns,
                                         buffer_bytes(&reading->whole_key)};
        if (texts[i].is_apart)
            foldings[i] =
                excerpt_passage(&reading->arena, &texts[i], &reading->read[i], "read before", &label);
    }
    if (!reading->is_comparing)
        return;
    const struct fold_label label = {narrowest_columns(model), buffer_bytes(&reading->whole_key)};
    excerpt_differences(&reading->arena, texts, &reading->differences, reading->shared, &label, foldings);
    for (size_t i = 0; i < n && twins_fit(model); i++)
        foldings[i].n_folds = texts[i].is_apart ? foldings[i].n_folds : 0;
}

/* Returns "" if it was not read. */
static const char *read_remark(const struct label_model *model, size_t i)
{
    if (!model->ballot->documents[i].was_read)
        return "";
    return label_displayed(model, i) == DISPLAYED_IN_PART ? "read in part" : "read before";
}

/* "read before · 96 % as 2" */
static void remark_document(struct label_model *model, size_t i)
{
    struct buffer remark = {0}, likeness = {0};
    if (model->reading.is_comparing)
        excerpt_add_likeness(&likeness, &model->reading.differences, i);
    buffer_add_string(&remark, read_remark(model, i));
    if (remark.size > 0 && likeness.size > 0)
        buffer_add_string(&remark, " · ");
    buffer_add(&remark, buffer_bytes(&likeness));
    document_box_set_remark(&model->boxes[i], buffer_bytes(&remark));
    buffer_release(&remark);
    buffer_release(&likeness);
}

/* Folds the documents that need it. */
static void fold_documents(struct label_model *model, const struct excerpt_text *texts,
                           struct text_folding *foldings)
{
    struct label_reading *reading = &model->reading;
    find_foldings(model, texts, foldings);
    reading->has_folds = false;
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        reading->has_folds = reading->has_folds || foldings[i].n_folds > 0;
        if (reading->shows_whole || model->is_zoomed || label_marking_is_in(model, i))
            foldings[i].n_folds = 0;
        note_folds(model, i, &foldings[i]);
        text_view_fold(&model->boxes[i].text, &foldings[i]);
        remark_document(model, i);
    }
}

/* --- Where a document opens ------------------------------------------------ */

/* The passage of the text with the greatest weight, the first of equals. */
static size_t number_of_best(const struct passage_list *passages)
{
    size_t best = 0;
    for (size_t i = 1; i < passages->count; i++)
        if (passages->items[i].weight > passages->items[best].weight)
            best = i;
    return best;
}

static double best_weight(struct label_model *model, size_t i)
{
    const struct passage_list *passages = find_passages(model, i);
    return passages->count > 0 ? passages->items[number_of_best(passages)].weight : 0;
}

/* The document that decides where this one opens: of nearly identical documents, the one with the best passage. */
static size_t find_leader(struct label_model *model, size_t i)
{
    const struct label_reading *reading = &model->reading;
    size_t leader = i;
    for (size_t other = 0; reading->is_comparing && other < model->ballot->n_slots; other++) {
        const double weight = best_weight(model, other), best = best_weight(model, leader);
        if (other != i && excerpt_are_twins(&reading->differences, i, other) &&
            (weight > best || (weight >= best && other < leader)))
            leader = other;
    }
    return leader;
}

/* The unit at which document `i` opens; NO_UNIT: it has no word of the question. */
static size_t find_opening(struct label_model *model, size_t i)
{
    const struct label_reading *reading = &model->reading;
    const struct text_units *units[BALLOT_SIZE_MAX];
    const size_t leader = find_leader(model, i);
    if (best_weight(model, leader) <= 0)
        return NO_UNIT;
    for (size_t document = 0; document < model->ballot->n_slots; document++)
        units[document] = &reading->units[document];
    const struct passage_list *passages = &reading->passages[leader];
    const size_t unit = text_units_at(units[leader], passages->items[number_of_best(passages)].start);
    return leader == i ? unit : shared_units_beside(units, reading->shared, leader, unit, i);
}

static void open_at_best(struct label_model *model, size_t i)
{
    struct text_view *view = &model->boxes[i].text;
    const size_t number = find_opening(model, i);
    if (number == NO_UNIT || number >= model->reading.units[i].n)
        return;
    const struct text_unit *unit = &model->reading.units[i].items[number];
    if (model->reading.passages[i].count > 0)
        model->reading.passage[i] = number_of_best(&model->reading.passages[i]);
    if (text_view_shows(view, unit->start, unit->end))
        return;
    text_view_open_at(view, unit->start);
    model->boxes[i].opening = view->place.source;
}

void label_reading_open(struct label_model *model)
{
    struct label_reading *reading = &model->reading;
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        const struct text_view *view = &model->boxes[i].text;
        bool is_where_it_opened = view->place.source == 0 || view->place.source == model->boxes[i].opening;
        bool opens = !reading->is_opened[i] && reading->opening == OPENING_PASSAGE && is_where_it_opened &&
                     text_view_is_cut(view);
        reading->is_opened[i] = true;
        if (opens)
            open_at_best(model, i);
    }
}

/* --- Aligned sentences ---------------------------------------------------- */

/* The documents' foldings while their sentences are aligned. */
struct aligning {
    struct label_model *model;
    struct text_folding *foldings;
    struct text_gap *gaps[BALLOT_SIZE_MAX]; /* for each document, at most one per row of the alignment */
    size_t n_gaps[BALLOT_SIZE_MAX];
};

/*
 * Finds where the visible part of the sentence begins. Returns false if nothing of it is visible, or if the line of
 * its fold already belongs to another sentence.
 */
static bool find_seen(const struct aligning *aligning, size_t i, const struct sentence *sentence,
                      size_t *start)
{
    const struct text_folding *folding = &aligning->foldings[i];
    size_t n = aligning->n_gaps[i];
    *start = sentence->start;
    for (size_t f = 0; f < folding->n_folds; f++) {
        const struct text_fold *fold = &folding->folds[f];
        bool begins_in_fold = sentence->start >= fold->start && sentence->start < fold->end;
        size_t middle = sentence->start + (sentence->end - sentence->start) / 2;
        if (middle >= fold->start && sentence->end <= fold->end)
            *start = fold->start; /* perhaps after a few words, which stay on the line above */
        else if (begins_in_fold)
            *start = fold->end;
    }
    return n == 0 || aligning->gaps[i][n - 1].start < *start;
}

/* Gives each visible sentence of the row a gap before it. Returns its documents, one bit each. */
static unsigned add_gaps(struct aligning *aligning, const struct aligned_row *row)
{
    size_t starts[BALLOT_SIZE_MAX] = {0};
    unsigned seen = 0;
    for (size_t i = 0; i < aligning->model->ballot->n_slots; i++)
        if ((row->texts >> i & 1) != 0 && find_seen(aligning, i, &row->sentences[i], &starts[i]))
            seen |= 1U << i;
    if ((seen & (seen - 1)) == 0)
        return 0; /* there is nothing to align with */
    for (size_t i = 0; i < aligning->model->ballot->n_slots; i++)
        if ((seen >> i & 1) != 0)
            aligning->gaps[i][aligning->n_gaps[i]++] = (struct text_gap){starts[i], 0};
    return seen;
}

static void fold_all(struct aligning *aligning)
{
    for (size_t i = 0; i < aligning->model->ballot->n_slots; i++) {
        aligning->foldings[i].gaps = aligning->gaps[i];
        aligning->foldings[i].n_gaps = aligning->n_gaps[i];
        text_view_fold(&aligning->model->boxes[i].text, &aligning->foldings[i]);
    }
}

/*
 * Moves each document's part of each row down to the lowest of them. Returns false if a text then exceeds its window.
 */
static bool level_rows(struct aligning *aligning, const unsigned *seen, size_t n_rows)
{
    struct label_model *model = aligning->model;
    size_t next[BALLOT_SIZE_MAX] = {0}, moved[BALLOT_SIZE_MAX] = {0};
    bool fits = true;
    for (size_t row = 0; row < n_rows; row++) {
        size_t lines[BALLOT_SIZE_MAX] = {0}, lowest = 0;
        for (size_t i = 0; i < model->ballot->n_slots; i++) {
            if ((seen[row] >> i & 1) == 0)
                continue;
            lines[i] = text_view_line_behind_gap(&model->boxes[i].text, next[i]) + moved[i];
            lowest = lines[i] > lowest ? lines[i] : lowest;
        }
        for (size_t i = 0; i < model->ballot->n_slots; i++) {
            if ((seen[row] >> i & 1) == 0)
                continue;
            aligning->gaps[i][next[i]++].rows = lowest - lines[i];
            moved[i] += lowest - lines[i];
        }
    }
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        struct text_view *view = &model->boxes[i].text;
        int rows = text_view_count_rows(view, view->wrapped.columns, model->reading.rows_beside + 1);
        fits = fits && rows + (int)moved[i] <= model->reading.rows_beside;
    }
    return fits;
}

/* The columns of the texts if boxes are side by side. 0: nothing is aligned. */
static int columns_beside(const struct label_model *model)
{
    return model->reading.rows_beside > 0 ? model->boxes[0].text.wrapped.columns : 0;
}

/* Puts matching sentences on the same row if there is room. The documents must be folded. */
static void align_documents(struct label_model *model, struct text_folding *foldings, struct arena *arena)
{
    struct aligning aligning = {.model = model, .foldings = foldings};
    struct text_folding before[BALLOT_SIZE_MAX];
    struct bytes texts[BALLOT_SIZE_MAX];
    struct alignment alignment;
    size_t n_rows = 0;
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        texts[i] = text_view_unfolded(&model->boxes[i].text, SIZE_MAX);
        before[i] = foldings[i];
    }
    if (!alignment_find(&alignment, texts, model->ballot->n_slots, arena))
        return;
    unsigned *seen = arena_get_array(arena, alignment.n, sizeof *seen);
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        aligning.gaps[i] = arena_get_array(arena, alignment.n, sizeof *aligning.gaps[i]);
    for (size_t row = 0; row < alignment.n; row++) {
        seen[n_rows] = add_gaps(&aligning, &alignment.rows[row]);
        n_rows += seen[n_rows] != 0;
    }
    fold_all(&aligning);
    if (!level_rows(&aligning, seen, n_rows))
        for (size_t i = 0; i < model->ballot->n_slots; i++)
            text_view_fold(&model->boxes[i].text, &before[i]);
    else
        fold_all(&aligning);
}

/* Whether the texts and their room are unchanged since the folds were computed. */
static bool is_followed(const struct label_model *model)
{
    const struct label_reading *reading = &model->reading;
    const struct rectangle *room = &model->room, *before = &reading->room;
    bool is_same = reading->is_followed && room->rows == before->rows && room->columns == before->columns &&
                   reading->layout == model->layout;
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        is_same = is_same && reading->versions[i] == model->boxes[i].text.version;
    return is_same;
}

/* Arranges all texts without folds and notes which fit. In a zoom, the other documents keep their earlier result. */
static void find_which_fit(struct label_model *model)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        text_view_fold(&model->boxes[i].text, NULL);
    label_arrange(model, model->area);
    if (model->is_zoomed)
        return;
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        model->reading.fits[i] = !text_view_is_cut(&model->boxes[i].text);
}

bool label_reading_fold(struct label_model *model)
{
    struct label_reading *reading = &model->reading;
    if (label_find_is_on(model)) { /* a search unfolds what it searches */
        reading->is_followed = false;
        for (size_t i = 0; i < model->ballot->n_slots; i++)
            reading->folded[i].count = 0;
        return false;
    }
    if (is_followed(model))
        return false;
    struct arena arena = {0};
    struct text_folding foldings[BALLOT_SIZE_MAX];
    struct excerpt_text texts[BALLOT_SIZE_MAX];
    arena_clear(&reading->arena);
    decide_comparing(model);
    read_texts(model, texts);
    compare_texts(model, texts);
    find_which_fit(model);
    find_what_was_read(model);
    fold_documents(model, texts, foldings);
    if (reading->is_comparing && columns_beside(model) > 0)
        align_documents(model, foldings, &arena);
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        reading->versions[i] = model->boxes[i].text.version;
    reading->room = model->room;
    reading->layout = model->layout;
    arena_release(&arena);
    reading->is_followed = true;
    return true;
}
