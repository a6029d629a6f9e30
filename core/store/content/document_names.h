/*
 * For this folder alone: the ids of the documents in pools, held while the candidates of all questions are listed. The
 * documents of a pool come from all over the collection, so looking up each of them reads most of the file again and
 * again. Reading them once in their own order costs a fraction of that.
 */
#ifndef ASSAY_CORE_STORE_CONTENT_DOCUMENT_NAMES_H
#define ASSAY_CORE_STORE_CONTENT_DOCUMENT_NAMES_H

#include "core/base/bytes.h"

/* {0} is empty and can be released. */
struct document_names {
    int64_t *document_ids; /* ascending */
    size_t *ends;          /* of each id in `docids`, where the ids lie one after the other */
    struct buffer docids;
    size_t n, ids_capacity, ends_capacity;
};

/* Returns the id of a document; empty if it is in no pool. Valid as long as the names. */
struct bytes document_names_find(const struct document_names *names, int64_t document_id);
/*
 * Frees the names, if there are any, and sets *names to NULL. Then each listing of candidates looks its documents up.
 */
void document_names_let_go(struct document_names **names);

#endif
