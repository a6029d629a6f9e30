/*
 * For this folder alone: what a question still needs, as the stop rule sees it.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_POOL_H
#define ASSAY_CORE_STORE_LABELLING_POOL_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/deal_request.h"
#include "core/store/database/db.h"
#include "core/store/votes/known.h"

struct store;

/* The rule that goes with a way of dealing. */
enum stop_rule pool_rule_of(enum dealing dealing);

/* By the setting, as it is kept; empty: it is not set. */
bool pool_find_rule(struct store *store, struct bytes dealing, enum stop_rule *rule, struct err *err)
    __attribute__((warn_unused_result));

/* A pool that was asked for; pool_take is to be called in any case, or another that takes it. */
struct pool_reading {
    struct known_request which;
    struct query needs, candidates;
};

/* What each candidate was counted for. */
struct counted_pool {
    struct pool pool;                  /* with the impressions of votes, at first */
    struct pool_candidate *candidates; /* the pool's */
    int64_t *held;                     /* by number in the pool: impressions of leased ballots */
    int64_t version;                   /* of the question, as it was read, on a server (queries.sql) */
};

/* Asks for the pool, to be read with what else is asked; `now` and `except` as pool_read has them. */
struct pool_reading pool_ask(struct store *store, int64_t question_id, int64_t now, int64_t except);
/* That it is going to be asked for: see query_foresee (database/db.h). */
void pool_foresee(struct store *store, int64_t question_id, int64_t now, int64_t except);
/* What was asked for, but for what STOP_WHEN_SETTLED wants to know. In the arena. */
bool pool_take(struct store *store, struct pool_reading *reading, struct arena *arena,
               struct counted_pool *counted, struct err *err) __attribute__((warn_unused_result));
/* What was asked for is dropped, but for the rule. */
bool pool_take_rule(struct store *store, struct pool_reading *reading, enum stop_rule *rule, struct err *err)
    __attribute__((warn_unused_result));
/* Whether any candidate of it is on a ballot in somebody's hands. */
bool pool_is_held(const struct counted_pool *counted);
/* From now on the leased ballots count, too. */
void pool_count_held(struct counted_pool *counted);
/* So many votes more on the ballot of this set. */
void pool_count_ballot(struct counted_pool *counted, const struct slot_set *set, int64_t votes);
/*
 * What the question needs, and its candidates; the impressions of ballots leased at `now` count, but for ballot
 * `except` (0: none). With NO_LEASES those of votes alone. In the arena.
 */
bool pool_read(struct store *store, int64_t question_id, int64_t now, int64_t except, struct arena *arena,
               struct pool *pool, struct err *err) __attribute__((warn_unused_result));
/* The same of what was asked for. */
bool pool_take_whole(struct store *store, struct pool_reading *reading, struct arena *arena,
                     struct pool *pool, struct err *err) __attribute__((warn_unused_result));
/* The same whatever the project's rule: all that is known of the candidates, and work as long as there is a budget. */
bool pool_read_to_budget(struct store *store, int64_t question_id, int64_t now, struct arena *arena,
                         struct pool *pool, struct err *err) __attribute__((warn_unused_result));
/* Writes what is left of a question. */
bool pool_put_ballots_left(struct store *store, int64_t question_id, int64_t ballots_left, struct err *err)
    __attribute__((warn_unused_result));
/* Writes anew what is left of a question: to be called where its votes, pool or target change. */
bool pool_settle_ballots_left(struct store *store, int64_t question_id, struct err *err)
    __attribute__((warn_unused_result));
/*
 * The same by a rule that is known, once an answer was given or taken back. On a server the function that did it has written what
 * STOP_AT_TARGET says, by what stood there then.
 */
bool pool_settle_by_rule(struct store *store, int64_t question_id, enum stop_rule rule, struct err *err)
    __attribute__((warn_unused_result));

#endif
