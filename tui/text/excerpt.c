/*
 * Folds are whole words. A fold leaves some words of what is shared beside what is not in the same sentence, so that a
 * difference is read in its place, and of a table the whole row, since a number says nothing without what it is for. What
 * would be left out is only left out when it is worth the line that says so. Where what is shared does not go on as in a
 * text that was met, there may be a "not" too few: the sentence there stays.
 */
#include "tui/text/excerpt.h"

#include "core/match/shingles.h"
#include "tui/text/decisive_words.h"
#include "tui/text/sentences.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum {
    WORDS_FOLDED_MIN = 6, /* fewer are not worth the line that says so */
    WORDS_BEFORE = 4,     /* a difference, of what is shared … */
    WORDS_BEHIND = 2,     /* … and behind it */
    OWN_WORDS_MAX = 30,   /* in a row that are marked; of more only those that decide */
};

const double EXCERPT_SHARE_MIN = 0.3;

/* --- Passages ------------------------------------------------------------- */

static void add_passage_fold(struct arena *arena, struct text_fold *folds, size_t *n, struct bytes text,
                             size_t start, size_t end)
{
    size_t words = start < end ? passage_count_words(bytes_slice(text, start, end)) : 0;
    if (words >= WORDS_FOLDED_MIN)
        folds[(*n)++] = (struct text_fold){start, end, bytes_of(arena_format(arena, "⋮ %zu words", words))};
}

struct text_folding excerpt_passage(struct arena *arena, struct bytes text, const struct text_parts *read,
                                    struct passage best)
{
    struct text_fold *folds = arena_get_array(arena, 2 * read->count, sizeof *folds);
    struct text_folding folding = {.folds = folds};
    for (size_t i = 0; i < read->count; i++) {
        const struct text_part *part = &read->items[i];
        add_passage_fold(arena, folds, &folding.n_folds, text, part->start,
                         smaller_size(best.start, part->end));
        add_passage_fold(arena, folds, &folding.n_folds, text, larger_size(best.end, part->start), part->end);
    }
    return folding;
}

/* --- Differences ---------------------------------------------------------- */

/* What a text is shown by. */
struct excerpt_work {
    struct arena *arena;
    struct bytes text;
    const struct differences *differences;
    size_t i;
    const struct read_texts *read;
    struct passage best;
    struct shared_run *runs; /* of it, those that go on as in a text that was met as one */
    size_t n_runs;
    struct text_fold *folds;
    size_t n_folds;
    struct text_mark *marks;
    size_t n_marks;
};

static const struct compared_text *compared(const struct excerpt_work *work)
{
    return &work->differences->texts[work->i];
}

static bool is_own(const struct shared_run *run)
{
    return run->others == 0;
}

/* The texts that the reader has met but for this one. */
static unsigned texts_met(const struct excerpt_work *work)
{
    return ((1U << work->i) - 1) | work->read->whole;
}

/* It stands in a document before this one. */
static bool stands_before(const struct excerpt_work *work, const struct shared_run *run)
{
    return (run->others & ((1U << work->i) - 1)) != 0;
}

/* Wherever the reader has met it but in this text. */
static bool was_met(const struct excerpt_work *work, const struct shared_run *run)
{
    return (run->others & texts_met(work)) != 0;
}

static bool begins_sentence(const struct excerpt_work *work, const struct shared_run *run)
{
    struct sentence sentence;
    return sentence_at(work->text, run->start, &sentence) && sentence.start == run->start;
}

/* A sentence of which one text has the beginning and another one the end goes on as in neither. */
static void add_run(struct excerpt_work *work, struct shared_run *last, struct shared_run run)
{
    if (last != NULL && !is_own(last) && !is_own(&run) && !begins_sentence(work, &run))
        last->ended = run.joined = 0;
    ARENA_PUSH(work->arena, work->runs, work->n_runs) = run;
}

/* What follows as where it was met is one run: of those texts that have it so. */
static void join_runs(struct excerpt_work *work)
{
    const struct compared_text *text = compared(work);
    for (size_t i = 0; i < text->n_runs; i++) {
        const struct shared_run *run = &text->runs[i];
        struct shared_run *last = work->n_runs > 0 ? &work->runs[work->n_runs - 1] : NULL;
        unsigned both = last != NULL ? last->others & last->ended & run->others & run->joined : 0;
        if ((both & texts_met(work)) == 0) {
            add_run(work, last, *run);
            continue;
        }
        last->end = run->end;
        last->words += run->words;
        last->others = both;
        last->joined &= both;
        last->ended = run->ended & both;
    }
}

static bool is_foldable(const struct excerpt_work *work, size_t number)
{
    const struct shared_run *run = &work->runs[number];
    return !is_own(run) && (was_met(work, run) || work->read->of_own->count > 0) &&
           run->words >= WORDS_FOLDED_MIN;
}

static void add_mark(struct excerpt_work *work, size_t start, size_t end, enum style style)
{
    ARENA_PUSH(work->arena, work->marks, work->n_marks) = (struct text_mark){start, end, style};
}

/* A short run is marked as a whole, in a long one what decides. */
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

