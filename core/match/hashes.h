/*
 * Words, or other things identified by hashes, as lists of hashes in ascending order. One pass finds what two such
 * lists share.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Sorts the hashes in ascending order. NULL is allowed if n is 0. */
void hashes_sort(uint64_t *hashes, size_t n);
/* Sorts them and removes duplicates. Returns how many are left. */
size_t hashes_make_set(uint64_t *hashes, size_t n);
/* Counts the common hashes of two ascending lists. A repeated hash counts as often as it is in both. */
size_t hashes_count_common(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b);
