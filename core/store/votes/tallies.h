/*
 * For this folder alone: counts wins and impressions of a question's candidates from its votes. No such sum is stored:
 * they are counted each time.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/relevance.h"

struct cast_vote;
struct store;

/*
 * Counts impressions and wins from these votes, for tallies in any order; a twin gets those of its candidate. A ballot
 * is one impression of a candidate, whichever of its twins it shows. Documents that are no candidates any more do not
 * count.
 */
void tallies_count(struct tally *tallies, size_t n, const struct cast_vote *votes, size_t n_votes);
/*
 * Counts the same from all votes on the question (store_list_votes), for candidates, and estimates their relevance with
 * the setting `estimator`, from votes and glances. `used` gets the votes of the estimate, by number of the tallies, in
 * the arena; none if relevance is wins divided by impressions.
 */
MUST_CHECK bool tallies_read(struct store *store, int64_t question_id, struct tally *tallies, size_t n,
                             struct arena *arena, struct luce_question *used, struct err *err);

/* Prefetches the glances at the candidates of a question. */
void glances_prefetch(struct store *store, int64_t question_id);
