/*
 * For this folder alone: reads the votes that are held (held_votes.h), all at once or a part at a time.
 */
#ifndef ASSAY_CORE_STORE_VOTES_HELD_VOTES_READING_H
#define ASSAY_CORE_STORE_VOTES_HELD_VOTES_READING_H

#include "core/base/err.h"
#include "core/store/votes/standing.h"

struct held_votes;
struct votes_holding;

/*
 * A part at a time, for live scores: the votes up to answer number `last` are held. Votes withdrawn meanwhile may or may not be
 * held.
 */
bool votes_holding_open(struct votes_holding **out, struct store *store, int64_t last, struct err *err)
    __attribute__((warn_unused_result));
/* NULL is fine. */
void votes_holding_close(struct votes_holding *holding);
/* Reads the next ones, as many as take about a millisecond. *are_read: those that are to be held are. */
bool votes_holding_read(struct votes_holding *holding, bool *are_read, struct err *err)
    __attribute__((warn_unused_result));
/* The held votes, while the holding is open. */
const struct held_votes *votes_holding_held(const struct votes_holding *holding);

/* All of them, while `visit` reads them, for the rest of the caller's reading: store->votes. */
bool votes_hold(struct store *store, standing_reading *visit, struct err *err)
    __attribute__((warn_unused_result));

#endif
