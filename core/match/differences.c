/*
 * The first words of every passage of a text are in an index by hash. To compare a text with another, `compare`
 * goes through the text. It takes the longest passage of the other that begins with the current words, and
 * continues after it (Tichy, "The string-to-string correction problem with block moves", 1984). Between two
 * passages that follow each other in both texts it finds the longest common subsequence of words, within a limit
 * for the total work.
 *
 * Only the first places of a repeated passage are tried, so that a text that repeats one word costs no more than
 * another.
 */
#include "core/match/differences.h"

#include "core/base/hash_index.h"
#include "core/base/memory.h"
#include "core/match/shingles.h"

#include <stdlib.h>

enum {
    PASSAGE_WORDS = 5,         /* so many words in a row are not the same by chance */
    PLACES_MAX = 8,            /* places of a passage that are tried */
    GAP_CELLS_MAX = 16 * 1024, /* size of a table for the words between two passages … */
    CELLS_MAX = 2000 * 1000,   /* … and of all tables for two texts */
};

static const uint32_t nowhere = UINT32_MAX; /* no further place of a passage */

struct word {
    uint64_t hash;
    size_t start;
    size_t end;
    bool begins_sentence; /* judged by the signs before it */
    unsigned others;
    uint32_t at[DIFFERENCES_TEXTS_MAX]; /* for the others that have it: the number of the word there */
};

/* A text while it is compared. */
struct word_list {
    struct word *words;
    size_t n, capacity;
    struct hash_index index; /* the first places of passages, by hash */
    uint32_t *next;          /* by word: the next place of the passage that begins there, or nowhere */
};

void differences_release(struct differences *differences)
{
    for (size_t i = 0; i < DIFFERENCES_TEXTS_MAX; i++)
        free(differences->texts[i].runs);
    *differences = (struct differences){0};
}

/* --- Words and passages --------------------------------------------------- */

/*
 * Returns whether a sentence ends in the signs between two words: by a line end, or by a full stop with white space
 * after it.
 */
static bool ends_sentence(struct bytes signs)
{
    static const char *const full_stops[] = {"\n",           ". ",           "! ",          "? ",
                                             "\xe3\x80\x82", "\xef\xbc\x81", "\xef\xbc\x9f"}; /* 。！？ */
    bool ends = false;
    for (size_t i = 0; i < sizeof full_stops / sizeof *full_stops; i++)
        ends = ends || bytes_contains(signs, full_stops[i]);
    return ends;
}

static void read_words(struct word_list *list, struct bytes text)
{
    struct bytes rest = text, word;
    while (text_next_word(&rest, &word)) {
        size_t start = (size_t)(word.data - text.data);
        size_t before = list->n > 0 ? list->words[list->n - 1].end : 0;
        bool begins_sentence = list->n == 0 || ends_sentence(bytes_slice(text, before, start));
        VECTOR_PUSH(list->words, list->n, list->capacity) = (struct word){
            .hash = text_word_hash(word),
            .start = start,
            .end = start + word.size,
            .begins_sentence = begins_sentence,
        };
    }
}

static uint64_t passage_hash(const struct word_list *list, size_t first)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < PASSAGE_WORDS; i++)
        hash = (hash ^ list->words[first + i].hash) * 0x9e3779b97f4a7c15 + i;
    return hash ^ hash >> 29;
}

static bool is_same_passage(const struct word_list *a, size_t i, const struct word_list *b, size_t j,
                            size_t words)
{
    bool is_same = true;
    for (size_t k = 0; k < words && is_same; k++)
        is_same = a->words[i + k].hash == b->words[j + k].hash;
    return is_same;
}

/* Returns the slot in the index of `b` of the passage that begins at word `i` of `a`. */
static uint32_t *find_passage(const struct word_list *a, size_t i, const struct word_list *b)
{
    uint32_t *slot = hash_index_first(&b->index, passage_hash(a, i));
    while (*slot != 0 && !is_same_passage(a, i, b, *slot - 1, PASSAGE_WORDS))
        slot = hash_index_next(&b->index, slot);
    return slot;
}

static size_t passage_count(const struct word_list *list)
{
    return list->n >= PASSAGE_WORDS ? list->n - PASSAGE_WORDS + 1 : 0;
}

/* Goes from the last place to the first, so that the index has the first place. */
static void index_passages(struct word_list *list)
{
    size_t n = passage_count(list);
    list->next = memory_get((n + 1) * sizeof *list->next);
    hash_index_reset(&list->index, n);
    for (size_t i = n; i > 0; i--) {
        uint32_t *slot = find_passage(list, i - 1, list);
        list->next[i - 1] = *slot != 0 ? *slot - 1 : nowhere;
        *slot = (uint32_t)i;
    }
}

