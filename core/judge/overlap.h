/*
 * Overlap: a share of the ballots goes to more than one annotator, which shows how well they agree. Each annotator
 * gets the same documents in another order. Pure.
 *
 * Which ballots are shared is drawn from the numbers of question and ballot, with a seed of its own, and stored
 * nowhere. It is the same for everybody at any time, and a share that is set later also holds for earlier ballots.
 * If you change how it is drawn, it changes for every database. A ballot is shared once somebody has voted on it.
 * The next annotators who come get it, so nothing waits for an annotator who never comes. Which ballots are
 * contested follows from the votes in the same way.
 */
#pragma once

#include "core/judge/docket.h"

/* Reads "0.1" or "0.1x3": a tenth of the ballots, each for three annotators. Returns false if it is neither. */
MUST_CHECK bool overlap_parse(struct bytes text, struct overlap *overlap);
/* Returns whether the ballot of this number in the question is shared. */
bool overlap_has(const struct overlap *overlap, int64_t question_id, int64_t deal);

/* Returns whether any of the question's first `deals` ballots is shared. If not, there is nothing to look for. */
bool overlap_has_any(const struct overlap *overlap, int64_t question_id, int64_t deals);

/* Returns the first shared set that the annotator shall get because others voted on it; NULL: none. */
const struct slot_set *overlap_choose(const struct docket *docket, int64_t annotator_id, int64_t now);
/* Returns whether the set of this ballot is such a set, as if the ballot did not exist. */
bool overlap_wants(const struct docket *docket, int64_t annotator_id, int64_t now,
                   const struct docket_ballot *ballot);
