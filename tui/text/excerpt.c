/*
 * Starting with the units to show, more units are added until nothing changes: those on which a shown unit depends,
 * the same units in the other texts, and units too short to be worth a line that says they are hidden. So all texts
 * show the same parts of what they share.
 */
#include "tui/text/excerpt.h"

#include "core/match/shingles.h"
#include "tui/text/cluster.h"
#include "tui/text/decisive_words.h"

#include <math.h>

enum {
    WORDS_FOLDED_MIN = 12, /* fewer words are not worth a line that says they are hidden */
    OWN_WORDS_MAX = 30,    /* longer runs are not marked as a whole; only their decisive words are */
};

const double EXCERPT_SHARE_MIN = 0.3;

/* the share of its words that each of two texts must have in common with the other */
static const double TWIN_SHARE_MIN = 0.5;

/* --- Shown units ---------------------------------------------------------- */

static const struct text_unit *unit_of(const struct excerpt_text *text, size_t number)
{
    return &text->units->items[number];
}

static bool is_in_best(const struct excerpt_text *text, size_t number)
{
    const struct text_unit *unit = unit_of(text, number);
    return unit->start < text->best.end && text->best.start < unit->end;
}

static bool show_unit(bool *shown, size_t number)
{
    bool was_hidden = !shown[number];
    shown[number] = true;
    return was_hidden;
}

static bool show_governors(const struct excerpt_text *text, bool *shown)
{
    bool changes = false;
    for (size_t i = text->units->n; i-- > 0;) {
        size_t governor = unit_of(text, i)->governor;
        if (shown[i] && governor != NO_UNIT)
            changes = show_unit(shown, governor) || changes;
    }
    return changes;
}

/* The end of the hidden units from `first` on, which one line represents. */
static size_t end_of_hidden(const struct excerpt_text *text, const bool *shown, size_t first)
{
    size_t end = first + 1;
    while (end < text->units->n && !shown[end])
        end++;
    return end;
}

static size_t count_words(const struct excerpt_text *text, size_t first, size_t end)
{
    struct bytes rest = bytes_slice(text->text, unit_of(text, first)->start, unit_of(text, end - 1)->end),
                 word;
    size_t words = 0;
    while (text_next_word(&rest, &word))
        words += !bytes_starts_with(word, "│") && !bytes_starts_with(word, "─"); /* these only draw lines */
    return words;
}

static bool show_short(const struct excerpt_text *text, bool *shown)
{
    bool changes = false;
    for (size_t i = 0, end; i < text->units->n; i = end) {
        end = i + 1;
        if (shown[i])
            continue;
        end = end_of_hidden(text, shown, i);
        for (bool is_short = count_words(text, i, end) < WORDS_FOLDED_MIN; is_short && i < end; i++)
            changes = show_unit(shown, i) || changes;
    }
    return changes;
}

/* --- Folds ---------------------------------------------------------------- */

/* The longest of these texts that fits, or else the last one. */
static struct bytes fitting_label(const struct fold_label *label, char *const *ways, size_t n)
{
    size_t way = label->key.size > 0 ? 0 : 1;
    while (way + 1 < n && label->columns > 0 && text_width(bytes_of(ways[way])) > label->columns)
        way++;
    return bytes_of(ways[way]);
}

/* Makes "⋯ 29 words hidden: same as in 1 (f shows)". */
static struct bytes say_hidden(struct arena *arena, const struct fold_label *label, const char *sign,
                               size_t words, const char *why)
{
    const char *hidden = arena_format(arena, "%s %zu words hidden%s%s", sign, words, why != NULL ? ": " : "",
                                      why != NULL ? why : "");
    char *const ways[] = {
        arena_format(arena, "%s (%.*s shows)", hidden, BYTES_FORMAT(label->key)),
        arena_format(arena, "%s", hidden),
        arena_format(arena, "%s %zu words %s", sign, words, why != NULL ? why : "hidden"),
    };
    return fitting_label(label, ways, sizeof ways / sizeof *ways);
}

