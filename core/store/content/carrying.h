/*
 * Carrying on: documents that stay what they are in a new state of the collection, under new ids, and those that go. Their
 * votes stay with them. All that writes is inside a transaction of the caller.
 *
 * A document that is no longer in the collection keeps its candidates and slots, because answers are on them. It
 * is in gone_document, and each query for a pool, labels or the collection leaves it out.
 */
#ifndef ASSAY_CORE_STORE_CONTENT_CARRYING_H
#define ASSAY_CORE_STORE_CONTENT_CARRYING_H

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
    bool is_gone; /* an earlier carry missed it */
};

typedef bool carried_visit(void *context, const struct carried_document *document, struct err *err);

/* Visits every document, also those that have gone, in the order of import; one is in memory at a time. */
bool store_visit_carried(struct store *store, carried_visit *visit, void *context, struct err *err)
    __attribute__((warn_unused_result));
/* Its text, or its title where it has none, in the place of what was in the buffer. */
bool store_read_document_text(struct store *store, int64_t document_id, struct buffer *text, struct err *err)
    __attribute__((warn_unused_result));

/* Other numbers when documents were imported or taken out meanwhile. */
struct documents_state {
    int64_t imports;
    int64_t documents;
};
bool store_get_documents_state(struct store *store, struct documents_state *state, struct err *err)
    __attribute__((warn_unused_result));

/* As store_begin_import; it can't be taken back. */
bool store_begin_carry(struct store *store, struct bytes what, int64_t now, struct err *err)
    __attribute__((warn_unused_result));
/* Whether it is in a pool, or was judged: then it must not be taken out when it goes. */
bool store_document_is_used(struct store *store, int64_t document_id, bool *is_used, struct err *err)
    __attribute__((warn_unused_result));
/* Takes its id away, so that others can have it, until one of the next two gives it another one. */
bool store_set_document_aside(struct store *store, int64_t document_id, struct err *err)
    __attribute__((warn_unused_result));
/* It is there under this id, whether it had gone or not. */
bool store_carry_document(struct store *store, int64_t document_id, struct bytes docid, struct err *err)
    __attribute__((warn_unused_result));
/* It has gone: it stays for its votes as "docid~gone", and nobody is asked about it any more. */
bool store_put_document_away(struct store *store, int64_t document_id, struct bytes docid, struct err *err)
    __attribute__((warn_unused_result));
/* How many were put away. */
bool store_count_put_away(struct store *store, int64_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* Whether a document of this id, title and text was put away under it. */
bool store_was_put_away(struct store *store, struct bytes docid, struct bytes title, struct bytes text,
                        bool *was, struct err *err) __attribute__((warn_unused_result));
/*
 * The new document becomes a candidate of all questions that the old one is one of. `contained`: how much of the old one is
 * in it. *candidates grows by those that it was not yet.
 */
bool store_inherit_candidates(struct store *store, int64_t old_document, int64_t new_document,
                              double contained, int64_t *candidates, struct err *err)
    __attribute__((warn_unused_result));

#endif
