#include "core/match/matching.h"

#include "core/base/bug.h"
#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

const char *match_kind_name(enum match_kind kind)
{
    static const char *const names[MATCH_KIND_COUNT] = {
        [MATCH_SAME] = "same",     [MATCH_MOVED] = "moved", [MATCH_CHANGED] = "changed",
        [MATCH_MERGED] = "merged", [MATCH_SPLIT] = "split", [MATCH_GONE] = "gone",
        [MATCH_NEW] = "new",
    };
    return names[kind];
}

/* --- The documents of a state ------------------------------------------------------------------------ */

void match_state_drop_index(struct match_state *state)
{
    hash_index_release(&state->by_id);
    state->n_indexed = 0;
}

void match_state_release(struct match_state *state)
{
    match_state_drop_index(state);
    buffer_release(&state->ids);
    free(state->digests);
    free(state->documents);
    *state = (struct match_state){0};
}

/* The largest id_start. A macro, because gcc looks into a constant variable only when it optimises. */
#define ID_START_MAX ((UINT64_C(1) << 48) - 1)

struct match_document *match_state_add(struct match_state *state, struct bytes id, struct digest digest)
{
    const uint64_t id_start = state->ids.size;
    if (state->n >= MATCH_NONE || id_start > ID_START_MAX)
        BUG("more documents than can be numbered");
    VECTOR_PUSH(state->digests, state->n_digests, state->digests_capacity) = digest;
    VECTOR_PUSH(state->documents, state->n, state->capacity) =
        (struct match_document){.id_start = id_start & ID_START_MAX};
    buffer_add(&state->ids, id);
    return &state->documents[state->n - 1];
}

struct bytes match_state_id(const struct match_state *state, size_t number)
{
    size_t end = number + 1 < state->n ? (size_t)state->documents[number + 1].id_start : state->ids.size;
    return bytes_slice(buffer_bytes(&state->ids), (size_t)state->documents[number].id_start, end);
}

/* Returns the slot of the id, or the empty slot where it would go. */
static uint32_t *find_id(const struct match_state *state, struct bytes id)
{
    uint32_t *slot = hash_index_first(&state->by_id, bytes_hash(id));
    while (*slot != 0 && !bytes_equal(match_state_id(state, *slot - 1), id))
        slot = hash_index_next(&state->by_id, slot);
    return slot;
}

static void index_id(struct match_state *state, size_t number)
{
    *find_id(state, match_state_id(state, number)) = (uint32_t)number + 1;
}

uint32_t match_state_find(struct match_state *state, struct bytes id)
{
    for (; state->n_indexed < state->n; state->n_indexed++) {
        if (hash_index_is_full(&state->by_id, state->n_indexed)) {
            hash_index_reset(&state->by_id, state->n_indexed);
            for (size_t i = 0; i < state->n_indexed; i++)
                index_id(state, i);
        }
        index_id(state, state->n_indexed);
    }
    return state->n == 0 ? MATCH_NONE : *find_id(state, id) - 1; /* 0 - 1 is MATCH_NONE */
}

/* --- The same texts ---------------------------------------------------------------------------------- */

/* Documents by their texts: each text has the number of the first document added. */
struct text_index {
    const struct match_state *state;
    struct hash_index index;
};

static struct text_index text_index_of(const struct match_state *state)
{
    struct text_index texts = {.state = state};
    hash_index_reset(&texts.index, state->n / 2 + 1); /* at most half full */
    return texts;
}

/* Returns the slot of the text, or the empty slot where it would go. */
static uint32_t *find_text(const struct text_index *texts, const struct digest *digest)
{
    uint64_t hash;
    memcpy(&hash, digest->bytes, sizeof hash);
    uint32_t *slot = hash_index_first(&texts->index, hash);
    while (*slot != 0 && memcmp(&texts->state->digests[*slot - 1], digest, sizeof *digest) != 0)
        slot = hash_index_next(&texts->index, slot);
    return slot;
}

static void pair(struct match_state *before, size_t old, struct match_state *after, size_t new,
                 enum match_kind kind)
{
    before->documents[old].partner = (uint32_t) new;
    after->documents[new].partner = (uint32_t)old;
    before->documents[old].kind = after->documents[new].kind = kind;
}

