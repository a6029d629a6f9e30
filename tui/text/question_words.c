/*
 * A question becomes the set of the stems of its words. To mark a line of a document, the line is decoded and divided
 * into words; a word belongs to the question if its stem is in the set. The result for each word is kept in a table
 * of fixed size (`known`), because documents repeat their words and stemming is slow. Searching changes that table
 * although the words are const.
 *
 * Words cut by the ends of a range are read completely, so marks do not depend on where lines end. Results are in
 * ascending order and do not overlap: overlapping pairs of ideographs or Korean syllables are joined.
 */
#include "tui/text/question_words.h"

#include "core/text/common_words.h"
#include "core/base/memory.h"
#include "core/base/unicode.h"
#include "tui/text/script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unictype.h>
#include <uniwbrk.h>

enum {
    STEMS_MAX = 500,           /* of a question */
    KNOWN_COUNT = 2048,        /* words of documents that are remembered */
    WORD_SIZE_MAX = 64,        /* longer ones do not count as words */
    TEXT_SIZE_MAX = 64 * 1024, /* longer lines are not searched */
    PART_SIZE = 4096,          /* part of a long text that is searched at a time */
};

static bool is_english(const struct question_words *words)
{
    return words->language != NULL &&
           (strcmp(words->language, "english") == 0 || strcmp(words->language, "porter") == 0);
}

/* Whether articles or prepositions are joined to words by an apostrophe: l'eau. */
static bool has_elisions(const struct question_words *words)
{
    static const char *const languages[] = {"catalan", "french", "italian"};
    for (size_t i = 0; words->language != NULL && i < sizeof languages / sizeof *languages; i++)
        if (strcmp(words->language, languages[i]) == 0)
            return true;
    return false;
}

void question_words_release(struct question_words *words)
{
    map_release(&words->stems);
    arena_release(&words->arena);
    stemmer_close(words->stemmer);
    free(words->known);
    *words = (struct question_words){0};
}

/* --- Words ---------------------------------------------------------------- */

/* Code points with their positions. */
struct codes {
    ucs4_t *codes;
    size_t *offsets; /* of each code point, and of the end */
    char *breaks;    /* whether a word may begin or end before the code point */
    size_t n;
    struct buffer folded; /* scratch memory for one word at a time */
};

static void codes_read(struct codes *codes, struct bytes text, size_t start, size_t end)
{
    size_t most = end - start;
    codes->codes = memory_get((most + 1) * sizeof *codes->codes);
    codes->offsets = memory_get((most + 1) * sizeof *codes->offsets);
    codes->breaks = memory_get(most + 1);
    codes->n = 0;
    size_t offset = start;
    while (offset < end) {
        char32_t code;
        codes->offsets[codes->n] = offset;
        offset += unicode_decode(text, offset, &code);
        codes->codes[codes->n++] = script_is_sub(code) ? script_base(code) : code;
    }
    codes->offsets[codes->n] = offset;
    u32_wordbreaks(codes->codes, codes->n, codes->breaks);
}

static void codes_release(struct codes *codes)
{
    free(codes->codes);
    free(codes->offsets);
    free(codes->breaks);
    buffer_release(&codes->folded);
}

/* A word in lower case. */
struct question_word {
    char letters[WORD_SIZE_MAX];
    size_t size;
};

struct known_word {
    struct question_word word;
    int64_t number; /* of its stem in the question; MAP_ABSENT: the question lacks it */
};

static struct bytes word_bytes(const struct question_word *word)
{
    return (struct bytes){word->letters, word->size};
}

/* Folds to lower case and treats both apostrophes alike. */
static ucs4_t fold_letter(ucs4_t code)
{
    enum { APOSTROPHE = 0x2019 };
    return code == APOSTROPHE ? '\'' : match_fold(code);
}

/*
 * Reads the code points from `first` to before `after` in lower case. Returns false if they are not a word, or not
 * one to mark.
 */
