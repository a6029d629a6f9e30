/* For this folder alone: reads the votes to be held (held_votes.h), all at once or in parts. */
#pragma once

#include "core/base/err.h"
#include "core/store/votes/standing.h"

struct held_votes;
struct votes_holding;

/*
 * Begins reading in parts, for live scores: the votes up to answer number `last`. Votes withdrawn meanwhile may or may
 * not be held.
 */
MUST_CHECK bool votes_holding_open(struct votes_holding **out, struct store *store, int64_t last,
                                   struct err *err);
/* Frees it; NULL is allowed. */
void votes_holding_close(struct votes_holding *holding);
/* Reads the next part, which takes about a millisecond. *are_read: all votes to be held are read. */
MUST_CHECK bool votes_holding_read(struct votes_holding *holding, bool *are_read, struct err *err);
/* Returns the held votes, valid while the holding is open. */
struct held_votes *votes_holding_held(const struct votes_holding *holding);

/* Reads all votes through `visit`, and holds them in store->votes for the rest of the caller's reading. */
MUST_CHECK bool votes_hold(struct store *store, standing_reading *visit, struct err *err);
