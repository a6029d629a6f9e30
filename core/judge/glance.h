/*
 * Glances: a question begins with its pool. The annotator keeps or drops one candidate after the other by its title
 * and its best passage. A glance is an answer to a ballot of that candidate alone (CONTROL_GLANCE), neither a vote
 * nor an impression. In Luce's model it is the answer of a weak rater whose drops say more than the keeps
 * (luce_rater_of_glances). So adaptive dealing rarely asks for dropped candidates.
 *
 * One drop in ten is checked: dealing ignores it, so that wrong drops are found. The setting `seed` and the numbers
 * of question and ballot determine which drops are checked. Nobody is told.
 *
 * Glances are asked before the first vote on a question, of one annotator, if dealing is adaptive and the pool is
 * large enough for them to save time. Pure.
 */
#pragma once

#include "core/judge/deal.h"
#include "core/judge/docket.h"

enum {
    GLANCE_POOL_MIN = 8,    /* smaller pools take no longer with ballots alone */
    GLANCES_KNOWN_MIN = 60, /* with fewer it is not known whether glances save time */
};
/* If a larger share of the candidates is kept, the pools are dense, and glances cost as much as they save. */
#define GLANCES_KEPT_MAX 0.65

/*
 * Returns whether this annotator gets glances of the question: only before any vote, and only if nobody else has
 * begun.
 */
bool glances_are_wanted(const struct docket *docket, const struct dealt_to *to);
/* Returns the glance at the next candidate, by prior; n_slots = 0: there is none. */
struct deal glance_next(const struct docket *docket, const struct dealt_to *to);
/* Returns whether glances save time if `kept` of the last `glances` kept their candidate. */
bool glances_save_time(int64_t kept, int64_t glances);