static bool read_word(struct codes *codes, size_t first, size_t after, struct question_word *word)
{
    if (!uc_is_alnum(codes->codes[first]) || after - first < 2 || after - first > WORD_SIZE_MAX)
        return false;
    buffer_clear(&codes->folded);
    for (size_t i = first; i < after; i++)
        if (codes->codes[i] != '_')
            unicode_add_code(&codes->folded, fold_letter(codes->codes[i]));
    if (codes->folded.size > WORD_SIZE_MAX)
        return false;
    word->size = codes->folded.size;
    memcpy(word->letters, codes->folded.data, word->size);
    return true;
}

static bool is_common(const struct question_words *words, const struct question_word *word)
{
    return is_english(words) && common_words_have(word_bytes(word));
}

/* The common part of all forms of a word, valid until the next call. */
static struct bytes stem_of(const struct question_words *words, const struct question_word *word)
{
    struct bytes stem = word_bytes(word);
    const char *apostrophe = memchr(stem.data, '\'', stem.size);
    if (apostrophe != NULL && has_elisions(words)) {
        size_t cut = (size_t)(apostrophe + 1 - stem.data);
        stem = bytes_from(stem, cut);
    }
    return words->stemmer != NULL ? stemmer_stem(words->stemmer, stem) : stem;
}

/* The end of the word that begins at `first`. */
static size_t word_end(const struct codes *codes, size_t first)
{
    size_t after = first + 1;
    while (after < codes->n && !codes->breaks[after])
        after++;
    return after;
}

static bool is_hangul(ucs4_t code)
{
    enum { FIRST_SYLLABLE = 0xac00, LAST_SYLLABLE = 0xd7a3 };
    return code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE;
}

/*
 * Whether two ideographs are adjacent, which count as a word in scripts without spaces; or two Korean syllables,
 * because Korean words have particles attached. Pairs of kana say little: です is in any text.
 */
static bool is_pair(const struct codes *codes, size_t first)
{
    if (first + 1 >= codes->n)
        return false;
    const ucs4_t one = codes->codes[first], two = codes->codes[first + 1];
    return (uc_is_property_ideographic(one) && uc_is_property_ideographic(two)) ||
           (is_hangul(one) && is_hangul(two));
}

/* The end of the word or pair that begins at `first`; and the beginning of the next one, because pairs overlap. */
static size_t unit_end(const struct codes *codes, size_t first)
{
    return is_pair(codes, first) ? first + 2 : word_end(codes, first);
}

static size_t next_unit(const struct codes *codes, size_t first)
{
    return is_pair(codes, first) ? first + 1 : word_end(codes, first);
}

/* --- Terms ---------------------------------------------------------------- */

static void add_stem(struct question_words *words, const struct question_word *word)
{
    if (is_common(words, word) || words->stems.size == STEMS_MAX)
        return;
    struct bytes stem = stem_of(words, word);
    if (map_find(&words->stems, stem) == MAP_ABSENT)
        map_put(&words->stems, arena_copy(&words->arena, stem), NULL);
}

/* The number of the word's stem. The result is kept until another word needs its place. */
static int64_t number_of(const struct question_words *words, const struct question_word *word)
{
    struct known_word *known = &words->known[bytes_hash(word_bytes(word)) % KNOWN_COUNT];
    if (!bytes_equal(word_bytes(&known->word), word_bytes(word))) {
        known->word.size = word->size;
        memcpy(known->word.letters, word->letters, word->size);
        known->number = is_common(words, word) ? MAP_ABSENT : map_find(&words->stems, stem_of(words, word));
    }
    return known->number;
}

/* Gives all words the same weight. */
static void weigh_alike(struct question_words *words)
{
    words->weights = arena_get_array(&words->arena, words->stems.size, sizeof *words->weights);
    for (size_t i = 0; i < words->stems.size; i++)
        words->weights[i] = 1;
}

void question_words_set(struct question_words *words, struct bytes question, const char *language)
{
    struct codes codes = {0};
    question_words_release(words);
    words->language = language;
    words->known = memory_get_zeroed(KNOWN_COUNT, sizeof *words->known);
    if (language != NULL)
        stemmer_open(&words->stemmer, language);
    codes_read(&codes, question, 0, question.size < TEXT_SIZE_MAX ? question.size : TEXT_SIZE_MAX);
    for (size_t first = 0; first < codes.n; first = next_unit(&codes, first)) {
        struct question_word word;
        if (read_word(&codes, first, unit_end(&codes, first), &word))
            add_stem(words, &word);
    }
    codes_release(&codes);
    weigh_alike(words);
}

