/*
 * Words, or what else is told apart by a hash, as hashes in ascending order: what two such lists share is found in one walk.
 */
#ifndef ASSAY_CORE_MATCH_HASHES_H
#define ASSAY_CORE_MATCH_HASHES_H

#include <stddef.h>
#include <stdint.h>

/* Puts them in ascending order; NULL is fine where there are none. */
void hashes_sort(uint64_t *hashes, size_t n);
/* The same, and leaves each once; returns how many that are. */
size_t hashes_make_set(uint64_t *hashes, size_t n);
/* How many stand in both; one that stands there twice counts as often as in both. Both ascend. */
size_t hashes_count_common(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b);

#endif
