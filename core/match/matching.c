#include "core/match/matching.h"

#include "core/base/bug.h"
#include "core/base/map.h"
#include "core/base/memory.h"

#include <stdlib.h>

const char *match_kind_name(enum match_kind kind)
{
    static const char *const names[MATCH_KIND_COUNT] = {
        [MATCH_SAME] = "same",     [MATCH_MOVED] = "moved", [MATCH_CHANGED] = "changed",
        [MATCH_MERGED] = "merged", [MATCH_SPLIT] = "split", [MATCH_GONE] = "gone",
        [MATCH_NEW] = "new",
    };
    return names[kind];
}

static struct bytes digest_key(const struct match_document *document)
{
    return (struct bytes){.data = (const char *)&document->digest, .size = sizeof document->digest};
}

static void pair(struct match_state *before, size_t old, struct match_state *after, size_t new,
                 enum match_kind kind)
{
    before->documents[old].partner = (uint32_t) new;
    after->documents[new].partner = (uint32_t)old;
    before->documents[old].kind = after->documents[new].kind = kind;
}

static void forget_partners(struct match_state *state, enum match_kind kind)
{
    for (size_t i = 0; i < state->n; i++) {
        state->documents[i].partner = MATCH_NONE;
        state->documents[i].kind = kind;
    }
}

static void pair_same(struct match_state *before, struct match_state *after)
{
    struct map ids = {0};
    for (size_t i = 0; i < before->n; i++)
        map_put(&ids, before->documents[i].id, NULL);
    for (size_t i = 0; i < after->n; i++) {
        int64_t old = map_find(&ids, after->documents[i].id);
        if (old != MAP_ABSENT &&
            bytes_equal(digest_key(&before->documents[old]), digest_key(&after->documents[i])))
            pair(before, (size_t)old, after, i, MATCH_SAME);
    }
    map_release(&ids);
}

/* Old documents by their text: lists, the first of each by the number that the map gives its digest. */
struct text_lists {
    struct map digests;
    uint32_t *first;
    uint32_t *next; /* by document */
};

/* In front of its list. */
static void list_text(struct text_lists *lists, const struct match_state *before, size_t i)
{
    bool is_new;
    size_t list = (size_t)map_put(&lists->digests, digest_key(&before->documents[i]), &is_new);
    lists->next[i] = is_new ? MATCH_NONE : lists->first[list];
    lists->first[list] = (uint32_t)i;
}

