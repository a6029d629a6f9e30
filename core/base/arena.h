/*
 * An arena: many small allocations that live and die together (one import, one
 * screen, one report). {0} is an empty arena and safe to release.
 */
#pragma once

#include "core/base/bytes.h"

struct arena_block;

struct arena {
    struct arena_block *blocks; /* newest first */
};

/* Frees everything the arena gave; the arena is empty again. */
void arena_release(struct arena *arena);
/* Takes back everything the arena gave, and keeps its newest block for reuse. */
void arena_clear(struct arena *arena);
/* Returns `size` zeroed bytes, aligned for any type and valid until the arena is released. */
void *arena_get(struct arena *arena, size_t size) __attribute__((returns_nonnull));
/* Returns `count` zeroed elements of `size` bytes. */
void *arena_get_array(struct arena *arena, size_t count, size_t size) __attribute__((returns_nonnull));
/*
 * Makes room for one more element in `array`, which holds `n` elements of `size` bytes and came from this function
 * too (NULL when n = 0). Returns the array's address. At 8, 16, 32 … elements the array is copied to a place twice
 * as large, so appending n elements takes linear time.
 */
void *arena_make_room(struct arena *arena, void *array, size_t n, size_t size)
    __attribute__((returns_nonnull));
/*
 * Appends one element to such an array. Assign to it, as with VECTOR_PUSH (core/base/memory.h). The assigned
 * expression must not use the count, which may have grown by then.
 */
#define ARENA_PUSH(arena, items, count)                                                                      \
    (*((items) = arena_make_room((arena), (items), (count), sizeof *(items)), &(items)[(count)++]))
/*
 * Extends `newest`, the arena's last allocation, from `size` to `new_size` bytes (NULL and 0 when there is none
 * yet). Returns its new address. The added bytes are not zeroed. Use it for content whose size is known only at its
 * end. An allocation that has a block to itself is not copied if realloc can extend the block in place.
 */
void *arena_extend(struct arena *arena, void *newest, size_t size, size_t new_size)
    __attribute__((returns_nonnull));
/* Returns a copy of the bytes, followed by a NUL that its size does not count. */
struct bytes arena_copy(struct arena *arena, struct bytes bytes);
char *arena_copy_string(struct arena *arena, const char *string) __attribute__((returns_nonnull));
char *arena_format(struct arena *arena, const char *format, ...)
    __attribute__((returns_nonnull, format(printf, 2, 3)));
