#include "tui/terms.h"

#include "core/base/bug.h"
#include "core/base/unicode.h"

#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uniwbrk.h>

enum {
    BASE_LETTERS_MIN = 3,
    BASES_MAX = 12,
    TERM_BASES_MAX = 500,      /* of a question: each word of a document is compared with them */
    WORD_SIZE_MAX = 64,        /* longer ones are no words */
    TEXT_SIZE_MAX = 64 * 1024, /* nor is a line so long one of words */
};

static const char *const common_words[] = {
    "about", "after", "all",    "also",  "am",     "an",   "and",   "any",   "are",   "as",     "at",
    "be",    "been",  "before", "being", "but",    "by",   "can",   "could", "did",   "do",     "does",
    "doing", "done",  "for",    "from",  "get",    "got",  "had",   "has",   "have",  "having", "he",
    "her",   "here",  "him",    "his",   "how",    "if",   "in",    "into",  "is",    "it",     "its",
    "just",  "like",  "may",    "me",    "might",  "more", "most",  "much",  "must",  "my",     "no",
    "nor",   "not",   "of",     "off",   "on",     "one",  "only",  "or",    "other", "our",    "out",
    "over",  "own",   "shall",  "she",   "should", "so",   "some",  "such",  "than",  "that",   "the",
    "their", "them",  "then",   "there", "these",  "they", "this",  "those", "to",    "too",    "under",
    "up",    "us",    "very",   "was",   "we",     "were", "what",  "when",  "where", "which",  "while",
    "who",   "whom",  "whose",  "why",   "will",   "with", "would", "yes",   "you",   "your",
};

void terms_release(struct terms *terms)
{
    arena_release(&terms->arena);
    *terms = (struct terms){0};
}

/* --- Bases ---------------------------------------------------------------- */

/* A word in lower case, or one of its bases. */
struct word {
    char letters[WORD_SIZE_MAX];
    size_t size;
};

struct bases {
    struct word items[BASES_MAX];
    size_t n;
};

static struct bytes word_bytes(const struct word *word)
{
    return (struct bytes){word->letters, word->size};
}

static bool ends_with(const struct word *word, const char *ending)
{
    return bytes_ends_with(word_bytes(word), ending);
}

/* The word without so many letters at its end, and with these in their place. */
static struct word changed(const struct word *word, size_t less, const char *more)
{
    struct word made = *word;
    made.size -= less;
    for (; *more != '\0' && made.size < WORD_SIZE_MAX; more++)
        made.letters[made.size++] = *more;
    return made;
}

static void add_base(struct bases *bases, struct word word)
{
    if (word.size >= BASE_LETTERS_MIN && bases->n < BASES_MAX)
        bases->items[bases->n++] = word;
}

static bool is_vowel(char letter)
{
    return strchr("aeiouy", letter) != NULL;
}

/* Whether the word has one syllable, and one vowel and one consonant that doubles at its end: tap. */
static bool would_double(const struct word *word)
{
    size_t n = word->size;
    if (n < 2 || is_vowel(word->letters[n - 1]) || strchr("wx", word->letters[n - 1]) != NULL ||
        !is_vowel(word->letters[n - 2]))
        return false;
    for (size_t i = 0; i < n - 2; i++)
        if (is_vowel(word->letters[i]))
            return false;
    return true;
}

static bool has_vowel(const struct word *word)
{
    for (size_t i = 0; i < word->size; i++)
        if (is_vowel(word->letters[i]))
            return true;
    return false;
}

/* `stem`: a verb's form without its ed or ing. */
static void add_verb(struct bases *bases, struct word stem)
{
    size_t n = stem.size;
    if (n < 2 || !has_vowel(&stem))
        return;
    if (would_double(&stem)) {
        add_base(bases, changed(&stem, 0, "e"));
        return;
    }
    add_base(bases, stem);
    if (stem.letters[n - 1] == stem.letters[n - 2])
        add_base(bases, changed(&stem, 1, ""));
    else
        add_base(bases, changed(&stem, 0, "e"));
}

