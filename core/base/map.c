/*
 * The keys are an array in the order of their numbers, and a hash index finds them there. Nothing is ever
 * taken out, so a number stays the key's for good.
 */
#include "core/base/map.h"

#include "core/base/memory.h"

#include <stdlib.h>

/* The hash is kept: most keys that differ are told apart by it, and the index grows without hashing anew. */
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

/* The key's slot, or the empty slot where it would go. */
static uint32_t *find_slot(const struct map *map, struct bytes key, uint64_t hash)
{
    uint32_t *slot = hash_index_first(&map->index, hash);
    for (; *slot != 0; slot = hash_index_next(&map->index, slot)) {
        const struct map_key *other = &map->keys[*slot - 1];
        if (other->hash == hash && bytes_equal(other->bytes, key))
            break;
    }
    return slot;
}

/* No two keys are equal: only an empty slot is looked for. */
static void grow_index(struct map *map)
{
    hash_index_reset(&map->index, map->size);
    for (size_t i = 0; i < map->size; i++) {
        uint32_t *slot = hash_index_first(&map->index, map->keys[i].hash);
        while (*slot != 0)
            slot = hash_index_next(&map->index, slot);
        *slot = (uint32_t)(i + 1);
    }
}

int64_t map_find_hashed(const struct map *map, struct bytes key, uint64_t hash)
{
    return map->size == 0 ? MAP_ABSENT : (int64_t)*find_slot(map, key, hash) - 1;
}

int64_t map_find(const struct map *map, struct bytes key)
{
    return map_find_hashed(map, key, bytes_hash(key));
}

struct bytes map_key(const struct map *map, size_t number)
{
    return map->keys[number].bytes;
}

uint64_t map_hash(const struct map *map, size_t number)
{
    return map->keys[number].hash;
}

int64_t map_put(struct map *map, struct bytes key, bool *is_new)
{
    if (hash_index_is_full(&map->index, map->size))
        grow_index(map);
    uint64_t hash = bytes_hash(key);
    uint32_t *slot = find_slot(map, key, hash);
    if (is_new != NULL)
        *is_new = *slot == 0;
    if (*slot == 0) {
        VECTOR_PUSH(map->keys, map->size, map->capacity) = (struct map_key){.bytes = key, .hash = hash};
        *slot = (uint32_t)map->size;
    }
    return *slot - 1;
}
