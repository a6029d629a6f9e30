/*
 * Adjudication: where annotators disagree, one annotator (the judge) decides. A vote decides between its choice, a
 * document or none, and everything else on the ballot, including none. Two annotators disagree on a pair if one
 * decided it one way and another the other way, on any ballots. Pure.
 *
 * The judge gets sets that the others voted on, those with the most contested pairs first. Any answer of the judge
 * settles each pair of the set, so nobody is asked forever.
 */
#pragma once

#include "core/judge/docket.h"

/*
 * Returns the set of the others' ballots with the most pairs that are contested and not settled. NULL if no set has
 * any. Controls do not count, nor do ballots with a document that was removed.
 */
const struct slot_set *adjudication_choose(const struct docket *docket, int64_t judge_id);

/* Returns how many sets the judge will get until nothing is contested. Any answer settles a set. */
size_t adjudication_count(const struct docket *docket, int64_t judge_id);
