/*
 * Ids of chunks begin with the id of their document: "d1#0" is a chunk of d1.
 */
#ifndef ASSAY_IMPORT_CHUNK_END_H
#define ASSAY_IMPORT_CHUNK_END_H

#include "core/base/bytes.h"

/*
 * What stands between the document and the number of the chunk: "#" of "d1#0", "_chunk_" of "d1_chunk_3". A view of the docid; empty:
 * it begins with no document.
 */
struct bytes chunk_separator(struct bytes docid, bool (*is_document)(void *context, struct bytes docid),
                             void *context);

#endif
