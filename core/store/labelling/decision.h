/*
 * For this folder alone: which ballot an annotator gets next, decided before anything is written, and then written.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_DECISION_H
#define ASSAY_CORE_STORE_LABELLING_DECISION_H

#include "core/store/labelling/offering.h"
#include "core/store/rows.h"

struct deal_decision {
    struct kept_ballot kept; /* that is taken up again; ballot_id = 0: none, … */
    struct offer offer;      /* … and this one is new; n_slots = 0: there is nothing to do */
    int64_t *closed;         /* ballots that were left open and are not wanted any more */
    size_t n_closed;
};

/* The next ballot, of the chosen question as long as it has one open or new (*chosen = 0: it has no more). */
bool decide_next(struct labelling_step *step, int64_t *chosen, struct deal_decision *decision,
                 struct err *err) __attribute__((warn_unused_result));
/*
 * Two parts in this order, with an answer between the two: a new ballot may have to wait for another one of the same number, which should
 * be when nothing is locked yet. *taken is what is in hand then; ballot_id = 0: there is nothing to do. The new one is to be added, if
 * there is one (NULL).
 */
const struct offer *decision_new(struct labelling_step *step, const struct deal_decision *decision,
                                 struct taken_ballot *taken);
bool decision_put_kept(struct labelling_step *step, const struct deal_decision *decision,
                       struct taken_ballot *taken, struct err *err) __attribute__((warn_unused_result));
/* Decides, and writes it: without an answer. */
bool decision_take(struct labelling_step *step, int64_t *chosen, struct taken_ballot *taken, struct err *err)
    __attribute__((warn_unused_result));

#endif