static void forget_partner(struct match_document *document, enum match_kind kind)
{
    document->partner = MATCH_NONE;
    document->kind = kind;
}

static void forget_partners(struct match_state *state, enum match_kind kind)
{
    for (size_t i = 0; i < state->n; i++)
        forget_partner(&state->documents[i], kind);
}

static void pair_same(struct match_state *before, struct match_state *after)
{
    for (size_t i = 0; i < before->n; i++) {
        uint32_t new = match_state_find(after, match_state_id(before, i));
        if (new != MATCH_NONE &&
            memcmp(&before->digests[i], &after->digests[new], sizeof *before->digests) == 0)
            pair(before, i, after, new, MATCH_SAME);
    }
}

/* Old documents without a partner, in one list for each text. */
struct text_lists {
    struct text_index texts; /* one document of each list */
    uint32_t *first;         /* by that document: the first one left in its list */
    uint32_t *next;          /* by document */
};

/* Adds the document at the front of its list. */
static void list_text(struct text_lists *lists, const struct match_state *before, size_t i)
{
    uint32_t *slot = find_text(&lists->texts, &before->digests[i]);
    lists->next[i] = *slot != 0 ? lists->first[*slot - 1] : MATCH_NONE;
    if (*slot == 0)
        *slot = (uint32_t)i + 1;
    lists->first[*slot - 1] = (uint32_t)i;
}

/* Documents with votes come first, otherwise they are in order. */
static void list_texts(struct text_lists *lists, const struct match_state *before)
{
    lists->texts = text_index_of(before);
    lists->first = memory_get_zeroed(before->n + 1, sizeof *lists->first);
    lists->next = memory_get_zeroed(before->n + 1, sizeof *lists->next);
    for (int with_votes = 0; with_votes < 2; with_votes++) {
        for (size_t i = before->n; i-- > 0;) {
            const struct match_document *document = &before->documents[i];
            if (document->partner == MATCH_NONE && (document->votes > 0) == with_votes)
                list_text(lists, before, i);
        }
    }
}

/* Returns the first document left with the new document's text, or MATCH_NONE. */
static uint32_t first_left(const struct text_lists *lists, const struct digest *digest)
{
    uint32_t list = *find_text(&lists->texts, digest);
    return list != 0 ? lists->first[list - 1] : MATCH_NONE;
}

static void pair_first_left(struct text_lists *lists, struct match_state *before, struct match_state *after,
                            size_t new)
{
    uint32_t old = first_left(lists, &after->digests[new]);
    lists->first[*find_text(&lists->texts, &after->digests[new]) - 1] = lists->next[old];
    pair(before, old, after, new, MATCH_MOVED);
}

/*
 * Returns whether the new document's partner has nothing to lose, and another old document with the same text has
 * votes.
 */
static bool gives_way(const struct text_lists *lists, const struct match_state *before,
                      const struct match_state *after, size_t new)
{
    const struct match_document *document = &after->documents[new];
    if (document->partner == MATCH_NONE)
        return false;
    const struct match_document *holder = &before->documents[document->partner];
    uint32_t left = first_left(lists, &after->digests[new]);
    return holder->votes == 0 && !holder->is_judged && left != MATCH_NONE &&
           before->documents[left].votes > 0;
}

static void pair_moved(struct match_state *before, struct match_state *after)
{
    struct text_lists lists = {0};
    list_texts(&lists, before);
    for (size_t i = 0; i < after->n; i++) {
        if (after->documents[i].partner == MATCH_NONE && first_left(&lists, &after->digests[i]) != MATCH_NONE)
            pair_first_left(&lists, before, after, i);
    }
    for (size_t i = 0; i < after->n; i++) {
        if (!gives_way(&lists, before, after, i))
            continue;
        forget_partner(&before->documents[after->documents[i].partner], MATCH_GONE);
        pair_first_left(&lists, before, after, i);
    }
    hash_index_release(&lists.texts.index);
    free(lists.first);
    free(lists.next);
}

