#include "core/base/map.h"

#include "core/base/memory.h"

#include <stdlib.h>

/* Open addressing with linear probing, at most half full. */
struct map_slot {
    struct bytes key;
    uint64_t hash;
    int64_t number; /* number + 1, so that 0 is an empty slot */
};

void map_release(struct map *map)
{
    free(map->slots);
    *map = (struct map){0};
}

/* The key's slot, or the empty slot where it would go. */
static struct map_slot *probe(const struct map *map, struct bytes key, uint64_t hash)
{
    size_t mask = map->capacity - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        struct map_slot *slot = &map->slots[i];
        if (slot->number == 0 || (slot->hash == hash && bytes_equal(slot->key, key)))
            return slot;
    }
}

static void grow(struct map *map)
{
    struct map bigger = {.capacity = map->capacity == 0 ? 16 : map->capacity * 2, .size = map->size};
    bigger.slots = memory_get_zeroed(bigger.capacity, sizeof *bigger.slots);
    for (size_t i = 0; i < map->capacity; i++) {
        if (map->slots[i].number != 0)
            *probe(&bigger, map->slots[i].key, map->slots[i].hash) = map->slots[i];
    }
    free(map->slots);
    *map = bigger;
}

int64_t map_find_hashed(const struct map *map, struct bytes key, uint64_t hash)
{
    return map->capacity == 0 ? MAP_ABSENT : probe(map, key, hash)->number - 1;
}

int64_t map_find(const struct map *map, struct bytes key)
{
    return map_find_hashed(map, key, bytes_hash(key));
}

int64_t map_put(struct map *map, struct bytes key, bool *is_new)
{
    if (map->size * 2 >= map->capacity)
        grow(map);
    uint64_t hash = bytes_hash(key);
    struct map_slot *slot = probe(map, key, hash);
    if (is_new != NULL)
        *is_new = slot->number == 0;
    if (slot->number == 0) {
        map->size++;
        *slot = (struct map_slot){.key = key, .hash = hash, .number = (int64_t)map->size};
    }
    return slot->number - 1;
}
