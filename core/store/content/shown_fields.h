/*
 * Reads the other fields of documents and questions that annotators see, those named by the setting `show`. The copies
 * are in the arena. The fields of a document are parsed only when it is shown.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"

struct store;

/* Sets the fields of a ballot's question and documents; the ballot need not have been dealt. */
MUST_CHECK bool shown_fields_read(struct store *store, struct arena *arena, struct ballot *ballot,
                                  struct err *err);
MUST_CHECK bool shown_fields_read_document(struct store *store, struct arena *arena,
                                           struct ballot_document *document, struct err *err);
