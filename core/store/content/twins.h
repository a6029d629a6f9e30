/*
 * Twins: documents of the same title and text, byte for byte. In each pool one of them is the candidate for all: the others
 * are not asked about any more, votes on them are votes on it, and its label is theirs, also of those that are in no pool.
 * No answer and no sum is changed by it, so it can be undone.
 *
 * A ballot that shows several of them is one impression, and one win when one of them was chosen. A candidate that comes in
 * later joins its twins that are known; new documents are looked at when twins are merged again. One whose text is replaced is
 * nobody's twin.
 *
 * Votes on a candidate that another one stands for stay on it, in the answers. All of them share their votes: code that counts
 * impressions and wins counts votes by candidates (votes.h), and asks twins_add_tallies; code that reads slots takes
 * {slot_candidate} (queries.sql) in the place of the document; code that asks for a pool asks pooled_candidate; a docket
 * (core/judge/docket.h) has candidates in the place of documents.
 */
#ifndef ASSAY_CORE_STORE_CONTENT_TWINS_H
#define ASSAY_CORE_STORE_CONTENT_TWINS_H

#include "core/base/arena.h"
#include "core/base/err.h"

#include <stddef.h>
#include <stdint.h>

struct store;
struct tally;

struct twin_counts {
    int64_t documents;  /* that are word for word as another one */
    int64_t candidates; /* that another one stands for */
    int64_t pools;      /* that have such ones */
};

/* Inside a transaction of the caller, as the next one. Documents without text are nobody's twins. */
bool store_merge_twins(struct store *store, struct twin_counts *counts, struct err *err)
    __attribute__((warn_unused_result));
/* Every candidate stands for itself again; *counts: what there was. */
bool store_split_twins(struct store *store, struct twin_counts *counts, struct err *err)
    __attribute__((warn_unused_result));

/* For the files of core/store: */

/* Marks the questions with the document, whose needs must be recomputed because the document is about to get another text. */
bool twins_note_unsettled(struct store *store, int64_t document_id, struct err *err)
    __attribute__((warn_unused_result));
/* The candidate is new: it joins its twins in the pool. */
bool twins_join(struct store *store, int64_t question_id, int64_t document_id, struct err *err)
    __attribute__((warn_unused_result));
/* Whether twins were merged. */
bool twins_find_any(struct store *store, bool *any, struct err *err) __attribute__((warn_unused_result));
/* That this is going to be asked, as query_foresee. */
void twins_foresee_any(struct store *store);
/* Adds to the tallies of a pool's candidates those of their twins, which are the same; they stand behind them. */
bool twins_add_tallies(struct store *store, int64_t question_id, struct arena *arena, struct tally **tallies,
                       size_t *n, struct err *err) __attribute__((warn_unused_result));
/* That this is going to be done, as query_foresee. */
void twins_foresee(struct store *store, int64_t question_id);

#endif
