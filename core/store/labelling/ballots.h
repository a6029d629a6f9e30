/*
 * For core/store alone: the rows of ballots. A ballot is dealt with its slots and a lease. An answer closes it; when
 * the answer is withdrawn, the ballot is open again.
 */
#pragma once

#include "core/base/err.h"
#include "core/store/database/db.h"
#include "core/store/labelling/dealer.h"

struct offer;
struct store;

/* A ballot that is dealt now. */
struct new_ballot {
    int64_t ballot_id;
    const struct offer *offer;
    const struct dealer *dealer;
};

MUST_CHECK bool ballot_add(struct store *store, const struct new_ballot *ballot, struct err *err);
/* Binds the columns of the ballot's row and its documents to ten parameters, from `first` on. */
void ballot_bind(struct query *query, int first, const struct new_ballot *ballot);
/* Adds the documents of a ballot that was just added, by position. */
MUST_CHECK bool ballot_add_slots(struct store *store, int64_t ballot_id, const int64_t *document_ids,
                                 size_t n, struct err *err);
/* Leases an open ballot; does nothing if it was answered meanwhile. */
MUST_CHECK bool ballot_lease(struct store *store, int64_t ballot_id, int64_t until, struct err *err);
/*
 * Reopens a ballot whose answer was withdrawn, and leases it to the annotator; does nothing if it has another answer.
 * On a server the function that withdraws the answer has done this already.
 */
MUST_CHECK bool ballot_reopen(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                              struct err *err);
/* Closes the ballot: nobody is asked it again unless its answer is withdrawn. */
MUST_CHECK bool ballot_close(struct store *store, int64_t ballot_id, struct err *err);
