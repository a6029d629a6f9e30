/*
 * A hash index: finds the elements of an array by the hash of what they are called. It holds the numbers of
 * elements and nothing else: which element is the one looked for, the owner of the array says.
 *
 *     uint32_t *slot = hash_index_first(&index, hash);
 *     while (*slot != 0 && !is_wanted(&array[*slot - 1]))
 *         slot = hash_index_next(&index, slot);
 *
 * ends at the slot of that element, or at the empty slot where its number + 1 belongs. A slot is four bytes, so
 * that the index of a thousand elements stays in the fastest cache.
 */
#ifndef ASSAY_CORE_BASE_HASH_INDEX_H
#define ASSAY_CORE_BASE_HASH_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* {0} has no slots, not even empty ones, and is safe to release. */
struct hash_index {
    uint32_t *slots; /* the number of an element + 1, or 0 */
    size_t n_slots;  /* a power of two, or 0 */
    size_t room;     /* slots that are allocated */
};

void hash_index_release(struct hash_index *index);
/*
 * Empties the index, and makes it so large that `count` elements leave it at most a quarter full: the emptier it
 * is, the more often the first slot is free, and the better the processor guesses so.
 */
void hash_index_reset(struct hash_index *index, size_t count);

/* Whether the index is to be reset, and its `count` elements put in anew, before another one is. */
static inline bool hash_index_is_full(const struct hash_index *index, size_t count)
{
    return count * 2 >= index->n_slots;
}

/* Where the search for a hash begins, and where it goes on. In line, since a run looks up each of its lines. */
static inline uint32_t *hash_index_first(const struct hash_index *index, uint64_t hash)
{
    return &index->slots[hash & (index->n_slots - 1)];
}

static inline uint32_t *hash_index_next(const struct hash_index *index, uint32_t *slot)
{
    return slot + 1 < index->slots + index->n_slots ? slot + 1 : index->slots;
}

#endif
