/*
 * Adjudication: where annotators disagree, one of them decides. A vote decides between what it chose, a document or none, and
 * all else that stood on the ballot, none included. Two annotators disagree on a pair when one decided it the one way and
 * another one the other way, on whatever ballots. Pure.
 *
 * The judge is asked sets that the others voted on, the ones with the most contested pairs first, and what they answered to
 * settles each pair that stood on it, whatever they chose: nobody is asked forever.
 */
#ifndef ASSAY_CORE_JUDGE_ADJUDICATION_H
#define ASSAY_CORE_JUDGE_ADJUDICATION_H

#include "core/judge/docket.h"

/*
 * The set of the others that has the most pairs on it which are contested and not settled; NULL: none has any. Ballots with a
 * document that is gone count as little as controls.
 */
const struct slot_set *adjudication_choose(const struct docket *docket, int64_t judge_id);

/* How many sets the judge will be asked until nothing is contested: what they answer settles it, whatever that is. */
size_t adjudication_count(const struct docket *docket, int64_t judge_id);

#endif
