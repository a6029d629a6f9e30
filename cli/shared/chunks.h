/*
 * Recognises runs of chunks scored against judgments of documents. No document of such a run is judged, but its docids
 * begin with those of judged documents.
 */
#pragma once

#include "core/metric/holes.h"
#include "core/metric/qrels.h"

/*
 * Adds the separator between document and chunk in the docids of a run. `holes` are its unjudged documents for each
 * question of the qrels. Returns false and adds nothing when some of its documents are judged, or they are no chunks of
 * judged ones.
 */
bool chunks_add_separator(const struct holes *holes, const struct qrels *qrels, struct buffer *separator);
