/*
 * Fills pools of candidates from runs and from search, in one transaction.
 *
 * All candidates are collected before anything is written. A search for ten thousand questions takes minutes, and a
 * transaction of that length would block all votes.
 */
#pragma once

#include "core/base/arena.h"
#include "core/metric/run.h"
#include "core/store/labelling/status.h"
#include "core/metric/run_rules.h"
#include "import/import.h"

struct searcher;

/* A run, or the search if `path` is NULL. */
struct pooling_source {
    const char *path;
    size_t depth;  /* take this many of the best documents of each question */
    bool is_whole; /* all documents become candidates, even where pools are full */
};

struct pooling_request {
    const struct pooling_source *sources;
    size_t n_sources;
    struct searcher *searcher; /* runs the search, if it is a source */
    int64_t size;              /* largest size of a pool; 0: no limit */
    struct run_rules rules;    /* changes to the documents of runs, made first */
    bool skip_unknown;         /* leave out documents and questions that the database does not have */
    int64_t now;               /* milliseconds since 1970-01-01 UTC */
    import_watch *watch;
    void *watch_context;
};

/* The outcome for a source. */
struct pooled_source {
    struct bytes name; /* name of the run file, or "search" */
    int64_t added;     /* new candidates that no earlier source names */
    int64_t shared;    /* new candidates that an earlier source names, too */
    int64_t same;      /* candidates that already existed */
    int64_t anew;      /* of these: had another rank or score from a source of the same name */
    int64_t left_out;  /* left out because pools were full */
    enum run_doubt doubt;
};

struct pooling_summary {
    struct pooled_source *sources;       /* in the order of the request */
    int64_t questions;                   /* questions whose pools have grown */
    int64_t added;                       /* candidates */
    struct unknown_ids unknown;          /* rows of runs left out (skip_unknown) */
    struct bytes unfound[LACKING_NAMED]; /* the first questions without a search result */
    size_t n_unfound; /* number of all such questions; only the first LACKING_NAMED are listed */
    struct lacking_questions lacking;
    struct progress before, after;
};

/*
 * Fuses the documents of all sources by reciprocal rank for each question: the sum of 1 / (60 + rank). Of equal sums,
 * the higher docid comes first. The best ones become candidates until the pool has `size`. Documents that are already
 * in the pool stay and get the new sources. A source that named a document before gets its new rank.
 *
 * Everything happens or nothing, as one import like those of import_files. Errors name the file. Nothing is written
 * while files are read and searches run, so others can vote meanwhile.
 */
MUST_CHECK bool pooling_fill(struct store *store, const struct pooling_request *request, struct arena *arena,
                             struct pooling_summary *summary, struct err *err);
