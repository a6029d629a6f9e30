/*
 * The keys are an array in the order of their numbers, with a hash index. A map of few keys has no index: they are
 * compared one by one. Keys are never removed, so a key keeps its number.
 */
#include "core/base/map.h"

#include "core/base/memory.h"

#include <stdlib.h>

enum { FEW_KEYS = 8 }; /* a map of this size needs no index */

/* The hash is kept, because it distinguishes most keys, and because the index can then grow without hashing again. */
struct map_key {
    struct bytes bytes;
    uint64_t hash;
};

void map_release(struct map *map)
{
    free(map->keys);
    hash_index_release(&map->index);
    *map = (struct map){0};
}

static inline bool is_key(const struct map_key *key, struct bytes bytes, uint64_t hash)
{
    return key->hash == hash && bytes_equal(key->bytes, bytes);
}

/* Returns the key's slot, or the empty slot where it would go. */
static uint32_t *find_slot(const struct map *map, struct bytes key, uint64_t hash)
{
    uint32_t *slot = hash_index_first(&map->index, hash);
    while (*slot != 0 && !is_key(&map->keys[*slot - 1], key, hash))
        slot = hash_index_next(&map->index, slot);
    return slot;
}

static int64_t look_through(const struct map *map, struct bytes key, uint64_t hash)
{
    size_t i = 0;
    while (i < map->size && !is_key(&map->keys[i], key, hash))
        i++;
    return i < map->size ? (int64_t)i : MAP_ABSENT;
}

/* No two keys are equal, so the search is for an empty slot only. */
static void index_key(struct map *map, size_t number)
{
    uint32_t *slot = hash_index_first(&map->index, map->keys[number].hash);
    while (*slot != 0)
        slot = hash_index_next(&map->index, slot);
    *slot = (uint32_t)(number + 1);
}

/* Adds the last key to the index, if there are enough keys for one. */
static void index_last_key(struct map *map)
{
    size_t number = map->size - 1;
    if (map->size <= FEW_KEYS)
        return;
    if (hash_index_is_full(&map->index, number)) {
        hash_index_reset(&map->index, number);
        number = 0;
    }
    for (; number < map->size; number++)
        index_key(map, number);
}

int64_t map_find_hashed(const struct map *map, struct bytes key, uint64_t hash)
{
    return map->size <= FEW_KEYS ? look_through(map, key, hash) : (int64_t)*find_slot(map, key, hash) - 1;
}

int64_t map_find(const struct map *map, struct bytes key)
{
    return map_find_hashed(map, key, bytes_hash(key));
}

struct bytes map_key(const struct map *map, size_t number)
{
    return map->keys[number].bytes;
}

int64_t map_put(struct map *map, struct bytes key, bool *is_new)
{
    const uint64_t hash = bytes_hash(key);
    const int64_t number = map_find_hashed(map, key, hash);
    if (is_new != NULL)
        *is_new = number == MAP_ABSENT;
    if (number != MAP_ABSENT)
        return number;
    VECTOR_PUSH(map->keys, map->size, map->capacity) = (struct map_key){.bytes = key, .hash = hash};
    index_last_key(map);
    return (int64_t)map->size - 1;
}
