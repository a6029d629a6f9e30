/*
 * Carries votes over to a new state of the collection. It finds what became of each document of the database and writes
 * the result. A document whose content is the same keeps its votes under its new id.
 */
#pragma once

#include "core/match/matching.h"
#include "core/store/content/carrying.h"
#include "import/import.h"

struct carry_request {
    const char *const *documents; /* files of the new state, with all of its documents */
    size_t n_documents;
    struct item_mapping *mapping;   /* what the user says about the fields; NULL: nothing */
    const struct import_plan *plan; /* lends the files that it holds open; NULL: no plan */
    double alike; /* least similarity of texts that count as the same; 1: only white space may differ */
    /* A document that contains text of an old candidate becomes a candidate of the same questions. */
    bool queue;
    int64_t now;        /* milliseconds since 1970-01-01 UTC */
    struct clock clock; /* tells when later parts begin; {0}: there is only one part */
    import_watch *watch;
    void *watch_context;
};

/* {0} is empty and safe to release. */
struct carrying {
    struct match_state before, after; /* documents of the database, documents of the files */
    struct match_overlaps overlaps;   /* between documents that are not the same, in any order */
    int64_t *document_ids;            /* ids of the documents in `before`, ascending */
    size_t n_document_ids, document_ids_capacity;
    struct documents_state state; /* state of the database when it was read */
};

void carrying_release(struct carrying *carrying);

/*
 * Finds what became of each document; writes nothing. It reads the files twice and the texts of the database up to
 * three times. Only ids, digests and a sample of the changed texts stay in memory. ERR_INPUT also: two documents of the
 * files have the same id.
 */
MUST_CHECK bool carrying_find(struct store *store, const struct carry_request *request,
                              struct carrying *carrying, struct err *err);

struct carry_summary {
    int64_t renamed;       /* documents that continue under another id */
    int64_t replaced;      /* continuing documents with a new text or other new fields */
    int64_t added;         /* new documents */
    int64_t removed;       /* documents that were deleted, because nothing referred to them */
    int64_t put_away;      /* documents that left but stay stored, because something refers to them */
    int64_t votes_carried; /* votes on documents that continue */
    int64_t votes_left;    /* votes on documents that left in this carry */
    int64_t candidates;    /* candidates that were queued */
};

/*
 * Writes what carrying_find found, in parts (store_continue_import). If a later part fails, the parts before it stay: a
 * database that is partly carried is sound, and finding and writing again completes it. ERR_INPUT: the documents of the
 * database or the files have changed since carrying_find.
 */
MUST_CHECK bool carrying_write(struct store *store, const struct carry_request *request,
                               struct carrying *carrying, struct carry_summary *summary, struct err *err);
