/*
 * The text is cut into pieces, sentences and lines and parts of long ones, and each piece knows which words of the question
 * stand in it. A passage begins at a piece and goes on while it has no more words than a glance takes in; it is as short as
 * it can be for what it weighs. The heaviest are taken, then those beside them.
 */
#include "tui/text/passages.h"

#include "core/base/memory.h"
#include "core/base/search.h"
#include "tui/text/sentences.h"

#include <stdlib.h>
#include <string.h>

enum {
    PASSAGE_WORDS = 16,      /* at most */
    SENTENCE_WORDS_MAX = 20, /* of a longer one parts are pieces … */
    PART_WORDS_MAX = 16,
    CLAUSE_WORDS_MIN = 8, /* … which end at a comma behind so many */
    REST_WORDS_MAX = 8,   /* … unless so few are left of it, which are often what is said */
    FIRST_WORDS_MIN = 6,  /* of a text's beginning */
    PASSAGES_MAX = 32,
    WORDS_MAX = 64, /* of the question that count */
};

struct piece {
    size_t start;
    size_t end;
    size_t words;
    uint64_t has; /* a bit for each word of the question */
};

struct pieces {
    struct piece *items;
    size_t count, capacity;
};

void passage_list_release(struct passage_list *list)
{
    free(list->items);
    *list = (struct passage_list){0};
}

/* --- Pieces --------------------------------------------------------------- */

static bool begins_word(struct bytes text, size_t offset)
{
    return !byte_is_white(text.data[offset]) && (offset == 0 || byte_is_white(text.data[offset - 1]));
}

size_t passage_count_words(struct bytes text)
{
    size_t words = 0;
    for (size_t i = 0; i < text.size; i++)
        words += begins_word(text, i);
    return words;
}

/* No more of it is looked at than tells. */
static bool has_more_words(struct bytes text, size_t most)
{
    size_t words = 0;
    for (size_t i = 0; i < text.size && words <= most; i++)
        words += begins_word(text, i);
    return words > most;
}

static bool ends_clause(struct bytes text, size_t offset)
{
    char c = text.data[offset];
    return (c == ',' || c == ';' || c == ':') && offset + 1 < text.size &&
           byte_is_white(text.data[offset + 1]);
}

/* Where the part of a long sentence that begins at `start` ends. */
static size_t part_end(struct bytes text, size_t start, size_t end)
{
    const struct bytes part = bytes_from(text, start);
    size_t words = 0;
    for (size_t offset = start; offset < end; offset++) {
        if (begins_word(part, offset - start) && ++words > PART_WORDS_MAX)
            return offset;
        if (words >= CLAUSE_WORDS_MIN && ends_clause(text, offset))
            return offset + 1;
    }
    return end;
}

static struct bytes trim(struct bytes text)
{
    text = bytes_skip_space(text);
    while (text.size > 0 && byte_is_white(text.data[text.size - 1]))
        text.size--;
    return text;
}

static void add_piece(struct pieces *pieces, struct bytes text, size_t start, size_t end)
{
    struct bytes piece = trim(bytes_slice(text, start, end));
    if (piece.size == 0)
        return;
    size_t first = (size_t)(piece.data - text.data);
    VECTOR_PUSH(pieces->items, pieces->count, pieces->capacity) =
        (struct piece){first, first + piece.size, passage_count_words(piece), 0};
}

/* `most` pieces at least, if there are so many. */
static void cut_into_pieces(struct pieces *pieces, struct bytes text, size_t most)
{
    size_t end;
    for (size_t start = 0; start < text.size && pieces->count < most; start = end) {
        end = sentence_end(text, start);
        bool is_long = has_more_words(bytes_slice(text, start, end), SENTENCE_WORDS_MAX);
        size_t next;
        for (size_t part = start; part < end; part = next) {
            next = is_long ? part_end(text, part, end) : end;
            if (!has_more_words(bytes_slice(text, next, end), REST_WORDS_MAX))
                next = end;
            add_piece(pieces, text, part, next);
        }
    }
}

static void note_word(void *context, size_t start, size_t end, size_t number)
{
    struct pieces *pieces = context;
    size_t after;
    (void)end;
    LOWER_BOUND(after, pieces->count, pieces->items[after].start <= start);
    if (after > 0 && number < WORDS_MAX)
        pieces->items[after - 1].has |= UINT64_C(1) << number;
}

