/* For the store alone: reads the ids of documents to be held (document_names.h), all at once or in parts. */
#pragma once

#include "core/base/err.h"

#include <stddef.h>
#include <stdint.h>

struct document_names;
struct store;

/*
 * Reads the names of the documents in pools for the rest of the caller's reading (store_end_reading frees them). In a
 * file it also compares the ids of all documents with their index; if they differ, the file is damaged.
 */
MUST_CHECK bool document_names_read(struct store *store, struct err *err);
/*
 * Opens names for reading in parts, for candidates with about so many votes: if far fewer documents were voted on than
 * there are, none is to be held.
 */
MUST_CHECK bool document_names_begin(struct store *store, int64_t n_votes, size_t room,
                                     struct document_names **out, struct err *err);
/* Reads the next part, which takes about a millisecond; sets are_read at the end. */
MUST_CHECK bool document_names_read_next(struct store *store, struct document_names *names, struct err *err);
