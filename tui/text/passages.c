/*
 * For each unit of the text it is known which words of the question it contains. A passage begins at a unit and may
 * have as many words as a reader takes in at a glance; it is as short as possible for its weight. The heaviest
 * passages are taken first, then others that do not overlap them.
 */
#include "tui/text/passages.h"

#include "core/base/memory.h"
#include "core/base/search.h"

#include <stdlib.h>
#include <string.h>

enum {
    PASSAGE_WORDS = 16,  /* at most, unless it is a single unit */
    FIRST_WORDS_MIN = 6, /* for the beginning of a text */
    PASSAGES_MAX = 32,
    WORDS_MAX = 64, /* words of the question that count */
};

struct piece {
    size_t start;
    size_t end;
    bool is_heading;
    size_t words;
    uint64_t has; /* one bit per word of the question */
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

size_t passage_count_words(struct bytes text)
{
    size_t words = 0;
    for (size_t i = 0; i < text.size; i++)
        words += !byte_is_white(text.data[i]) && (i == 0 || byte_is_white(text.data[i - 1]));
    return words;
}

static void add_units(struct pieces *pieces, struct bytes text, const struct text_units *units)
{
    for (size_t i = 0; i < units->n && units->items[i].end <= text.size; i++) {
        const struct text_unit *unit = &units->items[i];
        VECTOR_PUSH(pieces->items, pieces->count, pieces->capacity) =
            (struct piece){.start = unit->start,
                           .end = unit->end,
                           .is_heading = unit->kind == UNIT_HEADING,
                           .words = passage_count_words(bytes_slice(text, unit->start, unit->end))};
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

/*
 * The shortest of the heaviest passages that begin with this piece. A heading is never a passage without the text
 * below it.
 */
static struct passage passage_from(const struct pieces *pieces, size_t first,
                                   const struct question_words *words)
{
    struct passage passage = {pieces->items[first].start, pieces->items[first].end, 0};
    uint64_t has = 0;
    size_t size = 0;
    for (size_t i = first; i < pieces->count; i++) {
        const struct piece *piece = &pieces->items[i];
        size += piece->words;
        bool is_below_heading = i == first + 1 && pieces->items[first].is_heading;
        if (i > first && size > PASSAGE_WORDS && !is_below_heading)
            break;
        if ((piece->has & ~has) == 0 && !is_below_heading)
            continue;
        has |= piece->has;
        passage.end = piece->end;
    }
    passage.weight = weigh(has, words);
    return passage;
}

/* Heavier passages first; of equal ones the shorter, then the earlier. */
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

void passage_list_find(struct passage_list *list, struct bytes text, const struct text_units *units,
                       const struct question_words *words)
{
    struct pieces pieces = {0};
    struct passage_list all = {0};
    list->count = 0;
    text.size = text.size < PASSAGE_TEXT_MAX ? text.size : PASSAGE_TEXT_MAX;
    add_units(&pieces, text, units);
    question_words_visit(words, text, 0, text.size, note_word, &pieces);
    for (size_t i = 0; i < pieces.count; i++)
        if (pieces.items[i].has != 0)
            VECTOR_PUSH(all.items, all.count, all.capacity) = passage_from(&pieces, i, words);
    take_heaviest(list, all.items, all.count);
    passage_list_release(&all);
    free(pieces.items);
}

/* Takes enough units, because a first sentence may be just "No." */
static struct passage first_units(struct bytes text, const struct text_units *units)
{
    struct passage first = {0};
    for (size_t i = 0; i < units->n; i++) {
        first = (struct passage){units->items[0].start, units->items[i].end, 0};
        if (passage_count_words(bytes_slice(text, first.start, first.end)) >= FIRST_WORDS_MIN)
            break;
    }
    return first;
}

struct passage passage_list_best(const struct passage_list *list, struct bytes text,
                                 const struct text_units *units)
{
    if (list->count == 0)
        return first_units(text, units);
    size_t best = 0;
    for (size_t i = 1; i < list->count; i++)
        if (list->items[i].weight > list->items[best].weight)
            best = i;
    return list->items[best];
}
