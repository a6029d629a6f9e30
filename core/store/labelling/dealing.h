/*
 * Dealing: which ballot an annotator gets next, and how long its work is theirs alone. All inside a transaction of
 * the caller.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_DEALING_H
#define ASSAY_CORE_STORE_LABELLING_DEALING_H

#include "core/base/err.h"
#include "core/store/labelling/dealer.h"

#include <stdbool.h>
#include <stdint.h>

struct store;

/*
 * The next ballot for an annotator, leased to them: the earliest one they left
 * open; else a new one of the question that they answered last; else one of the question with the
 * least labelling done, of equal ones the first in the order of dealing; else one they skipped as "later". None: nothing to do.
 * It is one of the chosen question as long as that has one open or new (*chosen = 0: none is chosen, or it has no more).
 */
bool store_take_next(struct store *store, const struct dealer *dealer, int64_t *chosen,
                     struct taken_ballot *taken, struct err *err) __attribute__((warn_unused_result));
/* The same among the ballots of one question; those skipped as "later" with `also_later` alone. */
bool store_take_ballot_of_question(struct store *store, const struct dealer *dealer, int64_t question_id,
                                   bool also_later, struct taken_ballot *taken, struct err *err)
    __attribute__((warn_unused_result));
/* Why nothing could be taken of a question that is there: always false, ERR_NO_BALLOT but for failures. */
bool store_explain_no_ballot(struct store *store, int64_t question_id, struct err *err);
/* Ends the lease of a ballot in the annotator's hands; it stays theirs to come back to. */
bool store_give_back(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
    __attribute__((warn_unused_result));
/* Leases a ballot in the annotator's hands anew; nothing when it is not, or another one holds its set by now. */
bool store_keep_lease(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
    __attribute__((warn_unused_result));
/* Ends the annotator's leases now; the ballots stay theirs to come back to. */
bool store_end_leases(struct store *store, int64_t annotator_id, int64_t now, struct err *err)
    __attribute__((warn_unused_result));

/*
 * Closes the glance in hand, which stays without an answer, and takes what comes now: another glance, if the dealer says of which
 * candidate; a ballot, if it says that there are no more glances of the question. In a transaction of the caller.
 */
bool store_leave_glance(struct store *store, const struct dealer *dealer, const struct taken_ballot *glance,
                        struct taken_ballot *taken, struct err *err) __attribute__((warn_unused_result));

#endif
