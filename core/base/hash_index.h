/*
 * A hash index finds elements of an array by the hash of their names. It holds only the numbers of the elements.
 * The owner of the array decides which element is wanted:
 *
 *     uint32_t *slot = hash_index_first(&index, hash);
 *     while (*slot != 0 && !is_wanted(&array[*slot - 1]))
 *         slot = hash_index_next(&index, slot);
 *
 * The loop ends at the slot of the element, or at the empty slot where its number + 1 belongs. A slot has four
 * bytes, so that the index of a thousand elements stays in the fastest cache.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* {0} has no slots, not even empty ones, and is safe to release. */
struct hash_index {
    uint32_t *slots; /* the number of an element + 1, or 0 */
    size_t n_slots;  /* a power of two, or 0 */
    size_t room;     /* allocated slots */
};

void hash_index_release(struct hash_index *index);
/*
 * Empties the index, and makes it so large that `count` elements fill at most a quarter of it. The emptier the
 * index is, the more often the first slot is free, and the better the processor predicts that.
 */
void hash_index_reset(struct hash_index *index, size_t count);

/* Returns whether the index must be reset, and its `count` elements added again, before another element is added. */
static inline bool hash_index_is_full(const struct hash_index *index, size_t count)
{
    return count * 2 >= index->n_slots;
}

/*
 * The slot where the search for a hash begins, and the slot where it continues. They are inline because each line
 * of a run is looked up.
 */
static inline uint32_t *hash_index_first(const struct hash_index *index, uint64_t hash)
{
    return &index->slots[hash & (index->n_slots - 1)];
}

static inline uint32_t *hash_index_next(const struct hash_index *index, uint32_t *slot)
{
    return slot + 1 < index->slots + index->n_slots ? slot + 1 : index->slots;
}
