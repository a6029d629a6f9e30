/*
 * For this folder alone: decides which ballot an annotator gets next before anything is written, and then writes the
 * decision.
 */
#pragma once

#include "core/store/labelling/offering.h"
#include "core/store/rows.h"

struct deal_decision {
    struct kept_ballot kept; /* an existing ballot to take up again; ballot_id = 0: none, … */
    struct offer offer;      /* … but this new one; n_slots = 0: there is nothing to do */
    int64_t *closed;         /* open ballots that are no longer wanted */
    size_t n_closed;
};

/*
 * Decides about the next ballot, of the chosen question as long as it has one open or new (*chosen = 0: it has no
 * more).
 */
MUST_CHECK bool decide_next(struct labelling_step *step, int64_t *chosen, struct deal_decision *decision,
                            struct err *err);
/*
 * Write a decision in two parts, in this order, with an answer between them. Adding a new ballot may have to wait for
 * another one with the same number, and should do so before anything is locked. decision_new returns the new ballot
 * that the caller must add (NULL: none). *taken becomes the ballot in hand; ballot_id = 0: there is nothing to do.
 */
const struct offer *decision_new(struct labelling_step *step, const struct deal_decision *decision,
                                 struct taken_ballot *taken);
MUST_CHECK bool decision_put_kept(struct labelling_step *step, const struct deal_decision *decision,
                                  struct taken_ballot *taken, struct err *err);
/* Decides and writes, without an answer. */
MUST_CHECK bool decision_take(struct labelling_step *step, int64_t *chosen, struct taken_ballot *taken,
                              struct err *err);
