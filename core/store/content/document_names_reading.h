/*
 * For this folder alone: the ids of the documents in pools (document_names.h), read into the store.
 */
#ifndef ASSAY_CORE_STORE_CONTENT_DOCUMENT_NAMES_READING_H
#define ASSAY_CORE_STORE_CONTENT_DOCUMENT_NAMES_READING_H

#include "core/base/err.h"

struct store;

/*
 * Reads them for as long as the caller's reading lasts (store_end_reading lets them go), and compares the ids of all
 * documents with those in their index: the file is damaged where they differ.
 */
bool document_names_read(struct store *store, struct err *err) __attribute__((warn_unused_result));

#endif
