/*
 * Dealing: decides which ballot an annotator gets next, and how long it is reserved for them. All inside a transaction
 * of the caller.
 */
#pragma once

#include "core/base/err.h"
#include "core/store/labelling/dealer.h"

#include <stdbool.h>
#include <stdint.h>

struct store;

/*
 * Takes the next ballot for an annotator and leases it to them. It tries in this order: the first ballot that they left
 * open; a new one of the question that they answered last; one of the question with the least labelling done, of equal
 * ones the first in the order of dealing; a ballot that they skipped as "later". ballot_id = 0: there is nothing to do.
 * With *chosen, the ballot is from this question as long as it has one open or new (*chosen = 0: no question is chosen,
 * or it has no more).
 */
MUST_CHECK bool store_take_next(struct store *store, const struct dealer *dealer, int64_t *chosen,
                                struct taken_ballot *taken, struct err *err);
/* The same among the ballots of one question; ballots skipped as "later" only with `also_later`. */
MUST_CHECK bool store_take_ballot_of_question(struct store *store, const struct dealer *dealer,
                                              int64_t question_id, bool also_later,
                                              struct taken_ballot *taken, struct err *err);
/*
 * Sets the error that says why nothing could be taken of an existing question: ERR_NO_BALLOT, unless reading fails.
 * Returns false.
 */
bool store_explain_no_ballot(struct store *store, int64_t question_id, struct err *err);
/* Ends the lease of a ballot in the annotator's hands; it stays open for them. */
MUST_CHECK bool store_give_back(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                                struct err *err);
/*
 * Renews the lease of a ballot in the annotator's hands; does nothing if it is not open, or if another annotator holds
 * the same documents now.
 */
MUST_CHECK bool store_keep_lease(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                                 struct err *err);
/* Ends the annotator's leases now; the ballots stay open for them. */
MUST_CHECK bool store_end_leases(struct store *store, int64_t annotator_id, int64_t now, struct err *err);

/*
 * Closes the glance in hand without an answer, and takes the next ballot: another glance, if the dealer names its
 * candidate; a ballot, if the dealer says that the question needs no more glances. In a transaction of the caller.
 */
MUST_CHECK bool store_leave_glance(struct store *store, const struct dealer *dealer,
                                   const struct taken_ballot *glance, struct taken_ballot *taken,
                                   struct err *err);
