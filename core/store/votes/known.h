/* For this folder alone: the relevance of a question's candidates, as their votes say it. */
#ifndef ASSAY_CORE_STORE_VOTES_KNOWN_H
#define ASSAY_CORE_STORE_VOTES_KNOWN_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/relevance.h"

struct store;

/* The votes of a question will be read: see query_foresee (database/db.h). */
void known_foresee(struct store *store, int64_t question_id);
/*
 * Estimates the relevance of all candidates of a question, as the setting says. `votes` becomes those that it was estimated of,
 * by number of the tallies, in the arena; none where wins and impressions say it.
 */
bool known_estimate(struct store *store, int64_t question_id, struct tally *tallies, size_t n,
                    struct arena *arena, struct luce_question *votes, struct err *err)
    __attribute__((warn_unused_result));

#endif