static void add_singular(struct bases *bases, const struct word *word)
{
    static const char *const before_es[] = {"ses", "xes", "zes", "ches", "shes", "oes"};
    if (!ends_with(word, "s") || ends_with(word, "ss") || ends_with(word, "us") || ends_with(word, "is"))
        return;
    add_base(bases, changed(word, 1, ""));
    for (size_t i = 0; i < sizeof before_es / sizeof *before_es; i++)
        if (ends_with(word, before_es[i]))
            add_base(bases, changed(word, 2, ""));
    if (ends_with(word, "ies"))
        add_base(bases, changed(word, 3, "y"));
}

static void add_present(struct bases *bases, const struct word *word)
{
    struct word stem = changed(word, ends_with(word, "ing") ? 3 : 2, "");
    bool is_eed = ends_with(word, "eed");
    if (ends_with(word, "ied")) {
        add_base(bases, changed(word, 3, "y"));
        add_base(bases, changed(word, 1, ""));
    } else if (ends_with(word, "ing") || (ends_with(word, "ed") && !is_eed)) {
        add_verb(bases, stem);
    } else if (is_eed) {
        struct word beginning = changed(word, 3, "");
        if (has_vowel(&beginning))
            add_base(bases, changed(word, 1, ""));
    }
}

static bool is_ascii_letters(const struct word *word)
{
    for (size_t i = 0; i < word->size; i++)
        if (word->letters[i] < 'a' || word->letters[i] > 'z')
            return false;
    return true;
}

static void cut_possessive(struct word *word)
{
    static const char *const endings[] = {"'s", "’s", "'"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (ends_with(word, endings[i])) {
            word->size -= strlen(endings[i]);
            return;
        }
    }
}

static void find_bases(struct word word, struct bases *bases)
{
    bases->n = 0;
    cut_possessive(&word);
    bases->items[bases->n++] = word; /* of any size */
    if (!is_ascii_letters(&word))
        return;
    add_singular(bases, &word);
    add_present(bases, &word);
}

/* --- Words ---------------------------------------------------------------- */

/* Code points with where they stand. */
struct codes {
    ucs4_t *codes;
    size_t *offsets; /* of each, and of the end */
    char *breaks;    /* whether a word may begin or end before it */
    size_t n;
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
        codes->codes[codes->n++] = code;
    }
    codes->offsets[codes->n] = offset;
    u32_wordbreaks(codes->codes, codes->n, codes->breaks);
}

static void codes_release(struct codes *codes)
{
    free(codes->codes);
    free(codes->offsets);
    free(codes->breaks);
}

/* The code points from `first` up to `after` in lower case. False: they are no word, or one that is not marked. */
static bool read_word(const struct codes *codes, size_t first, size_t after, struct word *word)
{
    struct buffer folded = {0};
    if (!uc_is_alnum(codes->codes[first]) || after - first < 2 || after - first > WORD_SIZE_MAX)
        return false;
    for (size_t i = first; i < after; i++)
        unicode_add_code(&folded, uc_tolower(uc_toupper(codes->codes[i])));
    bool fits = folded.size <= WORD_SIZE_MAX;
    word->size = fits ? folded.size : 0;
    memcpy(word->letters, folded.data, word->size);
    buffer_release(&folded);
    return fits;
}

static bool is_common(const struct word *word)
{
    if (ends_with(word, "n't") || ends_with(word, "n’t"))
        return true;
    for (size_t i = 0; i < sizeof common_words / sizeof *common_words; i++)
        if (bytes_equal(word_bytes(word), bytes_of(common_words[i])))
            return true;
    return false;
}

/* Where the word that begins at `first` ends. */
static size_t word_end(const struct codes *codes, size_t first)
{
    size_t after = first + 1;
    while (after < codes->n && !codes->breaks[after])
        after++;
    return after;
}

