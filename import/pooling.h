/*
 * Pools of candidates from runs and from search, in one transaction.
 *
 * What a pool is filled with is collected before anything is written: a search for ten thousand questions takes
 * minutes, and nobody could vote during such a transaction.
 */
#ifndef ASSAY_IMPORT_POOLING_H
#define ASSAY_IMPORT_POOLING_H

#include "core/base/arena.h"
#include "core/metric/run.h"
#include "core/store/labelling/status.h"
#include "core/metric/run_rules.h"
#include "import/import.h"

struct searcher;

/* A run, or with `path` NULL the search. */
struct pooling_source {
    const char *path;
    size_t depth;  /* its best documents of each question that are taken */
    bool is_whole; /* all of them become candidates, also where pools are full */
};

struct pooling_request {
    const struct pooling_source *sources;
    size_t n_sources;
    struct searcher *searcher; /* for the source that is the search */
    int64_t size;              /* how large a pool may become; 0: as large as it gets */
    struct run_rules rules;    /* by which documents of runs are changed before */
    bool skip_unknown;         /* documents and questions that are not in the database are left out */
    int64_t now;               /* milliseconds since 1970-01-01 UTC */
    import_watch *watch;
    void *watch_context;
};

/* What became of a source. */
struct pooled_source {
    struct bytes name; /* of the run file; "search" */
    int64_t added;     /* new candidates that it names, and none before it; … */
    int64_t shared;    /* … and those that one before it names, too */
    int64_t same;      /* candidates that were there */
    int64_t anew;      /* of those: that had another rank or score in a source of its name */
    int64_t left_out;  /* pools were full */
    enum run_doubt doubt;
};

struct pooling_summary {
    struct pooled_source *sources;       /* in the order of the request */
    int64_t questions;                   /* whose pools have grown */
    int64_t added;                       /* candidates */
    struct unknown_ids unknown;          /* rows of runs left out (skip_unknown) */
    struct bytes unfound[LACKING_NAMED]; /* the first questions that search has found nothing for */
    size_t n_unfound;                    /* all of them; the first LACKING_NAMED are named */
    struct lacking_questions lacking;
    struct progress before, after;
};

/*
 * Each question's documents of all sources are fused by reciprocal rank: the sum of 1 / (60 + rank), the higher docid
 * first where sums are equal. The best ones become candidates until the pool has `size`; those that are in it already
 * stay, whatever they are, and get the new sources. A source that had named a document before has its new rank.
 *
 * All or nothing, and an import as those of import_files. Errors name the file. Nothing is written while files are read and
 * searches run, so others can vote.
 */
bool pooling_fill(struct store *store, const struct pooling_request *request, struct arena *arena,
                  struct pooling_summary *summary, struct err *err) __attribute__((warn_unused_result));

#endif