static void word_list_release(struct word_list *list)
{
    free(list->words);
    free(list->next);
    hash_index_release(&list->index);
}

static bool has_same_words(const struct word_list *a, const struct word_list *b)
{
    return a->n == b->n && is_same_passage(a, 0, b, 0, a->n);
}

/* --- Two texts ------------------------------------------------------------ */

/* Two texts that are compared. The words of `a` get the result. */
struct text_pair {
    struct word_list *a, *b;
    size_t number_b;
    size_t cells_left;
};

/* A passage of `a` and its place in `b`; words = 0: there is none. */
struct block {
    size_t a, b, words;
};

static size_t common_length(const struct word_list *a, size_t i, const struct word_list *b, size_t j)
{
    size_t words = 0;
    while (i + words < a->n && j + words < b->n && a->words[i + words].hash == b->words[j + words].hash)
        words++;
    return words;
}

static struct block longest_block(const struct text_pair *pair, size_t i)
{
    const struct word_list *a = pair->a, *b = pair->b;
    struct block longest = {i, 0, 0};
    uint32_t place = *find_passage(a, i, b);
    place = place != 0 ? place - 1 : nowhere;
    for (size_t tried = 0; place != nowhere && tried < PLACES_MAX; tried++) {
        size_t words = common_length(a, i, b, place);
        if (words > longest.words)
            longest = (struct block){i, place, words};
        place = b->next[place];
    }
    return longest;
}

static void note_shared(const struct text_pair *pair, struct block block)
{
    for (size_t i = 0; i < block.words; i++) {
        struct word *word = &pair->a->words[block.a + i];
        word->others |= 1U << pair->number_b;
        word->at[pair->number_b] = (uint32_t)(block.b + i);
    }
}

/*
 * Marks the common words between two blocks. Row i and column j of the table hold how many words are common from
 * word i of one text and word j of the other on.
 */
static void note_common_words(struct text_pair *pair, struct block from, struct block to)
{
    const struct word_list *a = pair->a, *b = pair->b;
    size_t rows = to.a - from.a, columns = to.b - from.b, width = columns + 1;
    if (rows == 0 || columns == 0 || rows > GAP_CELLS_MAX / columns || rows * columns > pair->cells_left)
        return;
    pair->cells_left -= rows * columns;
    uint16_t *common = memory_get_zeroed((rows + 1) * width, sizeof *common);
    for (size_t i = rows; i-- > 0;) {
        for (size_t j = columns; j-- > 0;) {
            uint16_t below = common[(i + 1) * width + j], right = common[i * width + j + 1];
            bool is_same = a->words[from.a + i].hash == b->words[from.b + j].hash;
            common[i * width + j] = is_same         ? (uint16_t)(common[(i + 1) * width + j + 1] + 1)
                                    : below > right ? below
                                                    : right;
        }
    }
    for (size_t i = 0, j = 0; i < rows && j < columns;) {
        if (a->words[from.a + i].hash == b->words[from.b + j].hash)
            note_shared(pair, (struct block){from.a + i++, from.b + j++, 1});
        else if (common[(i + 1) * width + j] >= common[i * width + j + 1])
            i++;
        else
            j++;
    }
    free(common);
}

/* Marks the words of `a` that `b` has. */
static void compare(struct text_pair *pair)
{
    const struct word_list *a = pair->a, *b = pair->b;
    struct block before = {0};
    bool has_found = false;
    if (has_same_words(a, b)) { /* such texts may be too short for a passage */
        note_shared(pair, (struct block){0, 0, a->n});
        return;
    }
    for (size_t i = 0; i < passage_count(a);) {
        struct block block = longest_block(pair, i);
        if (block.words == 0) {
            i++;
            continue;
        }
        note_shared(pair, block);
        if (block.b >= before.b)
            note_common_words(pair, before, block);
        has_found = true;
        i = block.a + block.words;
        before = (struct block){i, block.b + block.words, 0};
    }
    if (has_found)
        note_common_words(pair, before, (struct block){a->n, b->n, 0});
}

/* --- All texts ------------------------------------------------------------ */

/* Returns whether a sentence begins at this word or the text ends before it. */
static bool is_at_sentence(const struct word_list *list, size_t word)
{
    return word >= list->n || list->words[word].begins_sentence;
}

static bool has_other(const struct word *word, size_t other)
{
    return (word->others >> other & 1) != 0;
}

