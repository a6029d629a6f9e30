/* For this folder alone: reads the ids of the documents in pools (document_names.h) into the store. */
#ifndef ASSAY_CORE_STORE_CONTENT_DOCUMENT_NAMES_READING_H
#define ASSAY_CORE_STORE_CONTENT_DOCUMENT_NAMES_READING_H

#include "core/base/err.h"

struct store;

/*
 * Reads the names for the rest of the caller's reading (store_end_reading frees them). In a file it also compares the
 * ids of all documents with their index; if they differ, the file is damaged.
 */
bool document_names_read(struct store *store, struct err *err) __attribute__((warn_unused_result));

#endif
