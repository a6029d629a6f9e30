/* Stores documents, questions and candidates, inside a transaction of the caller. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

/* A document or a question; a question has no title. */
struct item {
    struct bytes id;
    struct bytes title;
    struct bytes text;
    struct bytes fields; /* the other fields, as a JSON object; empty = none */
};

enum stored {
    STORED_NEW,
    STORED_SAME,     /* it was there with the same content */
    STORED_REPLACED, /* it was there with other content, which was replaced */
    STORED_CONFLICT, /* it is there with other content: nothing was changed */
    STORED_VOTED,    /* as STORED_CONFLICT under REPLACE_UNVOTED: votes saw that content */
};

/* The last two also replace content that votes saw; the import decides what happens to these votes. */
enum replacing { REPLACE_NOTHING, REPLACE_UNVOTED, REPLACE_KEEPING_VOTES, REPLACE_WITHDRAWING_VOTES };

/*
 * Store a document or a question. An import (imports.h) keeps the texts that it replaces, so that it can be undone.
 * Open ballots that show such a text are closed, because their annotators saw the earlier text.
 */
MUST_CHECK bool store_put_document(struct store *store, const struct item *item, enum replacing replacing,
                                   enum stored *stored, struct err *err);
MUST_CHECK bool store_put_question(struct store *store, const struct item *item, enum replacing replacing,
                                   enum stored *stored, struct err *err);
/*
 * Announce many items before they are put, so that they are looked up together: see query_prefetch (database/db.h). An
 * item that is put twice is prefetched once, because the second lookup must find the first. After the last item
 * store_drop_prefetched drops the answers that were not taken.
 */
void store_prefetch_document(struct store *store, struct bytes docid);
void store_prefetch_question(struct store *store, struct bytes qid);
void store_drop_prefetched(struct store *store);
/* Read the stored document or question with this id; copied into the arena. */
MUST_CHECK bool store_read_kept_document(struct store *store, struct bytes docid, struct arena *arena,
                                         struct item *kept, struct err *err);
MUST_CHECK bool store_read_kept_question(struct store *store, struct bytes qid, struct arena *arena,
                                         struct item *kept, struct err *err);
/* Count the votes that stand on a document, or on a question. */
MUST_CHECK bool store_count_document_votes(struct store *store, struct bytes docid, int64_t *votes,
                                           struct err *err);
MUST_CHECK bool store_count_question_votes(struct store *store, struct bytes qid, int64_t *votes,
                                           struct err *err);

/* The origin of a candidate: a run or a search that put the document into the pool of a question. */
struct candidate_origin {
    struct bytes source; /* its name */
    int64_t rank;        /* of the document in the source, from 1 */
    double score;        /* stored, but never compared: each source has its own scale */
};

/*
 * Puts a document into the pool of a question. A candidate that is there already gets one more source. If this source
 * gave it before, its rank and score are replaced (STORED_REPLACED); inside an import the earlier ones are kept, as
 * above.
 */
MUST_CHECK bool store_put_candidate(struct store *store, int64_t question_id, int64_t document_id,
                                    const struct candidate_origin *origin, enum stored *stored,
                                    struct err *err);
/* The first step of store_put_candidate, for callers that put candidates of several sources. */
MUST_CHECK bool store_add_candidate(struct store *store, int64_t question_id, int64_t document_id,
                                    bool *is_new, struct err *err);
/* The second step. STORED_NEW: the candidate did not have this source. */
MUST_CHECK bool store_put_origin(struct store *store, int64_t question_id, int64_t document_id,
                                 const struct candidate_origin *origin, enum stored *stored, struct err *err);
/* As store_prefetch_document, for the lookups of a candidate and of its origin. */
void store_prefetch_candidate(struct store *store, int64_t question_id, int64_t document_id);
void store_prefetch_origin(struct store *store, int64_t question_id, int64_t document_id,
                           struct bytes source);
MUST_CHECK bool store_has_candidate(struct store *store, int64_t question_id, int64_t document_id,
                                    bool *is_there, struct err *err);