/* Returns the other texts in which word `i` follows the same word as here. */
static unsigned follows_in(const struct word_list *list, size_t i, size_t n)
{
    unsigned follows = 0;
    for (size_t other = 0; i > 0 && i < list->n && other < n; other++) {
        const struct word *word = &list->words[i], *before = word - 1;
        if (has_other(word, other) && has_other(before, other) && before->at[other] + 1 == word->at[other])
            follows |= 1U << other;
    }
    return follows;
}

/* Returns the other texts that have `word` and in which a sentence begins `behind` words after it. */
static unsigned is_sentence_in(const struct word_list *lists, const struct word *word, size_t behind,
                               size_t n)
{
    unsigned is_sentence = 0;
    for (size_t other = 0; other < n; other++)
        if (has_other(word, other) && is_at_sentence(&lists[other], word->at[other] + behind))
            is_sentence |= 1U << other;
    return is_sentence;
}

/*
 * `joined` of a run that would begin at word `i`, and `ended` of one that would end before it: see struct
 * shared_run.
 */
static unsigned find_joined(const struct word_list *lists, size_t number, size_t i, size_t n)
{
    const struct word_list *list = &lists[number];
    const struct word *word = &list->words[i];
    if (i > 0 && word[-1].others == 0)
        return word->others;
    return follows_in(list, i, n) | (is_at_sentence(list, i) ? is_sentence_in(lists, word, 0, n) : 0);
}

static unsigned find_ended(const struct word_list *lists, size_t number, size_t i, size_t n)
{
    const struct word_list *list = &lists[number];
    const struct word *before = &list->words[i - 1];
    if (i < list->n && list->words[i].others == 0)
        return before->others;
    return follows_in(list, i, n) | (is_at_sentence(list, i) ? is_sentence_in(lists, before, 1, n) : 0);
}

static void collect_runs(struct compared_text *text, const struct word_list *lists, size_t number, size_t n)
{
    const struct word_list *list = &lists[number];
    struct shared_run *last = NULL;
    text->words = list->n;
    for (size_t i = 0; i < list->n; i++) {
        const struct word *word = &list->words[i];
        const unsigned joined = find_joined(lists, number, i, n);
        for (size_t other = 0; other < n; other++)
            text->shared[other] += word->others >> other & 1;
        if (last != NULL)
            last->ended = find_ended(lists, number, i, n);
        if (last == NULL || last->others != word->others || (joined & last->ended) != word->others) {
            VECTOR_PUSH(text->runs, text->n_runs, text->capacity) =
                (struct shared_run){.start = word->start, .others = word->others, .joined = joined};
            last = &text->runs[text->n_runs - 1];
        }
        last->end = word->end;
        last->words++;
    }
    if (last != NULL)
        last->ended = find_ended(lists, number, list->n, n);
}

static struct bytes skip_white(struct bytes text)
{
    while (text.size > 0 && byte_is_white(text.data[0]))
        text = bytes_from(text, 1);
    return text;
}

/* Returns whether the texts are the same except for white space. Signs and the case of letters count. */
static bool is_same_text(struct bytes a, struct bytes b)
{
    a = skip_white(a);
    b = skip_white(b);
    while (a.size > 0 && b.size > 0 && a.data[0] == b.data[0]) {
        bool ends_word = a.size > 1 && byte_is_white(a.data[1]);
        if (ends_word != (b.size > 1 && byte_is_white(b.data[1])) && a.size > 1 && b.size > 1)
            break;
        a = skip_white(bytes_from(a, 1));
        b = skip_white(bytes_from(b, 1));
    }
    return a.size == 0 && b.size == 0;
}

void differences_find(struct differences *differences, const struct bytes *texts, size_t n)
{
    struct word_list lists[DIFFERENCES_TEXTS_MAX] = {{0}};
    differences_release(differences);
    differences->n = n;
    for (size_t i = 0; i < n; i++)
        read_words(&lists[i], texts[i]);
    for (size_t i = 0; i < n; i++)
        index_passages(&lists[i]);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            struct text_pair pair = {&lists[i], &lists[j], j, CELLS_MAX};
            differences->texts[i].is_same[j] = i != j && is_same_text(texts[i], texts[j]);
            if (i != j)
                compare(&pair);
        }
    }
    for (size_t i = 0; i < n; i++)
        collect_runs(&differences->texts[i], lists, i, n);
    for (size_t i = 0; i < n; i++)
        word_list_release(&lists[i]);
}

double differences_share(const struct differences *differences, size_t a, size_t b)
{
    const struct compared_text *one = &differences->texts[a], *other = &differences->texts[b];
    if (one->words == 0 || other->words == 0)
        return 0;
    return one->words <= other->words ? (double)one->shared[b] / (double)one->words
                                      : (double)other->shared[a] / (double)other->words;
}
