/*
 * For this folder alone: the ids of the documents that stand in pools, held for who is about to list the candidates of all
 * questions. In a pool documents come from all over the collection, so looking each of them up reads most of the file
 * again; read in their own order they are a fraction of that.
 */
#ifndef ASSAY_CORE_STORE_CONTENT_DOCUMENT_NAMES_H
#define ASSAY_CORE_STORE_CONTENT_DOCUMENT_NAMES_H

#include "core/base/bytes.h"

/* {0} holds none, and is safe to release. */
struct document_names {
    int64_t *document_ids; /* ascending */
    size_t *ends;          /* of their ids in `docids`, which lie there one behind the other */
    struct buffer docids;
    size_t n, ids_capacity, ends_capacity;
};

/* Empty where it is no document of a pool. It stays as long as they do. */
struct bytes document_names_find(const struct document_names *names, int64_t document_id);
/* Frees them, if there are any; *names is NULL then: who lists candidates looks each document up. */
void document_names_let_go(struct document_names **names);

#endif
