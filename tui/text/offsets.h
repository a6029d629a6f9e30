/*
 * Looking an offset up in an array whose elements stand in the order of theirs.
 */
#ifndef ASSAY_TUI_TEXT_OFFSETS_H
#define ASSAY_TUI_TEXT_OFFSETS_H

#include <stddef.h>

/* How many of the `n` items have a `member` (an offset, never smaller than that of the item before) below `limit`. */
#define OFFSETS_BELOW(items, n, member, limit)                                                               \
    offsets_below((n) > 0 ? &(items)[0].member : NULL, (n), sizeof *(items), (limit))

/* The same of offsets that stand `stride` bytes apart. */
size_t offsets_below(const size_t *first, size_t n, size_t stride, size_t limit);

#endif
