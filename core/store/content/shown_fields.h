/*
 * The other fields of documents and questions that annotators see: those that the setting `show` names. What is copied
 * lies in the arena. A document's fields are parsed when it is shown, and not before.
 */
#ifndef ASSAY_CORE_STORE_CONTENT_SHOWN_FIELDS_H
#define ASSAY_CORE_STORE_CONTENT_SHOWN_FIELDS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"

struct store;

/* Sets the fields of a ballot's question and of its documents, whether it was dealt or is to be shown alone. */
bool shown_fields_read(struct store *store, struct arena *arena, struct ballot *ballot, struct err *err)
    __attribute__((warn_unused_result));
bool shown_fields_read_document(struct store *store, struct arena *arena, struct ballot_document *document,
                                struct err *err) __attribute__((warn_unused_result));

#endif
