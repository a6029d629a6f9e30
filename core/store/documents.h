/*
 * One document.
 */
#ifndef ASSAY_CORE_STORE_DOCUMENTS_H
#define ASSAY_CORE_STORE_DOCUMENTS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"

struct store;

/* The row's number, 0 when the id is unknown. */
bool store_find_document(struct store *store, struct bytes docid, int64_t *document_id, struct err *err)
    __attribute__((warn_unused_result));
/* The document's title or, without one, the beginning of its text; empty when there is no such document.
 * Copied into the arena. */
bool store_read_title(struct store *store, struct bytes docid, struct arena *arena, struct bytes *title,
                      struct err *err) __attribute__((warn_unused_result));
/* A document that is there, as a ballot would show it; copied into the arena. */
bool store_read_document(struct store *store, struct bytes docid, struct arena *arena,
                         struct ballot_document *document, struct err *err)
    __attribute__((warn_unused_result));

#endif