/* Folds what is not shown, with one line for each run of hidden units. */
static void fold_hidden(struct arena *arena, const struct excerpt_text *text, const bool *shown,
                        const struct fold_label *label, const char *sign, const char *why,
                        struct text_folding *folding)
{
    struct text_fold *folds = NULL;
    for (size_t i = 0, end; i < text->units->n; i = end) {
        end = i + 1;
        if (shown[i])
            continue;
        end = end_of_hidden(text, shown, i);
        ARENA_PUSH(arena, folds, folding->n_folds) =
            (struct text_fold){unit_of(text, i)->start, unit_of(text, end - 1)->end,
                               say_hidden(arena, label, sign, count_words(text, i, end), why)};
    }
    folding->folds = folds;
}

/* --- Passages ------------------------------------------------------------- */

struct text_folding excerpt_passage(struct arena *arena, const struct excerpt_text *text,
                                    const struct text_parts *read, const char *why,
                                    const struct fold_label *label)
{
    struct text_folding folding = {0};
    bool *shown = arena_get_array(arena, text->units->n, sizeof *shown);
    for (size_t i = 0; i < text->units->n; i++) {
        struct text_part part = {unit_of(text, i)->start, unit_of(text, i)->end};
        shown[i] = is_in_best(text, i) || !text_parts_hold(read, part);
    }
    while (show_governors(text, shown) || show_short(text, shown))
        ;
    fold_hidden(arena, text, shown, label, "⋮", why, &folding);
    return folding;
}

/* --- Nearly identical texts ----------------------------------------------- */

bool excerpt_are_twins(const struct differences *differences, size_t i, size_t j)
{
    const struct compared_text *one = &differences->texts[i], *other = &differences->texts[j];
    return !one->is_same[j] && (double)one->shared[j] >= TWIN_SHARE_MIN * (double)one->words &&
           (double)other->shared[i] >= TWIN_SHARE_MIN * (double)other->words && one->words > 0 &&
           other->words > 0;
}

void excerpt_find_shared(struct arena *arena, const struct excerpt_text *texts,
                         const struct differences *differences, struct shared_units *shared)
{
    const struct text_units *units[DIFFERENCES_TEXTS_MAX];
    for (size_t i = 0; i < differences->n; i++)
        units[i] = texts[i].units;
    shared_units_begin(arena, units, differences->n, shared);
    for (size_t i = 0; i < differences->n; i++)
        for (size_t j = i + 1; j < differences->n; j++)
            if (!texts[i].is_apart && !texts[j].is_apart && excerpt_are_twins(differences, i, j))
                shared_units_pair(arena, units, shared, i, j);
}

/* --- Marks ---------------------------------------------------------------- */

/* The state while a text is marked. */
struct excerpt_work {
    struct arena *arena;
    struct bytes text;
    const struct compared_text *compared;
    struct text_mark *marks;
    size_t n_marks;
};

static bool is_own(const struct shared_run *run)
{
    return run->others == 0;
}

static void add_mark(struct excerpt_work *work, size_t start, size_t end, enum style style)
{
    ARENA_PUSH(work->arena, work->marks, work->n_marks) = (struct text_mark){start, end, style};
}

/* Marks a short run as a whole, and in a long run only the decisive words. */
static void mark_own(struct excerpt_work *work, const struct shared_run *run)
{
    struct bytes rest = bytes_slice(work->text, run->start, run->end), word;
    size_t marked = run->start;
    bool is_short = run->words <= OWN_WORDS_MAX;
    while (text_next_word(&rest, &word)) {
        size_t start = (size_t)(word.data - work->text.data);
        if (!word_is_decisive(word))
            continue;
        if (is_short && marked < start)
            add_mark(work, marked, start, STYLE_OWN);
        marked = start + word.size;
        add_mark(work, start, marked, STYLE_DECISIVE);
    }
    if (is_short && marked < run->end)
        add_mark(work, marked, run->end, STYLE_OWN);
}

static struct text_part first_word(const struct excerpt_work *work, const struct shared_run *run)
{
    struct bytes rest = bytes_slice(work->text, run->start, run->end), word = rest;
    (void)text_next_word(&rest, &word);
    size_t start = (size_t)(word.data - work->text.data);
    return (struct text_part){start, start + word.size};
}

static struct text_part last_word(const struct excerpt_work *work, const struct shared_run *run)
{
    struct bytes rest = bytes_slice(work->text, run->start, run->end), word = rest;
    while (text_next_word(&rest, &word))
        ;
    size_t start = (size_t)(word.data - work->text.data);
    return (struct text_part){start, start + word.size};
}

