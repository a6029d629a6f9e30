/*
 * Runs of chunks against judgments of documents: no document of such a run is judged, and their docids begin with those that
 * are.
 */
#ifndef ASSAY_CLI_SHARED_CHUNKS_H
#define ASSAY_CLI_SHARED_CHUNKS_H

#include "core/metric/holes.h"
#include "core/metric/qrels.h"

/*
 * Adds what stands between the document and the chunk in the docids of a run, as its holes have them, of each question of the
 * qrels. False, and nothing is added: some of its documents are judged, or they are no chunks of what is.
 */
bool chunks_add_separator(const struct holes *holes, const struct qrels *qrels, struct buffer *separator);

#endif
