/*
 * Memory. When it is out nobody up the stack can act on it, and it is nobody's bug:
 * the program ends at once, with a line that says so.
 */
#ifndef ASSAY_CORE_BASE_MEMORY_H
#define ASSAY_CORE_BASE_MEMORY_H

#include <stddef.h>

/* Ends the program, after bug_restore; `size`: the bytes that were wanted, 0 when not known. */
_Noreturn void memory_out(size_t size);

/* malloc, calloc, realloc and strdup that end the program when memory is out. */
void *memory_get(size_t size) __attribute__((malloc, returns_nonnull));
void *memory_get_zeroed(size_t count, size_t size) __attribute__((malloc, returns_nonnull));
char *memory_copy_string(const char *string) __attribute__((malloc, returns_nonnull));
/* NULL of NULL. */
char *memory_copy_string_if_any(const char *string) __attribute__((malloc));

/*
 * Grows `block`, an array with room for *capacity elements of `size` bytes, so
 * that it has room for `needed`; at least doubles it, so that appending one by
 * one costs linear time. The new capacity is stored in *capacity.
 */
void *memory_grow(void *block, size_t *capacity, size_t needed, size_t size) __attribute__((returns_nonnull));

/* Gives the room behind the first `n` elements of such an array back. */
void *memory_fit(void *block, size_t *capacity, size_t n, size_t size) __attribute__((returns_nonnull));

/*
 * One more element at the end of an array that memory_grow keeps, to be assigned to:
 *
 *     VECTOR_PUSH(list->items, list->count, list->capacity) = item;
 *
 * The assigned expression must not use the count, which may have grown by then.
 */
#define VECTOR_PUSH(items, count, capacity)                                                                  \
    (*((items) = memory_grow((items), &(capacity), (count) + 1, sizeof *(items)), &(items)[(count)++]))

#endif