/* Marks a word, or extends the previous mark. */
static void mark_word(struct excerpt_work *work, struct text_part word, bool hangs_on)
{
    struct text_mark *last = work->n_marks > 0 ? &work->marks[work->n_marks - 1] : NULL;
    if (last != NULL && (hangs_on || last->end > word.start))
        last->end = word.end;
    else
        add_mark(work, word.start, word.end, STYLE_OWN);
}

/*
 * Marks what no other text has: words, and places where a word follows another, begins a sentence or ends one only
 * here.
 */
static void mark_all(struct excerpt_work *work)
{
    const struct compared_text *text = work->compared;
    for (size_t i = 0; i < text->n_runs; i++) {
        const struct shared_run *run = &text->runs[i];
        bool is_behind_shared = i > 0 && !is_own(run - 1);
        bool is_before_torn = is_behind_shared && run[-1].ended == 0;
        if (is_own(run)) {
            mark_own(work, run);
            continue;
        }
        if (is_before_torn)
            mark_word(work, last_word(work, run - 1), false);
        if (is_behind_shared && run->joined == 0)
            mark_word(work, first_word(work, run), is_before_torn);
    }
}

static bool shares_something(const struct compared_text *text)
{
    for (size_t i = 0; i < text->n_runs; i++)
        if (!is_own(&text->runs[i]))
            return true;
    return false;
}

static void mark_text(struct arena *arena, const struct excerpt_text *text,
                      const struct compared_text *compared, struct text_folding *folding)
{
    struct excerpt_work work = {.arena = arena, .text = text->text, .compared = compared};
    if (!shares_something(compared))
        return;
    mark_all(&work);
    folding->marks = work.marks;
    folding->n_marks = work.n_marks;
}

/* --- Differences ---------------------------------------------------------- */

/* The texts while it is decided what to show. */
struct compared_texts {
    const struct excerpt_text *texts;
    const struct shared_units *shared;
    size_t n;
    unsigned twins[DIFFERENCES_TEXTS_MAX]; /* for each text, bit 1 << i: text i is nearly identical to it */
    bool *shown[DIFFERENCES_TEXTS_MAX];    /* indexed by unit */
};

static void find_twins(struct compared_texts *all, const struct differences *differences)
{
    for (size_t i = 0; i < all->n; i++)
        for (size_t j = 0; j < all->n; j++)
            if (i != j && !all->texts[i].is_apart && !all->texts[j].is_apart &&
                excerpt_are_twins(differences, i, j))
                all->twins[i] |= 1U << j;
}

/* Whether a text nearly identical to text `i` lacks the unit. */
static bool differs(const struct compared_texts *all, size_t i, size_t unit)
{
    return (all->twins[i] & ~all->shared[i].others[unit]) != 0;
}

static bool is_sentence_of(const struct excerpt_text *text, size_t number)
{
    return number < text->units->n && unit_of(text, number)->kind == UNIT_SENTENCE;
}

/* Shows each difference and the sentences around it in its paragraph: "This does not hold for …". */
static void show_differences(const struct compared_texts *all, size_t i)
{
    const struct excerpt_text *text = &all->texts[i];
    bool *shown = all->shown[i];
    for (size_t unit = 0; unit < text->units->n; unit++)
        shown[unit] = all->twins[i] == 0 || differs(all, i, unit) || is_in_best(text, unit);
    for (size_t unit = 0; unit < text->units->n && all->twins[i] != 0; unit++) {
        if (!differs(all, i, unit) || !is_sentence_of(text, unit))
            continue;
        if (unit > 0 && unit_of(text, unit)->goes_on && is_sentence_of(text, unit - 1))
            shown[unit - 1] = true;
        if (is_sentence_of(text, unit + 1) && unit_of(text, unit + 1)->goes_on)
            shown[unit + 1] = true;
    }
}

static bool show_in_others(const struct compared_texts *all, size_t i)
{
    bool changes = false;
    for (size_t other = 0; other < all->n; other++) {
        const size_t *partners = all->shared[i].partners[other];
        for (size_t unit = 0; unit < all->texts[i].units->n; unit++)
            if (all->shown[i][unit] && partners[unit] != NO_UNIT)
                changes = show_unit(all->shown[other], partners[unit]) || changes;
    }
    return changes;
}

