/*
 * Carrying on: what became of a database's documents in a new state of the collection, and writing that: documents that
 * are the same, by what is in them, keep their votes under their new ids.
 */
#ifndef ASSAY_IMPORT_CARRYING_H
#define ASSAY_IMPORT_CARRYING_H

#include "core/match/matching.h"
#include "core/store/content/carrying.h"
#include "import/import.h"

struct carry_request {
    const char *const *documents; /* the files of the new state: all of its documents */
    size_t n_documents;
    struct item_mapping *mapping;   /* what is said of their fields; NULL: nothing */
    const struct import_plan *plan; /* lends the files that it holds open; NULL: there are none */
    double alike; /* how much alike texts must be to count as the same; 1: but for white space */
    bool queue;   /* what has text of old candidates becomes a candidate of their questions */
    int64_t now;  /* milliseconds since 1970-01-01 UTC */
    import_watch *watch;
    void *watch_context;
};

/* {0} is empty and safe to release. */
struct carrying {
    struct match_state before, after; /* the documents of the database, and those of the files */
    struct match_overlaps overlaps;   /* of those that are not the same */
    int64_t *document_ids;            /* of those before: ascending */
    size_t n_document_ids, document_ids_capacity;
    struct documents_state state; /* of the database, when it was read */
};

void carrying_release(struct carrying *carrying);

/*
 * Finds what became of each document; writes nothing. The files are read twice, the texts of the database up to three
 * times: what stays in memory are ids, digests, and a sample of what is in texts that changed. ERR_INPUT also: two
 * documents of the files have one id.
 */
bool carrying_find(struct store *store, const struct carry_request *request, struct carrying *carrying,
                   struct err *err) __attribute__((warn_unused_result));

struct carry_summary {
    int64_t renamed;       /* documents that go on under another id */
    int64_t replaced;      /* … whose text or other fields are new, too */
    int64_t added;         /* documents that entered */
    int64_t removed;       /* that went, and nothing stood on them */
    int64_t put_away;      /* that went, and stay for what stands on them */
    int64_t votes_carried; /* on documents that go on */
    int64_t votes_left;    /* on documents that went now */
    int64_t candidates;    /* that were queued */
};

/*
 * Writes what was found, all of it or nothing. ERR_INPUT: documents of the database, or the files, have changed since
 * carrying_find.
 */
bool carrying_write(struct store *store, const struct carry_request *request, struct carrying *carrying,
                    struct carry_summary *summary, struct err *err) __attribute__((warn_unused_result));

#endif
