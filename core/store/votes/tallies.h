/*
 * For this folder alone: what the votes on a question say of its candidates. No sum of it is kept: it is counted from the votes
 * whenever it is asked for.
 */
#ifndef ASSAY_CORE_STORE_VOTES_TALLIES_H
#define ASSAY_CORE_STORE_VOTES_TALLIES_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/relevance.h"

struct cast_vote;
struct store;

/*
 * Impressions and wins by these votes, of tallies in any order; a twin has those of its candidate. A ballot is one impression of
 * a candidate, whichever of its twins it shows. Documents that are no candidates any more count nowhere.
 */
void tallies_count(struct tally *tallies, size_t n, const struct cast_vote *votes, size_t n_votes);
/*
 * The same of candidates by all votes on the question (store_list_votes), and the relevance that the setting `estimator` makes of them,
 * and of what was kept and dropped. `used` becomes the votes that it was estimated of, by number of the tallies, in the arena; none where wins and impressions
 * say it.
 */
bool tallies_read(struct store *store, int64_t question_id, struct tally *tallies, size_t n,
                  struct arena *arena, struct luce_question *used, struct err *err)
    __attribute__((warn_unused_result));

/* What was kept and dropped of a question is going to be read. */
void glances_foresee(struct store *store, int64_t question_id);

#endif
