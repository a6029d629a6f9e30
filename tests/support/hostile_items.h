/*
 * What a fuzz target for a reader of documents and questions does with its input.
 */
#pragma once

#include "core/base/bytes.h"

/*
 * Appends the bytes to `beginning`, which selects one reader, and reads the result as documents and as questions. Also
 * guesses the kind of file from it. Ends the program if items or errors are not as they should be.
 */
void read_hostile_items(const char *beginning, const uint8_t *data, size_t size);