/* --- Passages ------------------------------------------------------------- */

static double weigh(uint64_t has, const struct question_words *words)
{
    double weight = 0;
    for (size_t i = 0; i < WORDS_MAX && i < words->stems.size; i++)
        if ((has >> i & 1) != 0)
            weight += words->weights[i];
    return weight;
}

/* The shortest passage from this piece on that weighs the most. */
static struct passage passage_from(const struct pieces *pieces, size_t first,
                                   const struct question_words *words)
{
    struct passage passage = {pieces->items[first].start, pieces->items[first].end, 0};
    uint64_t has = 0;
    size_t size = 0;
    for (size_t i = first; i < pieces->count; i++) {
        const struct piece *piece = &pieces->items[i];
        size += piece->words;
        if (i > first && size > PASSAGE_WORDS)
            break;
        if ((piece->has & ~has) == 0)
            continue;
        has |= piece->has;
        passage.end = piece->end;
    }
    passage.weight = weigh(has, words);
    return passage;
}

/* Heavier ones first, of equals the shorter, then the earlier. */
static int compare_weight(const void *void_a, const void *void_b)
{
    const struct passage *a = void_a, *b = void_b;
    size_t size_a = a->end - a->start, size_b = b->end - b->start;
    if (a->weight < b->weight || a->weight > b->weight)
        return a->weight < b->weight ? 1 : -1;
    if (size_a != size_b)
        return size_a < size_b ? -1 : 1;
    return a->start < b->start ? -1 : 1;
}

static int compare_place(const void *void_a, const void *void_b)
{
    const struct passage *a = void_a, *b = void_b;
    return a->start < b->start ? -1 : 1;
}

static bool overlaps_any(const struct passage_list *list, const struct passage *passage)
{
    bool overlaps = false;
    for (size_t i = 0; i < list->count; i++)
        overlaps = overlaps || (passage->start < list->items[i].end && list->items[i].start < passage->end);
    return overlaps;
}

static void take_heaviest(struct passage_list *list, struct passage *all, size_t n)
{
    if (n == 0)
        return;
    qsort(all, n, sizeof *all, compare_weight);
    for (size_t i = 0; i < n && list->count < PASSAGES_MAX && 2 * all[i].weight >= all[0].weight; i++)
        if (!overlaps_any(list, &all[i]))
            VECTOR_PUSH(list->items, list->count, list->capacity) = all[i];
    if (list->count > 0)
        qsort(list->items, list->count, sizeof *list->items, compare_place);
}

void passage_list_find(struct passage_list *list, struct bytes text, const struct question_words *words)
{
    struct pieces pieces = {0};
    struct passage_list all = {0};
    list->count = 0;
    text.size = text.size < PASSAGE_TEXT_MAX ? text.size : PASSAGE_TEXT_MAX;
    cut_into_pieces(&pieces, text, SIZE_MAX);
    question_words_visit(words, text, 0, text.size, note_word, &pieces);
    for (size_t i = 0; i < pieces.count; i++)
        if (pieces.items[i].has != 0)
            VECTOR_PUSH(all.items, all.count, all.capacity) = passage_from(&pieces, i, words);
    take_heaviest(list, all.items, all.count);
    passage_list_release(&all);
    free(pieces.items);
}

/* A first sentence may be a "No." alone. */
static struct passage first_pieces(struct bytes text)
{
    struct pieces pieces = {0};
    struct passage first = {0};
    size_t words = 0;
    cut_into_pieces(&pieces, text, FIRST_WORDS_MIN);
    for (size_t i = 0; i < pieces.count && words < FIRST_WORDS_MIN; i++) {
        first = (struct passage){pieces.items[0].start, pieces.items[i].end, 0};
        words += pieces.items[i].words;
    }
    free(pieces.items);
    return first;
}

struct passage passage_list_best(const struct passage_list *list, struct bytes text)
{
    if (list->count == 0)
        return first_pieces(text);
    size_t best = 0;
    for (size_t i = 1; i < list->count; i++)
        if (list->items[i].weight > list->items[best].weight)
            best = i;
    return list->items[best];
}
