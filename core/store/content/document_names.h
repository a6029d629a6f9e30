/*
 * For the store alone: the ids of documents, held while the candidates of all questions are listed. The documents of a
 * pool come from all over the collection, so looking up each of them reads most of the file again and again. Reading
 * them once in their own order costs a fraction of that. A document whose id is not held is looked up.
 */
#pragma once

#include "core/base/bytes.h"

/*
 * The ids lie one after the other in `docids`, each behind its size. places[document_id] says where; 0: it is not held.
 */
struct document_names {
    uint32_t *places;
    size_t n_places;
    struct buffer docids;
    size_t room;        /* the most bytes of both */
    struct buffer last; /* the last id that was read, if they are read in parts */
    bool are_read;      /* no more are to be held */
    bool are_all;       /* there was room for all */
};

/*
 * Makes room for the ids of the documents up to number `newest`, in at most so many bytes, less than 4 GiB; for none if
 * their places alone would take half of them. The caller frees the names.
 */
struct document_names *document_names_open(int64_t newest, size_t room);
/* Frees the names, if there are any, and sets *names to NULL. */
void document_names_let_go(struct document_names **names);
/*
 * Holds the id of a document, unless its number is above `newest` or the id is longer than any that assay stores. False:
 * there is no room left.
 */
bool document_names_hold(struct document_names *names, int64_t document_id, struct bytes docid);
/* Returns the id of a document; empty if it is not held. Valid as long as the names. */
struct bytes document_names_find(const struct document_names *names, int64_t document_id);
