/*
 * Carries documents over to a new state of the collection. A document can get a new id, or leave the collection. Its
 * votes stay with it. All functions that write are called inside a transaction of the caller.
 *
 * A document that is no longer in the collection keeps its candidates and slots, because answers are on them. It is in
 * gone_document, and each query for a pool, labels or the collection leaves it out.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

struct carried_document {
    int64_t document_id;
    struct bytes docid;
    struct bytes title;
    struct bytes text;
    int64_t votes; /* that stand on it */
    bool is_judged;
    bool is_gone; /* an earlier carry did not find it in the collection */
};

typedef bool carried_visit(void *context, const struct carried_document *document, struct err *err);

/*
 * Visits every document in the order of import, including those that have left the collection; one is in memory at a
 * time.
 */
MUST_CHECK bool store_visit_carried(struct store *store, carried_visit *visit, void *context,
                                    struct err *err);
/* Replaces the content of the buffer by the document's text, or by its title if it has no text. */
MUST_CHECK bool store_read_document_text(struct store *store, int64_t document_id, struct buffer *text,
                                         struct err *err);

/* These numbers change when documents are imported or removed. */
struct documents_state {
    int64_t imports;
    int64_t documents;
};
MUST_CHECK bool store_get_documents_state(struct store *store, struct documents_state *state,
                                          struct err *err);
/* Whether nobody has imported anything since the last part of this import was committed. */
MUST_CHECK bool store_import_is_last(struct store *store, bool *is_last, struct err *err);

/* As store_begin_import, but this import can't be undone. */
MUST_CHECK bool store_begin_carry(struct store *store, struct bytes what, int64_t now, struct err *err);
/* Returns in `is_used` whether the document is in a pool or was judged: then it must not be deleted when it leaves. */
MUST_CHECK bool store_document_is_used(struct store *store, int64_t document_id, bool *is_used,
                                       struct err *err);
/* Deletes documents of which store_document_is_used says that they are not used. */
MUST_CHECK bool store_delete_unused_documents(struct store *store, const int64_t *document_ids, size_t n,
                                              struct err *err);
/*
 * Takes the document's id away, so that another document can get it, until one of the next two functions gives it a new
 * one. A document that a stopped carry has set aside stays so.
 */
MUST_CHECK bool store_set_document_aside(struct store *store, int64_t document_id, struct bytes docid,
                                         struct err *err);
/* Returns the id that the document had before it was set aside: its id, unless a stopped carry has set it aside. */
struct bytes store_former_id(struct bytes docid);
/* Gives the document this id, and marks it as part of the collection even if it had left. */
MUST_CHECK bool store_carry_document(struct store *store, int64_t document_id, struct bytes docid,
                                     struct err *err);
/*
 * Marks the document as gone: it is kept for its votes as "docid~gone", and nobody is asked about it any more. The docid
 * is the one that it had when it was visited.
 */
MUST_CHECK bool store_put_document_away(struct store *store, int64_t document_id, struct bytes docid,
                                        struct err *err);
/* Counts the documents that were put away. */
MUST_CHECK bool store_count_put_away(struct store *store, int64_t *n, struct err *err);
/* Returns in `was` whether a document with this id, title and text was put away under this id. */
MUST_CHECK bool store_was_put_away(struct store *store, struct bytes docid, struct bytes title,
                                   struct bytes text, bool *was, struct err *err);
/*
 * Makes the new document a candidate of all questions of which the old one is a candidate. `contained` is the share of
 * the old document that the new one contains. *candidates grows by the number of new candidates.
 */
MUST_CHECK bool store_inherit_candidates(struct store *store, int64_t old_document, int64_t new_document,
                                         double contained, int64_t *candidates, struct err *err);