/* The range extended to the words that it cuts. */
static struct match whole_words(struct bytes text, size_t start, size_t end)
{
    struct match range = {start, end};
    while (range.start > 0 && start - range.start < WORD_SIZE_MAX &&
           !byte_is_white(text.data[range.start - 1]))
        range.start--;
    while (range.end < text.size && range.end - end < WORD_SIZE_MAX && !byte_is_white(text.data[range.end]))
        range.end++;
    return range;
}

/* Calls `visit` for each word of the question that is at least partly in the range. */
static void visit_words(const struct question_words *words, struct bytes text, size_t start, size_t end,
                        question_word_visit *visit, void *context)
{
    struct codes codes = {0};
    if (words->stems.size == 0 || end - start > TEXT_SIZE_MAX)
        return;
    struct match range = whole_words(text, start, end);
    codes_read(&codes, text, range.start, range.end);
    for (size_t first = 0; first < codes.n; first = next_unit(&codes, first)) {
        struct question_word word;
        size_t after = unit_end(&codes, first);
        struct match match = {codes.offsets[first], codes.offsets[after]};
        if (match.end <= start || match.start >= end || !read_word(&codes, first, after, &word))
            continue;
        int64_t number = number_of(words, &word);
        if (number != MAP_ABSENT)
            visit(context, match.start, match.end, (size_t)number);
    }
    codes_release(&codes);
}

/* Joins pairs that overlap. */
static void add_or_extend_match(void *context, size_t start, size_t end, size_t number)
{
    struct match_list *list = context;
    (void)number;
    if (list->count > 0 && list->items[list->count - 1].end > start)
        list->items[list->count - 1].end = end;
    else
        match_list_add(list, (struct match){start, end});
}

void question_words_find(const struct question_words *words, struct bytes text, size_t start, size_t end,
                         struct match_list *list)
{
    list->count = 0;
    visit_words(words, text, start, end, add_or_extend_match, list);
}

/* --- Long texts, and weights ---------------------------------------------- */

struct part_visit {
    question_word_visit *visit;
    void *context;
    size_t start;
};

/* Skips a word that begins before the part, because it was visited with the previous part. */
static void visit_in_part(void *context, size_t start, size_t end, size_t number)
{
    const struct part_visit *part = context;
    if (start >= part->start)
        part->visit(part->context, start, end, number);
}

void question_words_visit(const struct question_words *words, struct bytes text, size_t start, size_t end,
                          question_word_visit *visit, void *context)
{
    for (; start < end; start += PART_SIZE) {
        struct part_visit part = {visit, context, start};
        size_t part_end = end - start > PART_SIZE ? start + PART_SIZE : end;
        visit_words(words, text, start, part_end, visit_in_part, &part);
    }
}

/* By number: the last text with the word, counted from 1, and the number of texts with it. */
struct word_counts {
    size_t text;
    size_t *last;
    size_t *texts;
};

static void count_word(void *context, size_t start, size_t end, size_t number)
{
    struct word_counts *counts = context;
    (void)start, (void)end;
    if (counts->last[number] != counts->text)
        counts->texts[number]++;
    counts->last[number] = counts->text;
}

void question_words_weigh(struct question_words *words, const struct bytes *texts, size_t n)
{
    struct arena arena = {0};
    struct word_counts counts = {
        .last = arena_get_array(&arena, words->stems.size, sizeof(size_t)),
        .texts = arena_get_array(&arena, words->stems.size, sizeof(size_t)),
    };
    for (counts.text = 1; counts.text <= n; counts.text++)
        question_words_visit(words, texts[counts.text - 1], 0, texts[counts.text - 1].size, count_word,
                             &counts);
    for (size_t i = 0; n > 0 && i < words->stems.size; i++) {
        double having = (double)counts.texts[i];
        words->weights[i] = log(1 + ((double)n - having + 0.5) / (having + 0.5));
    }
    words->is_weighed = true;
    arena_release(&arena);
}
