/*
 * Decides whether a file may be overwritten: it must look like an earlier version of what is written. A typing error
 * must not replace a run or somebody's documents by labels.
 */
#pragma once

#include "core/base/bytes.h"

enum { SHAPE_SIZE = 4096 }; /* bytes compared at the beginning of each */

/*
 * Returns whether both begin alike. JSON is compared by its first key, or by being an object of objects; a page by
 * everything before its title; Markdown by its second line; a table by its header if commas separate it, else by the
 * columns of the first line. Empty content is like anything.
 */
bool shape_is_alike(struct bytes there, struct bytes written);
