/*
 * Bugs and exhausted memory: the two conditions that nobody up the stack can
 * act on. Both end the program at once; everything else is a struct err.
 */
#ifndef ASSAY_CORE_BASE_BUG_H
#define ASSAY_CORE_BASE_BUG_H

#include <stddef.h>

/* Ends the program with SIGABRT and a line on stderr that names the place. */
#define BUG(...) bug_abort(__FILE__, __LINE__, __VA_ARGS__)

/* BUG() unless `condition` holds. Never compiled out. */
#define BUG_UNLESS(condition)                                                                                \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            BUG("broken invariant: %s", #condition);                                                         \
    } while (0)

_Noreturn void bug_abort(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * `restore` runs before the program is aborted: the terminal app passes the
 * function that gives the terminal back. NULL takes it away.
 */
void bug_on_abort(void (*restore)(void));

/* The same for memory that is out, which is nobody's bug; `size`: the bytes that were wanted, 0 when not known. */
_Noreturn void memory_out(size_t size);

/* malloc, calloc, realloc and strdup that end the program when memory is out. */
void *memory_get(size_t size) __attribute__((malloc, returns_nonnull));
void *memory_get_zeroed(size_t count, size_t size) __attribute__((malloc, returns_nonnull));
char *memory_copy_string(const char *string) __attribute__((malloc, returns_nonnull));

/*
 * Grows `block`, an array with room for *capacity elements of `size` bytes, so
 * that it has room for `needed`; at least doubles it, so that appending one by
 * one costs linear time. The new capacity is stored in *capacity.
 */
void *memory_grow(void *block, size_t *capacity, size_t needed, size_t size) __attribute__((returns_nonnull));

#endif
