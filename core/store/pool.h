/*
 * For this folder alone: what a question still needs, as the stop rule sees it.
 */
#ifndef ASSAY_CORE_STORE_POOL_H
#define ASSAY_CORE_STORE_POOL_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/deal_request.h"
#include "core/store/known.h"

struct store;

/* The rule that goes with a way of dealing. */
enum stop_rule pool_rule_of(enum dealing dealing);

/*
 * What the question needs, and its candidates; the impressions of ballots leased at `now` count, but for ballot
 * `except` (0: none). With NO_LEASES those of votes alone. In the arena.
 */
bool pool_read(struct store *store, int64_t question_id, int64_t now, int64_t except, struct arena *arena,
               struct pool *pool, struct err *err) __attribute__((warn_unused_result));
/* The same whatever the project's rule: all that is known of the candidates, and work as long as there is a budget. */
bool pool_read_to_budget(struct store *store, int64_t question_id, int64_t now, struct arena *arena,
                         struct pool *pool, struct err *err) __attribute__((warn_unused_result));
/* Writes anew what is left of a question: to be called where its votes, pool or target change. */
bool pool_settle_ballots_left(struct store *store, int64_t question_id, struct err *err)
    __attribute__((warn_unused_result));

#endif
