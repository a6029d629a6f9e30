/*
 * Chooses the next ballot of a question from its docket: first a ballot that others have and this annotator shall share;
 * otherwise a ballot that the question needs, by the dealing that is set. Also decides about ballots that were left open. Pure.
 */
#ifndef ASSAY_CORE_JUDGE_NEXT_BALLOT_H
#define ASSAY_CORE_JUDGE_NEXT_BALLOT_H

#include "core/judge/deal.h"
#include "core/judge/docket.h"

/* A set that others voted on and the annotator is to be asked, too (overlap.h); n_slots = 0: there is none. */
struct deal deal_shared(const struct docket *docket, const struct dealt_to *to);
/*
 * A ballot that the question needs; `pool` is the pool of the docket with all votes held now, and judged. With `stakes` (struct
 * deal_request) the ballot is dealt adaptively, to tell what is at stake, whatever is set. n_slots = 0: nothing.
 */
struct deal deal_needed(const struct docket *docket, const struct pool *pool, const struct dealt_to *to,
                        const double *stakes, struct arena *arena);
/* What is shared, else what is to be kept or dropped (glance.h), else what is needed. */
struct deal next_ballot(const struct docket *docket, const struct pool *pool, const struct dealt_to *to,
                        struct arena *arena);
/* For a judge: a set that others disagree on (adjudication.h). */
struct deal deal_contested(const struct docket *docket, const struct dealt_to *to);
/* Whether nothing is contested any more once that is judged. */
bool is_last_contested(const struct docket *docket, const struct dealt_to *to);

/*
 * Whether a ballot is still worth an answer though its lease has passed: nobody holds its set, and one of its documents is in need,
 * or others were asked the same. The pool is that without this ballot.
 */
bool ballot_is_wanted(const struct docket *docket, const struct pool *pool,
                      const struct docket_ballot *ballot, const struct dealt_to *to);
/* The same for a judge: it is what a judge would be asked. */
bool ballot_is_contested(const struct docket *docket, const struct docket_ballot *ballot,
                         const struct dealt_to *to);

#endif