static void find_shown(struct compared_texts *all)
{
    for (bool changes = true; changes;) {
        changes = false;
        for (size_t i = 0; i < all->n; i++) {
            changes = show_governors(&all->texts[i], all->shown[i]) || changes;
            changes = show_short(&all->texts[i], all->shown[i]) || changes;
            changes = show_in_others(all, i) || changes;
        }
    }
}

/*
 * Puts a bar next to everything that not all nearly identical texts have. If it begins or ends within a paragraph,
 * starts a new line there.
 */
static void add_bars(struct arena *arena, const struct compared_texts *all, size_t i,
                     struct text_folding *folding)
{
    struct text_part *bars = NULL;
    struct text_gap *gaps = NULL;
    for (size_t unit = 0; unit < all->texts[i].units->n; unit++) {
        const struct text_unit *of = unit_of(&all->texts[i], unit);
        const bool is_shown = all->shown[i][unit] && unit > 0 && all->shown[i][unit - 1];
        if (of->goes_on && is_shown && is_sentence_of(&all->texts[i], unit) &&
            is_sentence_of(&all->texts[i], unit - 1) && differs(all, i, unit) != differs(all, i, unit - 1))
            ARENA_PUSH(arena, gaps, folding->n_gaps) = (struct text_gap){of->start, 0};
        if (differs(all, i, unit))
            ARENA_PUSH(arena, bars, folding->n_bars) = (struct text_part){of->start, of->end};
    }
    folding->bars = bars;
    folding->gaps = gaps;
}

static const char *say_where(struct arena *arena, const struct compared_texts *all, size_t i)
{
    const unsigned twins = all->twins[i];
    size_t other = 0;
    while (twins != 0 && (twins >> other & 1) == 0)
        other++;
    return (twins & (twins - 1)) != 0 ? "same in all" : arena_format(arena, "same as in %zu", other + 1);
}

void excerpt_differences(struct arena *arena, const struct excerpt_text *texts,
                         const struct differences *differences, const struct shared_units *shared,
                         const struct fold_label *label, struct text_folding *foldings)
{
    struct compared_texts all = {.texts = texts, .shared = shared, .n = differences->n};
    find_twins(&all, differences);
    for (size_t i = 0; i < all.n; i++) {
        all.shown[i] = arena_get_array(arena, texts[i].units->n, sizeof *all.shown[i]);
        show_differences(&all, i);
    }
    find_shown(&all);
    for (size_t i = 0; i < all.n; i++) {
        if (!texts[i].is_apart) {
            foldings[i] = (struct text_folding){0};
            fold_hidden(arena, &texts[i], all.shown[i], label, "⋯", say_where(arena, &all, i), &foldings[i]);
        }
        mark_text(arena, &texts[i], &differences->texts[i], &foldings[i]);
        add_bars(arena, &all, i, &foldings[i]);
    }
}

/* --- Likeness ------------------------------------------------------------- */

/* The identical text, else the text with the most words of text `i`; the first of equals. */
static size_t most_like(const struct differences *differences, size_t i)
{
    const struct compared_text *text = &differences->texts[i];
    size_t most = i == 0 ? 1 : 0;
    for (size_t other = 0; other < differences->n; other++) {
        if (text->is_same[other])
            return other;
        if (other != i && text->shared[other] > text->shared[most])
            most = other;
    }
    return most;
}

bool excerpt_is_like_another(const struct differences *differences, size_t i)
{
    bool is_like = false;
    for (size_t other = 0; other < differences->n; other++)
        is_like = is_like || (other != i && differences_share(differences, i, other) > EXCERPT_SHARE_MIN);
    return is_like;
}

bool excerpt_has_twin(const struct differences *differences, size_t i)
{
    bool has_twin = false;
    for (size_t other = 0; other < differences->n; other++)
        has_twin = has_twin || (other != i && excerpt_are_twins(differences, i, other));
    return has_twin;
}

void excerpt_add_likeness(struct buffer *out, const struct differences *differences, size_t i)
{
    const struct compared_text *text = &differences->texts[i];
    size_t other = most_like(differences, i);
    double share = text->words > 0 ? (double)text->shared[other] / (double)text->words : 0;
    if (!excerpt_is_like_another(differences, i) || share < TWIN_SHARE_MIN)
        return;
    if (text->is_same[other])
        buffer_add_format(out, "same text as %zu", other + 1);
    else
        buffer_add_format(out, "%.0f %% same as %zu", fmin(floor(100 * share), 99), other + 1);
}