/* Two ideographs beside each other: what stands for a word where words are not apart. */
static bool is_pair(const struct codes *codes, size_t first)
{
    return first + 1 < codes->n && uc_is_property_ideographic(codes->codes[first]) &&
           uc_is_property_ideographic(codes->codes[first + 1]);
}

/* Where the word or pair that begins at `first` ends, and where the next one begins: pairs overlap. */
static size_t unit_end(const struct codes *codes, size_t first)
{
    return is_pair(codes, first) ? first + 2 : word_end(codes, first);
}

static size_t next_unit(const struct codes *codes, size_t first)
{
    return is_pair(codes, first) ? first + 1 : word_end(codes, first);
}

/* --- Terms ---------------------------------------------------------------- */

static bool has_base(const struct terms *terms, struct bytes base)
{
    for (size_t i = 0; i < terms->n; i++)
        if (bytes_equal(terms->bases[i], base))
            return true;
    return false;
}

/* The long list of common words is looked through last: few words come so far. */
static bool meets(const struct terms *terms, const struct word *word)
{
    struct bases bases;
    find_bases(*word, &bases);
    for (size_t i = 0; i < bases.n; i++)
        if (has_base(terms, word_bytes(&bases.items[i])))
            return !is_common(word);
    return false;
}

static void add_term(struct terms *terms, const struct word *word)
{
    struct bases bases;
    if (is_common(word))
        return;
    find_bases(*word, &bases);
    for (size_t i = 0; i < bases.n; i++) {
        if (terms->n == TERM_BASES_MAX || has_base(terms, word_bytes(&bases.items[i])))
            continue;
        terms->bases = arena_make_room(&terms->arena, terms->bases, terms->n, sizeof *terms->bases);
        terms->bases[terms->n++] = arena_copy(&terms->arena, word_bytes(&bases.items[i]));
    }
}

void terms_set(struct terms *terms, struct bytes question)
{
    struct codes codes = {0};
    terms_release(terms);
    codes_read(&codes, question, 0, question.size < TEXT_SIZE_MAX ? question.size : TEXT_SIZE_MAX);
    for (size_t first = 0; first < codes.n; first = next_unit(&codes, first)) {
        struct word word;
        if (read_word(&codes, first, unit_end(&codes, first), &word))
            add_term(terms, &word);
    }
    codes_release(&codes);
}

static bool is_space(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* The range, with all of the words that it cuts. */
static struct match whole_words(struct bytes text, size_t start, size_t end)
{
    struct match range = {start, end};
    while (range.start > 0 && start - range.start < WORD_SIZE_MAX && !is_space(text.data[range.start - 1]))
        range.start--;
    while (range.end < text.size && range.end - end < WORD_SIZE_MAX && !is_space(text.data[range.end]))
        range.end++;
    return range;
}

/* Pairs that overlap are one. */
static void add_found(struct match_list *list, struct match match)
{
    if (list->count > 0 && list->items[list->count - 1].end > match.start)
        list->items[list->count - 1].end = match.end;
    else
        match_list_add(list, match);
}

void terms_find(const struct terms *terms, struct bytes text, size_t start, size_t end,
                struct match_list *list)
{
    struct codes codes = {0};
    list->count = 0;
    if (terms->n == 0 || end - start > TEXT_SIZE_MAX)
        return;
    struct match range = whole_words(text, start, end);
    codes_read(&codes, text, range.start, range.end);
    for (size_t first = 0; first < codes.n; first = next_unit(&codes, first)) {
        struct word word;
        size_t after = unit_end(&codes, first);
        struct match match = {codes.offsets[first], codes.offsets[after]};
        if (match.end > start && match.start < end && read_word(&codes, first, after, &word) &&
            meets(terms, &word))
            add_found(list, match);
    }
    codes_release(&codes);
}
