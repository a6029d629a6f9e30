/*
 * Memory. When memory runs out, no caller can act on it, and it is not a bug: the program ends at once, with a line
 * that says so.
 */
#pragma once

#include <stddef.h>

/* Ends the program, after bug_restore. `size` is the number of bytes wanted, 0 if unknown. */
_Noreturn void memory_out(size_t size);

/* malloc, calloc, realloc and strdup that end the program when memory runs out. */
void *memory_get(size_t size) __attribute__((malloc, returns_nonnull));
void *memory_get_zeroed(size_t count, size_t size) __attribute__((malloc, returns_nonnull));
char *memory_copy_string(const char *string) __attribute__((malloc, returns_nonnull));
/* Returns NULL for NULL. */
char *memory_copy_string_if_any(const char *string) __attribute__((malloc));

/*
 * Grows `block`, an array with room for *capacity elements of `size` bytes, so that it has room for `needed`
 * elements. At least doubles it, so that appending one by one takes linear time. Returns the block and stores the
 * new capacity.
 */
void *memory_grow(void *block, size_t *capacity, size_t needed, size_t size) __attribute__((returns_nonnull));

/* Frees the room after the first `n` elements of such an array. Returns the block and stores the new capacity. */
void *memory_fit(void *block, size_t *capacity, size_t n, size_t size) __attribute__((returns_nonnull));

/*
 * Appends one element to an array that memory_grow manages. Assign to it:
 *
 *     VECTOR_PUSH(list->items, list->count, list->capacity) = item;
 *
 * The assigned expression must not use the count, which may have grown by then.
 */
#define VECTOR_PUSH(items, count, capacity)                                                                  \
    (*((items) = memory_grow((items), &(capacity), (count) + 1, sizeof *(items)), &(items)[(count)++]))
