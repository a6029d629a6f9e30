/*
 * Finds the separator in the ids of chunks. Such an id begins with the id of its document: "d1#0" is a chunk of d1.
 */
#pragma once

#include "core/base/bytes.h"

/*
 * Returns the separator between the document's id and the number of the chunk: "#" of "d1#0", "_chunk_" of
 * "d1_chunk_3". The result is a view into the docid. It is empty when the docid does not begin with a document's id.
 */
struct bytes chunk_separator(struct bytes docid, bool (*is_document)(void *context, struct bytes docid),
                             void *context);
