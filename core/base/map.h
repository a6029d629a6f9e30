/*
 * A map from byte strings to the numbers 0, 1, 2 … in the order in which they were first put. The keys are not
 * copied: the bytes they point to must outlive the map. {0} is an empty map and safe to release.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/hash_index.h"

struct map_key;

struct map {
    struct map_key *keys; /* by number */
    size_t size;          /* number of keys, and the next key's number */
    size_t capacity;
    struct hash_index index; /* of `keys` */
};

enum { MAP_ABSENT = -1 };

void map_release(struct map *map);
/* Returns the key's number, or MAP_ABSENT. */
int64_t map_find(const struct map *map, struct bytes key);
/* The same for a key whose bytes_hash is known, so that a key that is looked up in several places is hashed once. */
int64_t map_find_hashed(const struct map *map, struct bytes key, uint64_t hash);
/* Returns the key with this number. */
struct bytes map_key(const struct map *map, size_t number);
/* Returns the key's number; a new key gets the next one. *is_new (may be NULL) says whether the key is new. */
int64_t map_put(struct map *map, struct bytes key, bool *is_new);
