/*
 * Chooses the next ballot of a question from its docket. A ballot that this annotator shall share with others comes
 * first, then a ballot that the question needs, by the configured dealing. Also decides about ballots that were
 * left open. Pure.
 */
#pragma once

#include "core/judge/deal.h"
#include "core/judge/docket.h"

/* Returns a set that others voted on and that the annotator shall get, too (overlap.h); n_slots = 0: there is none. */
struct deal deal_shared(const struct docket *docket, const struct dealt_to *to);
/*
 * Returns a ballot that the question needs. `pool` is the judged pool of the docket with all votes and all held
 * ballots. With `stakes` (struct deal_request) the ballot is dealt adaptively, whatever is configured, to determine
 * the quantity at stake. n_slots = 0: nothing is needed.
 */
struct deal deal_needed(const struct docket *docket, const struct pool *pool, const struct dealt_to *to,
                        const double *stakes, struct arena *arena);
/* Returns a shared ballot, else a glance (glance.h), else a needed ballot. */
struct deal next_ballot(const struct docket *docket, const struct pool *pool, const struct dealt_to *to,
                        struct arena *arena);
/* For a judge: returns a set that others disagree on (adjudication.h). */
struct deal deal_contested(const struct docket *docket, const struct dealt_to *to);
/* Returns whether the next contested set is the last one. */
bool is_last_contested(const struct docket *docket, const struct dealt_to *to);

/*
 * Returns whether a ballot is still worth an answer after its lease has ended: all its documents are candidates, nobody
 * holds its set, and one of the documents needs something or the set is shared. `pool` is the pool without this ballot.
 */
bool ballot_is_wanted(const struct docket *docket, const struct pool *pool,
                      const struct docket_ballot *ballot, const struct dealt_to *to);
/* The same for a judge: returns whether the judge would get this ballot. */
bool ballot_is_contested(const struct docket *docket, const struct docket_ballot *ballot,
                         const struct dealt_to *to);
