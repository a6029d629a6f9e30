/*
 * A pool is read as the stop rule wants it: the candidates with their impressions, and what they are to come to. For
 * dealing a ballot in somebody's hands counts as if it were answered already; for what is left of a question it does not
 * count. So `ballots_left` follows from votes, pool and settings alone, and a lease never changes it.
 */
#include "core/store/pool.h"

#include "core/judge/deal.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

static bool read_pool_candidates(struct store *store, int64_t question_id, int64_t now, int64_t except,
                                 struct arena *arena, struct pool *pool, struct err *err)
{
    struct pool_candidate *candidates = NULL;
    size_t n = 0;
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_IMPRESSIONS);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, now);
    query_bind_integer(&query, 3, except);
    while (query_next(&query))
        ARENA_PUSH(arena, candidates, n) = read_pool_candidate(&query);
    pool->candidates = candidates;
    pool->n_candidates = n;
    return query_end(&query, err);
}

enum stop_rule pool_rule_of(enum dealing dealing)
{
    return dealing == DEALING_ADAPTIVE ? STOP_WHEN_SETTLED : STOP_AT_TARGET;
}

/* By the setting, whose value comes along; what another program may have put there is told by settings.c. */
static bool find_rule(struct store *store, struct bytes dealing, struct pool *pool, struct err *err)
{
    size_t choice = DEALING_BALANCED;
    if (dealing.size > 0 && !words_find(&dealing_words, dealing, &choice) &&
        !setting_get_choice(store, SETTING_DEALING, &choice, err))
        return false;
    pool->rule = pool_rule_of((enum dealing)choice);
    return true;
}

/* A question that was taken out meanwhile needs nothing. */
static bool read_needs(struct store *store, int64_t question_id, struct pool *pool, struct err *err)
{
    struct question_needs needs = {.slots = 1};
    struct query query = query_start(store->db, STATEMENT_QUESTION_NEEDS);
    bool worked = true;
    query_bind_integer(&query, 1, question_id);
    if (query_next(&query))
        needs = read_question_needs(&query);
    if (query_require(&query, needs.slots >= 1 && needs.slots <= BALLOT_SIZE_MAX,
                      "a question has no number of slots that can be")) {
        pool->target = needs.target;
        pool->n_slots = (size_t)needs.slots;
        pool->is_left_out = needs.place == 0;
        worked = find_rule(store, needs.dealing, pool, err);
    }
    struct err unused;
    return query_end(&query, worked ? err : &unused) && worked;
}

bool pool_read(struct store *store, int64_t question_id, int64_t now, int64_t except, struct arena *arena,
               struct pool *pool, struct err *err)
{
    *pool = (struct pool){0};
    return read_needs(store, question_id, pool, err) &&
           read_pool_candidates(store, question_id, now, except, arena, pool, err) &&
           (pool->rule == STOP_AT_TARGET || known_read(store, question_id, now, except, arena, pool, err));
}

bool pool_read_to_budget(struct store *store, int64_t question_id, int64_t now, struct arena *arena,
                         struct pool *pool, struct err *err)
{
    *pool = (struct pool){0};
    bool worked = read_needs(store, question_id, pool, err) &&
                  read_pool_candidates(store, question_id, now, 0, arena, pool, err) &&
                  known_read(store, question_id, now, 0, arena, pool, err);
    pool->rule = STOP_WHEN_SETTLED;
    pool->is_settled = false;
    return worked;
}

bool pool_settle_ballots_left(struct store *store, int64_t question_id, struct err *err)
{
    struct arena arena = {0};
    struct pool pool;
    bool worked = pool_read(store, question_id, NO_LEASES, 0, &arena, &pool, err);
    if (worked) {
        struct query query = query_start(store->db, STATEMENT_QUESTION_SET_BALLOTS_LEFT);
        query_bind_integer(&query, 1, question_id);
        query_bind_integer(&query, 2, pool_ballots_left(&pool));
        worked = query_run(&query, err);
    }
    arena_release(&arena);
    return worked;
}
