/*
 * Twins: documents with the same title and text, byte for byte. In each pool one of them is the candidate for all.
 * Nobody is asked about the others any more. Votes on them count as votes on the candidate, and they share its label,
 * even if they are in no pool. Merging twins changes no answer and no sum, so it can be undone.
 *
 * A ballot that shows several twins is one impression, and one win if one of them was chosen. A candidate that is added
 * later joins its known twins. New documents are compared when twins are merged again. A document whose text is
 * replaced is no longer a twin. If it represented others, or its candidate is removed, the first of them represents the
 * rest (triggers.sql).
 *
 * In the answers, votes stay on the document that was shown. All twins share their votes: code that counts impressions
 * and wins counts votes by candidate (votes.h), and calls twins_add_tallies; code that reads slots uses
 * {slot_candidate} (queries.sql) in the place of the document; code that reads a pool uses pooled_candidate; a docket
 * (core/judge/docket.h) has candidates in the place of documents.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

#include <stddef.h>
#include <stdint.h>

struct store;
struct tally;

struct twin_counts {
    int64_t documents;  /* that are identical to another one */
    int64_t candidates; /* that another candidate stands for */
    int64_t pools;      /* that have such candidates */
};

/*
 * Finds and merges all twins. This and the next function are called inside a transaction of the caller. A document
 * without text has no twins.
 */
MUST_CHECK bool store_merge_twins(struct store *store, struct twin_counts *counts, struct err *err);
/* Undoes the merge: every candidate stands for itself again. *counts: what was merged before. */
MUST_CHECK bool store_split_twins(struct store *store, struct twin_counts *counts, struct err *err);

/* For the files of core/store: */

/* Call it for a document that became a candidate of these questions: it joins its twins in their pools. */
MUST_CHECK bool twins_join(struct store *store, int64_t first_question, int64_t last_question,
                           int64_t document_id, struct err *err);
/* Returns in `any` whether twins were merged. */
MUST_CHECK bool twins_find_any(struct store *store, bool *any, struct err *err);
/* Announces twins_find_any, as query_prefetch. */
void twins_prefetch_any(struct store *store);
/* Adds, after the tallies of a pool's candidates, equal tallies for their twins. */
MUST_CHECK bool twins_add_tallies(struct store *store, int64_t question_id, struct arena *arena,
                                  struct tally **tallies, size_t *n, struct err *err);
/* Announces twins_add_tallies, as query_prefetch. */
void twins_prefetch(struct store *store, int64_t question_id);
