/*
 * Overlap: a share of the ballots goes to more than one annotator, which shows how far they agree. Each of them gets the same
 * documents in another order. Pure.
 *
 * Which ballots are shared is drawn from the question and the ballot's number in it, the same for everybody and at any time:
 * nothing has to be kept, and a share that is set later holds for the ballots of before, too. A ballot is shared once
 * somebody has voted on it, and asked of who comes: nothing waits for an annotator who never does.
 *
 * Which ballots are shared is drawn from the numbers of question and ballot, with a seed of its own, and stored
 * nowhere. If you change how it is drawn, it changes for every database. Which ballots are contested follows from
 * the votes in the same way.
 */
#ifndef ASSAY_CORE_JUDGE_OVERLAP_H
#define ASSAY_CORE_JUDGE_OVERLAP_H

#include "core/judge/docket.h"

/* "0.1", "0.1x3": a tenth of the ballots, of three annotators. False: it is none. */
bool overlap_parse(struct bytes text, struct overlap *overlap) __attribute__((warn_unused_result));
/* Whether the ballot of this number in the question is one of those. */
bool overlap_has(const struct overlap *overlap, int64_t question_id, int64_t deal);

/* Whether one of the question's first `deals` ballots is: where none is there is nothing to look for. */
bool overlap_has_any(const struct overlap *overlap, int64_t question_id, int64_t deals);

/* The first of the sets that the annotator is to be asked because others were; NULL: none. */
const struct slot_set *overlap_choose(const struct docket *docket, int64_t annotator_id, int64_t now);
/* Whether the set of this ballot is one of those, as if the ballot were not there. */
bool overlap_wants(const struct docket *docket, int64_t annotator_id, int64_t now,
                   const struct docket_ballot *ballot);

#endif