/* Adds a complete overlap. The numbers are 1, because a text without words has no shingles. */
static void add_overlap(struct match_overlaps *overlaps, size_t old, size_t new)
{
    VECTOR_PUSH(overlaps->items, overlaps->n, overlaps->capacity) = (struct match_overlap){
        .before = (uint32_t)old, .after = (uint32_t) new, .common = 1, .n_old = 1, .n_new = 1};
}

/* For old documents without a partner: adds an overlap with a new document that has the same text. */
static void add_left_over(struct match_state *before, struct match_state *after,
                          struct match_overlaps *overlaps)
{
    struct text_index texts = text_index_of(after);
    for (size_t i = 0; i < after->n; i++) {
        uint32_t *slot = find_text(&texts, &after->digests[i]);
        if (*slot == 0)
            *slot = (uint32_t)i + 1;
    }
    for (size_t i = 0; i < before->n; i++) {
        const struct match_document *document = &before->documents[i];
        uint32_t text = *find_text(&texts, &before->digests[i]);
        if (document->partner == MATCH_NONE && !document->is_absent && text != 0)
            add_overlap(overlaps, i, text - 1);
    }
    hash_index_release(&texts.index);
}

static void drop_digests(struct match_state *state)
{
    free(state->digests);
    state->digests = NULL;
    state->n_digests = state->digests_capacity = 0;
}

void match_equal(struct match_state *before, struct match_state *after, struct match_overlaps *overlaps)
{
    forget_partners(before, MATCH_GONE);
    forget_partners(after, MATCH_NEW);
    pair_same(before, after);
    pair_moved(before, after);
    add_left_over(before, after, overlaps);
    drop_digests(before);
    drop_digests(after);
}

/* --- Texts that overlap ---------------------------------------------------------------------------- */

static double part_of(uint32_t common, uint64_t all)
{
    return all > 0 ? (double)common / (double)all : 0;
}

double match_contained(const struct match_overlap *overlap)
{
    return part_of(overlap->common, overlap->n_old);
}

double match_covering(const struct match_overlap *overlap)
{
    return part_of(overlap->common, overlap->n_new);
}

double match_alike(const struct match_overlap *overlap)
{
    return part_of(overlap->common, (uint64_t)overlap->n_old + overlap->n_new - overlap->common);
}

bool match_is_copy(const struct match_state *before, const struct match_state *after,
                   const struct match_overlap *overlap)
{
    return before->documents[overlap->before].partner == MATCH_NONE &&
           after->documents[overlap->after].partner != MATCH_NONE && match_contained(overlap) >= 1 &&
           match_covering(overlap) >= 1;
}

/* The best overlap of each document of either state, by its number, or MATCH_NONE. */
struct best_overlaps {
    uint32_t *before, *after;
};

static uint32_t *none_of(size_t n)
{
    uint32_t *numbers = memory_get((n + 1) * sizeof *numbers);
    for (size_t i = 0; i < n; i++)
        numbers[i] = MATCH_NONE;
    return numbers;
}

static void take_best(uint32_t *best, const struct match_overlaps *overlaps, size_t i)
{
    if (*best == MATCH_NONE || match_alike(&overlaps->items[i]) > match_alike(&overlaps->items[*best]))
        *best = (uint32_t)i;
}

static bool is_mutual(const struct best_overlaps *best, const struct match_overlaps *overlaps, uint32_t i)
{
    if (i == MATCH_NONE)
        return false;
    const struct match_overlap *overlap = &overlaps->items[i];
    return match_alike(overlap) >= 0.5 && best->before[overlap->before] == i &&
           best->after[overlap->after] == i;
}

/*
 * Returns whether the overlap is only one of neighbouring chunks that share text: both documents have a better
 * partner.
 */
static bool is_of_neighbours(const struct best_overlaps *best, const struct match_overlaps *overlaps,
                             size_t i)
{
    uint32_t old = best->before[overlaps->items[i].before], new = best->after[overlaps->items[i].after];
    return old != i && new != i &&is_mutual(best, overlaps, old) && is_mutual(best, overlaps, new);
}

/* The same id counts only if no text overlaps enough. */
static bool is_by_id_alone(const struct match_overlap *overlap)
{
    return match_contained(overlap) < MATCH_LEAST && match_covering(overlap) < MATCH_LEAST;
}

