/*
 * What a fuzz target of a reader of documents and questions does with its bytes.
 */
#ifndef ASSAY_TESTS_SUPPORT_HOSTILE_ITEMS_H
#define ASSAY_TESTS_SUPPORT_HOSTILE_ITEMS_H

#include "core/base/bytes.h"

/*
 * Reads `beginning`, which leads to one reader, and the bytes behind it, as documents and as questions, and
 * looks at them as at the beginning of a file. Ends the program unless items and errors are as they should
 * be.
 */
void read_hostile_items(const char *beginning, const uint8_t *data, size_t size);

#endif
