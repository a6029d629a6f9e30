/*
 * "Did you mean": the known name nearest to what was typed.
 */
#pragma once

#include "core/base/bytes.h"

/*
 * Returns how many insertions, deletions and replacements of single bytes, and swaps of neighbours, turn one word
 * into the other. Upper-case and lower-case letters are equal (Damerau 1964, optimal string alignment). Words are
 * cut at 63 bytes.
 */
size_t word_distance(struct bytes a, struct bytes b);

/* Returns the only one of `n` names that begins with `word`, else the nearest name. NULL if no name is near enough. */
const char *nearest_name(struct bytes word, const char *const *names, size_t n);