/* What is marked already grows. */
static void mark_word(struct excerpt_work *work, struct text_part word, bool hangs_on)
{
    struct text_mark *last = work->n_marks > 0 ? &work->marks[work->n_marks - 1] : NULL;
    if (last != NULL && (hangs_on || last->end > word.start))
        last->end = word.end;
    else
        add_mark(work, word.start, word.end, STYLE_OWN);
}

/* What no other text has: words, and that one follows another, begins a sentence, or ends one. */
static void mark_all(struct excerpt_work *work)
{
    const struct compared_text *text = compared(work);
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

/* Whether the word that begins at `offset` is of one piece with the one before: "1.5", "re-use". */
static bool is_hung_on(struct bytes text, size_t offset)
{
    return offset > 1 && ispunct((unsigned char)text.data[offset - 1]) &&
           !byte_is_white(text.data[offset - 2]) && !ispunct((unsigned char)text.data[offset - 2]);
}

/* Where word number `number` of the run begins, or, if it hangs on the one before, the first one behind that does not. */
static size_t word_start(const struct excerpt_work *work, const struct shared_run *run, size_t number)
{
    struct bytes rest = bytes_slice(work->text, run->start, run->end), word = rest;
    for (size_t i = 0; text_next_word(&rest, &word); i++) {
        size_t offset = (size_t)(word.data - work->text.data);
        if (i >= number && !is_hung_on(work->text, offset))
            return offset;
    }
    return run->end;
}

/* The same, and if it hangs on the one before, the last one before that does not; with what opens it: "(", a quotation mark. */
static size_t word_start_before(const struct excerpt_work *work, const struct shared_run *run, size_t number)
{
    struct bytes rest = bytes_slice(work->text, run->start, run->end), word = rest;
    size_t start = run->start;
    for (size_t i = 0; i <= number && text_next_word(&rest, &word); i++) {
        size_t offset = (size_t)(word.data - work->text.data);
        start = is_hung_on(work->text, offset) ? start : offset;
    }
    while (start > run->start && ispunct((unsigned char)work->text.data[start - 1]))
        start--;
    return start;
}

/* "⋯ 29 words as in all"; of what stands in no document before this one "⋮ 29 words read before". */
static struct bytes shared_label(const struct excerpt_work *work, const struct shared_run *run, size_t words)
{
    if (!stands_before(work, run))
        return bytes_of(arena_format(work->arena, "⋮ %zu words read before", words));
    unsigned all = ((1U << work->differences->n) - 1) & ~(1U << work->i);
    size_t other = 0;
    while ((run->others >> other & 1) == 0)
        other++;
    if (run->others == all && work->differences->n > 2)
        return bytes_of(arena_format(work->arena, "⋯ %zu words as in all", words));
    return bytes_of(arena_format(work->arena, "⋯ %zu words as in %zu", words, other + 1));
}

static size_t count_words(struct bytes text)
{
    struct bytes word;
    size_t words = 0;
    while (text_next_word(&text, &word))
        words++;
    return words;
}

/* Where the signs end that follow the run's last word: a full stop has no line of its own. Those that join it to the next
 * word are that one's. */
static size_t end_with_signs(const struct excerpt_work *work, const struct shared_run *run)
{
    struct bytes rest = bytes_from(work->text, run->end), word;
    if (!text_next_word(&rest, &word))
        return work->text.size;
    size_t end = run->end;
    while (work->text.data + end < word.data && strchr(" \t\r\n", work->text.data[end]) == NULL)
        end++;
    return work->text.data + end < word.data ? end : run->end;
}

static void add_fold(struct excerpt_work *work, const struct shared_run *run, size_t start, size_t end)
{
    size_t words = start < end ? count_words(bytes_slice(work->text, start, end)) : 0;
    if (end == run->end)
        end = end_with_signs(work, run);
    if (words >= WORDS_FOLDED_MIN)
        ARENA_PUSH(work->arena, work->folds, work->n_folds) =
            (struct text_fold){start, end, shared_label(work, run, words)};
}

/* Of what was not met elsewhere the parts that were read here. */
static void fold_what_was_read(struct excerpt_work *work, const struct shared_run *run, size_t start,
                               size_t end)
{
    const struct text_parts *own = work->read->of_own;
    if (was_met(work, run)) {
        add_fold(work, run, start, end);
        return;
    }
    for (size_t i = 0; i < own->count; i++)
        add_fold(work, run, larger_size(start, own->items[i].start), smaller_size(end, own->items[i].end));
}

/* All but the best passage, where that is not met before. */
static void fold_around_best(struct excerpt_work *work, const struct shared_run *run, size_t start,
                             size_t end)
{
    struct passage best = work->best;
    if (stands_before(work, run) || best.end <= start || best.start >= end) {
        fold_what_was_read(work, run, start, end);
        return;
    }
    fold_what_was_read(work, run, start, best.start);
    fold_what_was_read(work, run, best.end, end);
}

/* Where the first word behind the sentence begins that the run begins in. */
static size_t behind_first_sentence(const struct excerpt_work *work, const struct shared_run *run)
{
    struct sentence sentence;
    if (!sentence_at(work->text, run->start, &sentence) || sentence.end >= run->end)
        return run->end;
    struct bytes rest = bytes_slice(work->text, sentence.end, run->end), word;
    return text_next_word(&rest, &word) ? (size_t)(word.data - work->text.data) : run->end;
}

/* Where the sentence begins that the run ends in. */
static size_t before_last_sentence(const struct excerpt_work *work, const struct shared_run *run)
{
    struct sentence sentence;
    return sentence_at(work->text, run->end - 1, &sentence) ? larger_size(sentence.start, run->start)
                                                            : run->end;
}

/* Of the run, which was met, what is not in a sentence that goes on in another way than where it was met. */
static void leave_seams(const struct excerpt_work *work, const struct shared_run *run, size_t *start,
                        size_t *end)
{
    if ((run->joined & texts_met(work)) == 0)
        *start = larger_size(*start, behind_first_sentence(work, run));
    if ((run->ended & texts_met(work)) == 0)
        *end = smaller_size(*end, before_last_sentence(work, run));
}

/* Whether there is no difference between the run and the one behind it: that begins a sentence where it was met, too. */
static bool is_level(const struct excerpt_work *work, const struct shared_run *run)
{
    return !is_own(run) && !is_own(run + 1) && ((run->ended | run[1].joined) & texts_met(work)) != 0;
}

/* The line that the byte stands in, if it is a table's row; else nothing, at the byte. */
static struct text_part row_at(struct bytes text, size_t offset)
{
    static const char column[] = "│";
    const char *behind = memchr(text.data + offset, '\n', text.size - offset);
    size_t start = bytes_line_start(text, offset);
    size_t end = behind != NULL ? (size_t)(behind - text.data) : text.size;
    bool is_row = memmem(text.data + start, end - start, column, strlen(column)) != NULL;
    return is_row ? (struct text_part){start, end} : (struct text_part){offset, offset};
}

static void fold_run(struct excerpt_work *work, size_t number)
{
    const struct shared_run *run = &work->runs[number];
    bool is_first = number == 0, is_last = number + 1 == work->n_runs;
    bool follows_other = !is_first && !is_foldable(work, number - 1) && !is_level(work, run - 1);
    bool leads_to_other = !is_last && !is_foldable(work, number + 1) && !is_level(work, run);
    size_t behind = follows_other && !begins_sentence(work, run) ? WORDS_BEHIND : 0;
    size_t before = leads_to_other && !begins_sentence(work, run + 1) ? WORDS_BEFORE : 0;
    if (run->words < behind + before + WORDS_FOLDED_MIN)
        return;
    size_t start = is_first ? 0
                   : behind == 0
                       ? run->start
                       : smaller_size(word_start(work, run, behind), behind_first_sentence(work, run));
    size_t end = is_last       ? work->text.size
                 : before == 0 ? run->end
                               : larger_size(word_start_before(work, run, run->words - before),
                                             before_last_sentence(work, run));
    if (follows_other)
        start = larger_size(start, row_at(work->text, run->start).end);
    if (leads_to_other)
        end = smaller_size(end, row_at(work->text, run->end).start);
    if (was_met(work, run))
        leave_seams(work, run, &start, &end);
    fold_around_best(work, run, start, end);
}

static bool shares_something(const struct compared_text *text)
{
    for (size_t i = 0; i < text->n_runs; i++)
        if (!is_own(&text->runs[i]))
            return true;
    return false;
}

struct text_folding excerpt_differences(struct arena *arena, struct bytes text,
                                        const struct differences *differences, size_t i,
                                        const struct read_texts *read, struct passage best)
{
    struct excerpt_work work = {
        .arena = arena, .text = text, .differences = differences, .i = i, .read = read, .best = best};
    if (!shares_something(compared(&work)))
        return (struct text_folding){0};
    join_runs(&work);
    mark_all(&work);
    for (size_t run = 0; run < work.n_runs; run++)
        if (is_foldable(&work, run))
            fold_run(&work, run);
    return (struct text_folding){.folds = work.folds,
                                 .n_folds = work.n_folds,
                                 .marks = work.marks,
                                 .n_marks = work.n_marks};
}

/* --- Likeness ------------------------------------------------------------- */

/* The text that is the same, else the one that has the most words of text `i`; the first of equals. */
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

bool excerpt_is_mostly_as_another(const struct differences *differences, size_t i)
{
    const struct compared_text *text = &differences->texts[i];
    return 2 * text->shared[most_like(differences, i)] >= text->words;
}

void excerpt_add_likeness(struct buffer *out, const struct differences *differences, size_t i)
{
    const struct compared_text *text = &differences->texts[i];
    if (!excerpt_is_like_another(differences, i))
        return;
    size_t other = most_like(differences, i);
    double share = 100 * (double)text->shared[other] / (double)text->words;
    if (text->is_same[other])
        buffer_add_format(out, "same text as %zu", other + 1);
    else
        buffer_add_format(out, "%.0f %% as %zu", fmin(floor(share), 99), other + 1);
}
