/* Updates the number of ballots that questions need after their candidates, votes or settings have changed. */
#pragma once

#include "core/base/err.h"

#include <stddef.h>
#include <stdint.h>

struct query;
struct store;

/* Marks the question: its needs must be recomputed before this transaction ends. */
void question_note_unsettled(struct store *store, int64_t question_id);
/* Marks the questions whose numbers are the only column of the query, and ends it. */
MUST_CHECK bool questions_note_found(struct store *store, struct query *query, struct err *err);
/* Returns how many questions are marked. */
size_t questions_count_unsettled(struct store *store);
/*
 * On a server: waits for those who vote on the marked questions, and lets nobody else vote on them until the transaction
 * ends. Call it before votes are added to several questions: a vote also locks the sums of its question, which are
 * shared with other questions, and a session that is counting on them would wait for this one, and this one for it.
 */
MUST_CHECK bool questions_lock_unsettled(struct store *store, struct err *err);
/*
 * Recomputes the slots and impressions that all questions need, and marks all. Call it in the transaction that removed
 * candidates or changed ballot_size or impressions.
 */
MUST_CHECK bool store_refresh_targets(struct store *store, size_t ballot_size, int64_t impressions,
                                      struct err *err);
/* The same only for the marked questions: those that got candidates or received answers in this transaction. */
MUST_CHECK bool store_refresh_unsettled_targets(struct store *store, size_t ballot_size, int64_t impressions,
                                                struct err *err);
/* Recomputes the ballots that the marked questions need, once these have their targets and places; none is marked then. */
MUST_CHECK bool questions_settle_unsettled(struct store *store, struct err *err);
