/*
 * "Did you mean": the known name nearest to what was typed.
 */
#ifndef ASSAY_CORE_BASE_NEAREST_H
#define ASSAY_CORE_BASE_NEAREST_H

#include "core/base/bytes.h"

/*
 * How many single-byte insertions, deletions, replacements and swaps of
 * neighbours turn one word into the other, letters in either case being equal
 * (Damerau 1964, optimal string alignment). Words are cut at 63 bytes.
 */
size_t word_distance(struct bytes a, struct bytes b);

/* The only one of `n` names that begins so, else the nearest; NULL when none is near enough to have been meant. */
const char *nearest_name(struct bytes word, const char *const *names, size_t n);

#endif
