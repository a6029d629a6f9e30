/*
 * An arena: many small allocations that live and die together (one import, one
 * screen, one report). {0} is an empty arena and safe to release.
 */
#ifndef ASSAY_CORE_BASE_ARENA_H
#define ASSAY_CORE_BASE_ARENA_H

#include "core/base/bytes.h"

struct arena_block;

struct arena {
    struct arena_block *blocks; /* newest first */
};

/* Frees everything the arena gave; the arena is empty again. */
void arena_release(struct arena *arena);
/* Takes back everything the arena gave, and keeps some of its memory to give it again. */
void arena_clear(struct arena *arena);
/* `size` zeroed bytes, aligned for any type, valid until the arena is released. */
void *arena_get(struct arena *arena, size_t size) __attribute__((returns_nonnull));
/* `count` zeroed elements of `size` bytes. */
void *arena_get_array(struct arena *arena, size_t count, size_t size) __attribute__((returns_nonnull));
/*
 * Makes room for one more element in `array`, which holds `n` elements of `size` bytes
 * and came from this call too (NULL when n = 0). Returns where the array is now: at 8, 16,
 * 32 … elements it is copied to a place twice as large. Appending n elements takes linear time.
 */
void *arena_make_room(struct arena *arena, void *array, size_t n, size_t size)
    __attribute__((returns_nonnull));
/*
 * One more element at the end of such an array, to be assigned to, as by VECTOR_PUSH (core/base/memory.h): what
 * is assigned must not look at the count, which may have grown by then.
 */
#define ARENA_PUSH(arena, items, count)                                                                      \
    (*((items) = arena_make_room((arena), (items), (count), sizeof *(items)), &(items)[(count)++]))
/*
 * Makes `newest` longer: the last thing that the arena gave, of `size` bytes (NULL and 0: there is none yet).
 * Returns where it is now; the bytes that were added are not zeroed. For content whose size is known only at
 * its end. What has a block to itself is not copied, where the system can make the block longer.
 */
void *arena_extend(struct arena *arena, void *newest, size_t size, size_t new_size)
    __attribute__((returns_nonnull));
/* A copy of the bytes, terminated by a NUL that its size does not count. */
struct bytes arena_copy(struct arena *arena, struct bytes bytes);
char *arena_copy_string(struct arena *arena, const char *string) __attribute__((returns_nonnull));
char *arena_format(struct arena *arena, const char *format, ...)
    __attribute__((returns_nonnull, format(printf, 2, 3)));

#endif
