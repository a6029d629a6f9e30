/*
 * Glances: a question begins with its pool, and the annotator keeps or drops one candidate after the other by its title and its best
 * passage. A glance is an answer to a ballot of that candidate alone (CONTROL_GLANCE): no vote and no impression. In Luce's
 * model it is the answer of a weak rater, who says more by a drop than by a keep (luce_rater_of_glances), so that adaptive
 * dealing rarely asks for what was dropped.
 *
 * One drop in ten is checked: dealing acts as if nothing had been said of the candidate. So wrong drops are found. Which
 * ones are checked follows from the setting `seed` and the numbers of question and ballot, and nobody is told.
 *
 * Glances are asked before the first vote on a question, of one annotator, where dealing is adaptive and the pool is large
 * enough for them to save time. Pure.
 */
#ifndef ASSAY_CORE_JUDGE_GLANCE_H
#define ASSAY_CORE_JUDGE_GLANCE_H

#include "core/judge/deal.h"
#include "core/judge/docket.h"

enum {
    GLANCE_POOL_MIN = 8,    /* smaller pools are asked as fast by ballots */
    GLANCES_KNOWN_MIN = 60, /* before that many it is not known whether glances save time */
};
/* Where more of the candidates are kept, the pools are dense, and glances cost what they save. */
#define GLANCES_KEPT_MAX 0.65

/* Whether glances of the question are asked of this annotator at all: before any vote, of nobody else. */
bool glances_are_wanted(const struct docket *docket, const struct dealt_to *to);
/* The candidate that comes next, by its prior; n_slots = 0: there is none. */
struct deal glance_next(const struct docket *docket, const struct dealt_to *to);
/* Whether glances save time where so many of the last ones kept their candidate. */
bool glances_save_time(int64_t kept, int64_t glances);

#endif
