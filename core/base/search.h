/*
 * Binary search in sorted arrays.
 */
#pragma once

#include <stddef.h>

/*
 * Sets `i`, a size_t, to the first index from 0 to n - 1 for which `is_before` is false, or to n. `is_before` is an
 * expression of `i`. It must be true for all indices up to some place, and false for all after it:
 *
 *     LOWER_BOUND(i, list->count, list->items[i].end <= offset);
 */
#define LOWER_BOUND(i, n, is_before)                                                                         \
    do {                                                                                                     \
        size_t low_bound = 0;                                                                                \
        size_t high_bound = (n);                                                                             \
        while (low_bound < high_bound) {                                                                     \
            (i) = low_bound + (high_bound - low_bound) / 2;                                                  \
            if (is_before)                                                                                   \
                low_bound = (i) + 1;                                                                         \
            else                                                                                             \
                high_bound = (i);                                                                            \
        }                                                                                                    \
        (i) = low_bound;                                                                                     \
    } while (0)
