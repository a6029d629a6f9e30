/*
 * Units are paired as "patience diff" pairs lines: first those at the common beginning and end, and those that occur
 * once in each text and are in the same order; then those between them in the same way. Anything not found in this
 * way counts as a difference, which is always safe to show.
 */
#include "tui/text/shared_units.h"

#include "core/base/search.h"

#include <stdlib.h>

enum { DEPTH_MAX = 16 };

struct numbered_unit {
    uint64_t identity;
    size_t number;
};

/* Equal units of two texts. */
struct unit_pair {
    size_t a, b;
    size_t before; /* the previous pair in the longest sequence that ends with this one; NO_UNIT: none */
};

static int compare_identity(const void *void_a, const void *void_b)
{
    const struct numbered_unit *a = void_a, *b = void_b;
    if (a->identity != b->identity)
        return a->identity < b->identity ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

static int compare_first(const void *void_a, const void *void_b)
{
    const struct unit_pair *a = void_a, *b = void_b;
    return a->a < b->a ? -1 : 1;
}

/* The units of a text from `first` to before `end`. */
struct unit_range {
    const struct text_unit *items;
    size_t first, end;
};

static size_t range_size(const struct unit_range *range)
{
    return range->end - range->first;
}

static struct numbered_unit *sort_units(struct arena *arena, const struct unit_range *range)
{
    const size_t n = range_size(range);
    struct numbered_unit *sorted = arena_get_array(arena, n, sizeof *sorted);
    for (size_t i = 0; i < n; i++)
        sorted[i] = (struct numbered_unit){range->items[range->first + i].identity, range->first + i};
    if (n > 0)
        qsort(sorted, n, sizeof *sorted, compare_identity);
    return sorted;
}

static size_t end_of_same(const struct numbered_unit *sorted, size_t n, size_t first)
{
    size_t end = first + 1;
    while (end < n && sorted[end].identity == sorted[first].identity)
        end++;
    return end;
}

/* Finds the units that occur once in each text, in the order of the first text. */
static struct unit_pair *find_unique_pairs(struct arena *arena, const struct unit_range *a,
                                           const struct unit_range *b, size_t *n)
{
    const struct numbered_unit *of_a = sort_units(arena, a), *of_b = sort_units(arena, b);
    const size_t n_a = range_size(a), n_b = range_size(b);
    struct unit_pair *pairs = arena_get_array(arena, smaller_size(n_a, n_b), sizeof *pairs);
    *n = 0;
    for (size_t i = 0, j = 0; i < n_a && j < n_b;) {
        size_t i_end = end_of_same(of_a, n_a, i), j_end = end_of_same(of_b, n_b, j);
        bool is_same = of_a[i].identity == of_b[j].identity, is_before = of_a[i].identity < of_b[j].identity;
        if (is_same && i_end == i + 1 && j_end == j + 1)
            pairs[(*n)++] = (struct unit_pair){of_a[i].number, of_b[j].number, NO_UNIT};
        i = is_same || is_before ? i_end : i;
        j = is_same || !is_before ? j_end : j;
    }
    if (*n > 0)
        qsort(pairs, *n, sizeof *pairs, compare_first);
    return pairs;
}

/*
 * Finds the longest sequence of pairs with the same order in both texts (Schensted, 1961). Returns its last pair;
 * each pair knows the previous one. NO_UNIT: there are no pairs.
 */
static size_t find_longest_row(struct arena *arena, struct unit_pair *pairs, size_t n)
{
    size_t *last = arena_get_array(arena, n, sizeof *last); /* by length of the sequence: its last pair */
    size_t longest = 0;
    for (size_t pair = 0; pair < n; pair++) {
        size_t length;
        LOWER_BOUND(length, longest, pairs[last[length]].b < pairs[pair].b);
        pairs[pair].before = length > 0 ? last[length - 1] : NO_UNIT;
        last[length] = pair;
        longest = length == longest ? longest + 1 : longest;
    }
    return longest > 0 ? last[longest - 1] : NO_UNIT;
}

/* Two texts whose units are being paired. */
struct text_couple {
    struct arena *arena;
    struct shared_units *shared;
    size_t i, j;
};

static void pair_units(const struct text_couple *couple, size_t a, size_t b)
{
    struct shared_units *shared = couple->shared;
    shared[couple->i].others[a] |= 1U << couple->j;
    shared[couple->i].partners[couple->j][a] = b;
    shared[couple->j].others[b] |= 1U << couple->i;
    shared[couple->j].partners[couple->i][b] = a;
}

static bool is_same(const struct unit_range *a, size_t unit_a, const struct unit_range *b, size_t unit_b)
{
    return a->items[unit_a].identity == b->items[unit_b].identity;
}

/* Pairs the common beginning and end, then units that occur once in each, then in the same way what is between them. */
static void pair_ranges(const struct text_couple *couple, struct unit_range a, struct unit_range b, int depth)
{
    size_t n;
    for (; a.first < a.end && b.first < b.end && is_same(&a, a.first, &b, b.first); a.first++, b.first++)
        pair_units(couple, a.first, b.first);
    for (; a.first < a.end && b.first < b.end && is_same(&a, a.end - 1, &b, b.end - 1); a.end--, b.end--)
        pair_units(couple, a.end - 1, b.end - 1);
    if (a.first == a.end || b.first == b.end || depth == 0)
        return;
    struct unit_pair *pairs = find_unique_pairs(couple->arena, &a, &b, &n);
    for (size_t pair = find_longest_row(couple->arena, pairs, n); pair != NO_UNIT;
         pair = pairs[pair].before) {
        const struct unit_range behind_a = {a.items, pairs[pair].a, a.end},
                                behind_b = {b.items, pairs[pair].b, b.end};
        pair_ranges(couple, behind_a, behind_b, depth - 1); /* the range begins with the pair */
        a.end = pairs[pair].a;
        b.end = pairs[pair].b;
    }
    if (n > 0)
        pair_ranges(couple, a, b, depth - 1);
}

void shared_units_pair(struct arena *arena, const struct text_units *const *units,
                       struct shared_units *shared, size_t i, size_t j)
{
    const struct text_couple couple = {arena, shared, i, j};
    const struct unit_range a = {units[i]->items, 0, units[i]->n}, b = {units[j]->items, 0, units[j]->n};
    pair_ranges(&couple, a, b, DEPTH_MAX);
}

void shared_units_begin(struct arena *arena, const struct text_units *const *units, size_t n,
                        struct shared_units *shared)
{
    for (size_t i = 0; i < n; i++) {
        shared[i].others = arena_get_array(arena, units[i]->n, sizeof *shared[i].others);
        for (size_t unit = 0; unit < units[i]->n; unit++)
            shared[i].others[unit] = 0;
        for (size_t j = 0; j < n; j++) {
            shared[i].partners[j] = arena_get_array(arena, units[i]->n, sizeof *shared[i].partners[j]);
            for (size_t unit = 0; unit < units[i]->n; unit++)
                shared[i].partners[j][unit] = NO_UNIT;
        }
    }
}

size_t shared_units_beside(const struct text_units *const *units, const struct shared_units *shared, size_t i,
                           size_t unit, size_t other)
{
    const size_t *partners = shared[i].partners[other];
    size_t before = unit, behind = unit;
    while (before != NO_UNIT && partners[before] == NO_UNIT)
        before--; /* below 0 it is NO_UNIT */
    while (behind < units[i]->n && partners[behind] == NO_UNIT)
        behind++;
    if (before == NO_UNIT && behind == units[i]->n)
        return NO_UNIT;
    size_t beside = before != NO_UNIT ? partners[before] + (unit - before) : unit;
    return smaller_size(beside, behind < units[i]->n ? partners[behind] : units[other]->n - 1);
}