static void note_overlaps(struct match_state *before, struct match_state *after,
                          const struct match_overlaps *overlaps)
{
    for (size_t i = 0; i < overlaps->n; i++) {
        if (!is_by_id_alone(&overlaps->items[i]))
            before->documents[overlaps->items[i].before].has_overlap =
                after->documents[overlaps->items[i].after].has_overlap = true;
    }
}

static void drop_by_id_alone(struct match_state *before, struct match_state *after,
                             struct match_overlaps *overlaps)
{
    size_t n = 0;
    note_overlaps(before, after, overlaps);
    for (size_t i = 0; i < overlaps->n; i++) {
        const struct match_overlap *overlap = &overlaps->items[i];
        if (!is_by_id_alone(overlap) || (!before->documents[overlap->before].has_overlap &&
                                         !after->documents[overlap->after].has_overlap))
            overlaps->items[n++] = *overlap;
    }
    overlaps->n = n;
}

static void drop_neighbours(const struct match_state *before, const struct match_state *after,
                            struct match_overlaps *overlaps)
{
    struct best_overlaps best = {.before = none_of(before->n), .after = none_of(after->n)};
    bool *is_dropped = memory_get_zeroed(overlaps->n + 1, sizeof *is_dropped);
    for (size_t i = 0; i < overlaps->n; i++) {
        take_best(&best.before[overlaps->items[i].before], overlaps, i);
        take_best(&best.after[overlaps->items[i].after], overlaps, i);
    }
    for (size_t i = 0; i < overlaps->n; i++)
        is_dropped[i] = is_of_neighbours(&best, overlaps, i);
    size_t n = 0;
    for (size_t i = 0; i < overlaps->n; i++) {
        if (!is_dropped[i])
            overlaps->items[n++] = overlaps->items[i];
    }
    overlaps->n = n;
    free(is_dropped);
    free(best.before);
    free(best.after);
}

/* `old_is_paired`: the old document has a partner, so another new document with its text is a part or a copy of it. */
static enum match_kind kind_of(const struct match_overlap *overlap, uint32_t of_old, uint32_t of_new,
                               bool old_is_paired, bool new_is_paired)
{
    if (new_is_paired || (of_old == 1 && of_new > 1))
        return MATCH_MERGED;
    if (old_is_paired || (of_old > 1 && of_new == 1))
        return MATCH_SPLIT;
    if (of_old == 1)
        return MATCH_CHANGED;
    return match_contained(overlap) >= match_covering(overlap) ? MATCH_MERGED : MATCH_SPLIT;
}

/* Counts the overlaps of each document of either state. */
static void count_degrees(const struct match_overlaps *overlaps, uint32_t *of_old, uint32_t *of_new)
{
    for (size_t i = 0; i < overlaps->n; i++) {
        of_old[overlaps->items[i].before]++;
        of_new[overlaps->items[i].after]++;
    }
}

void match_classify(struct match_state *before, struct match_state *after, struct match_overlaps *overlaps,
                    double alike)
{
    if (overlaps->n >= MATCH_NONE)
        BUG("more overlaps than can be numbered");
    drop_by_id_alone(before, after, overlaps);
    drop_neighbours(before, after, overlaps);
    uint32_t *of_old = memory_get_zeroed(before->n + 1, sizeof *of_old);
    uint32_t *of_new = memory_get_zeroed(after->n + 1, sizeof *of_new);
    count_degrees(overlaps, of_old, of_new);
    for (size_t i = 0; i < overlaps->n; i++) {
        struct match_overlap *overlap = &overlaps->items[i];
        struct match_document *from = &before->documents[overlap->before];
        struct match_document *to = &after->documents[overlap->after];
        overlap->kind = kind_of(overlap, of_old[overlap->before], of_new[overlap->after],
                                from->partner != MATCH_NONE, to->partner != MATCH_NONE);
        if (from->partner == MATCH_NONE)
            from->kind = overlap->kind;
        if (to->partner == MATCH_NONE)
            to->kind = overlap->kind;
        if (overlap->kind == MATCH_CHANGED && alike < 1 && match_alike(overlap) >= alike)
            pair(before, overlap->before, after, overlap->after, MATCH_CHANGED);
    }
    free(of_old);
    free(of_new);
}