/* Those with votes stand in front, else they are in order. */
static void list_texts(struct text_lists *lists, const struct match_state *before)
{
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

static void add_overlap(struct match_overlaps *overlaps, size_t old, size_t new)
{
    VECTOR_PUSH(overlaps->items, overlaps->n, overlaps->capacity) = (struct match_overlap){
        .before = (uint32_t)old, .after = (uint32_t) new, .contained = 1, .covering = 1, .alike = 1};
}

/* The new document that has the text of an old one that found no partner. */
static void add_left_over(struct match_state *before, struct match_state *after,
                          struct match_overlaps *overlaps)
{
    struct map digests = {0};
    for (size_t i = 0; i < after->n; i++)
        map_put(&digests, digest_key(&after->documents[i]), NULL);
    uint32_t *places = memory_get_zeroed(after->n + 1, sizeof *places);
    for (size_t i = after->n; i-- > 0;)
        places[map_find(&digests, digest_key(&after->documents[i]))] = (uint32_t)i;
    for (size_t i = 0; i < before->n; i++) {
        const struct match_document *document = &before->documents[i];
        int64_t text = map_find(&digests, digest_key(document));
        if (document->partner == MATCH_NONE && !document->is_absent && text != MAP_ABSENT)
            add_overlap(overlaps, i, places[text]);
    }
    free(places);
    map_release(&digests);
}

static void pair_moved(struct match_state *before, struct match_state *after)
{
    struct text_lists lists = {0};
    list_texts(&lists, before);
    for (size_t i = 0; i < after->n; i++) {
        int64_t list = map_find(&lists.digests, digest_key(&after->documents[i]));
        if (after->documents[i].partner != MATCH_NONE || list == MAP_ABSENT ||
            lists.first[list] == MATCH_NONE)
            continue;
        uint32_t old = lists.first[list];
        lists.first[list] = lists.next[old];
        pair(before, old, after, i, MATCH_MOVED);
    }
    map_release(&lists.digests);
    free(lists.first);
    free(lists.next);
}

void match_equal(struct match_state *before, struct match_state *after, struct match_overlaps *overlaps)
{
    if (before->n >= MATCH_NONE || after->n >= MATCH_NONE)
        BUG("more documents than can be numbered");
    forget_partners(before, MATCH_GONE);
    forget_partners(after, MATCH_NEW);
    pair_same(before, after);
    pair_moved(before, after);
    add_left_over(before, after, overlaps);
}

/* --- Texts that overlap ---------------------------------------------------------------------------- */

/* Of each document of one side: its likeliest overlap, and how many it has. */
struct match_side {
    const struct match_overlap **best;
    uint32_t *degrees;
};

static void take_best(const struct match_overlap **best, const struct match_overlap *overlap)
{
    if (*best == NULL || overlap->alike > (*best)->alike)
        *best = overlap;
}

static bool is_mutual(const struct match_side *before, const struct match_side *after,
                      const struct match_overlap *overlap)
{
    return overlap != NULL && overlap->alike >= 0.5 && before->best[overlap->before] == overlap &&
           after->best[overlap->after] == overlap;
}

/* Neighbours that overlap as chunks do, and both have become something likelier. */
static bool is_of_neighbours(const struct match_side *before, const struct match_side *after,
                             const struct match_overlap *overlap)
{
    const struct match_overlap *old = before->best[overlap->before], *new = after->best[overlap->after];
    return old != overlap && new != overlap &&is_mutual(before, after, old) && is_mutual(before, after, new);
}

/* That the ids are the same says something only where no text does. */
static bool is_by_id_alone(const struct match_overlap *overlap)
{
    return overlap->contained < MATCH_LEAST && overlap->covering < MATCH_LEAST;
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

static void drop_neighbours(struct match_side *before, struct match_side *after,
                            struct match_overlaps *overlaps)
{
    bool *is_dropped = memory_get_zeroed(overlaps->n + 1, sizeof *is_dropped);
    for (size_t i = 0; i < overlaps->n; i++) {
        take_best(&before->best[overlaps->items[i].before], &overlaps->items[i]);
        take_best(&after->best[overlaps->items[i].after], &overlaps->items[i]);
    }
    for (size_t i = 0; i < overlaps->n; i++)
        is_dropped[i] = is_of_neighbours(before, after, &overlaps->items[i]);
    size_t n = 0;
    for (size_t i = 0; i < overlaps->n; i++) {
        if (!is_dropped[i])
            overlaps->items[n++] = overlaps->items[i];
    }
    overlaps->n = n;
    free(is_dropped);
}

/* `before_is_paired`: the old document is a new one already, so what else has its text is a part or a copy of it. */
static enum match_kind kind_of(const struct match_overlap *overlap, uint32_t of_old, uint32_t of_new,
                               bool old_is_paired, bool new_is_paired)
{
    if (new_is_paired || (of_old == 1 && of_new > 1))
        return MATCH_MERGED;
    if (old_is_paired || (of_old > 1 && of_new == 1))
        return MATCH_SPLIT;
    if (of_old == 1)
        return MATCH_CHANGED;
    return overlap->contained >= overlap->covering ? MATCH_MERGED : MATCH_SPLIT;
}

void match_classify(struct match_state *before, struct match_state *after, struct match_overlaps *overlaps,
                    double alike)
{
    struct match_side old = {.best = memory_get_zeroed(before->n + 1, sizeof *old.best),
                             .degrees = memory_get_zeroed(before->n + 1, sizeof *old.degrees)};
    struct match_side new = {.best = memory_get_zeroed(after->n + 1, sizeof *new.best),
                             .degrees = memory_get_zeroed(after->n + 1, sizeof *new.degrees)};
    drop_by_id_alone(before, after, overlaps);
    drop_neighbours(&old, &new, overlaps);
    for (size_t i = 0; i < overlaps->n; i++) {
        old.degrees[overlaps->items[i].before]++;
        new.degrees[overlaps->items[i].after]++;
    }
    for (size_t i = 0; i < overlaps->n; i++) {
        struct match_overlap *overlap = &overlaps->items[i];
        struct match_document *from = &before->documents[overlap->before];
        struct match_document *to = &after->documents[overlap->after];
        overlap->kind = kind_of(overlap, old.degrees[overlap->before], new.degrees[overlap->after],
                                from->partner != MATCH_NONE, to->partner != MATCH_NONE);
        if (from->partner == MATCH_NONE)
            from->kind = overlap->kind;
        if (to->partner == MATCH_NONE)
            to->kind = overlap->kind;
        if (overlap->kind == MATCH_CHANGED && alike < 1 && overlap->alike >= alike)
            pair(before, overlap->before, after, overlap->after, MATCH_CHANGED);
    }
    free(old.best);
    free(old.degrees);
    free(new.best);
    free(new.degrees);
}
