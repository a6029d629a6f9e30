/*
 * A pool is read as the stop rule wants it: the candidates with their impressions, and what they are to come to. For
 * dealing a ballot in somebody's hands counts as if it were answered already; for what is left of a question it does not
 * count. So `ballots_left` follows from votes, pool and settings alone, and a lease never changes it.
 */
#include "core/store/labelling/pool.h"

#include "core/judge/deal.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

static struct pool_reading start_reading(struct store *store, int64_t question_id, int64_t now,
                                         int64_t except)
{
    struct pool_reading reading = {
        .which = {.question_id = question_id, .now = now, .except = except},
        .needs = query_start(store->db, STATEMENT_QUESTION_NEEDS),
        .candidates = query_start(store->db, STATEMENT_CANDIDATE_IMPRESSIONS),
    };
    query_bind_integer(&reading.needs, 1, question_id);
    query_bind_integer(&reading.candidates, 1, question_id);
    query_bind_integer(&reading.candidates, 2, now);
    query_bind_integer(&reading.candidates, 3, except);
    return reading;
}

struct pool_reading pool_ask(struct store *store, int64_t question_id, int64_t now, int64_t except)
{
    struct pool_reading reading = start_reading(store, question_id, now, except);
    query_ask(&reading.needs);
    query_ask(&reading.candidates);
    return reading;
}

void pool_foresee(struct store *store, int64_t question_id, int64_t now, int64_t except)
{
    struct pool_reading reading = start_reading(store, question_id, now, except);
    query_foresee(&reading.needs);
    query_foresee(&reading.candidates);
}

static bool take_candidates(struct query *query, struct arena *arena, struct counted_pool *counted,
                            struct err *err)
{
    size_t n_held = 0;
    counted->candidates = NULL;
    counted->held = NULL;
    while (query_next(query)) {
        struct counted_candidate row = read_counted_candidate(query);
        ARENA_PUSH(arena, counted->held, n_held) = row.held;
        ARENA_PUSH(arena, counted->candidates, counted->pool.n_candidates) = (struct pool_candidate){
            .document_id = row.document_id,
            .impressions = row.impressions,
            .prior = row.prior,
        };
    }
    counted->pool.candidates = counted->candidates;
    return query_end(query, err);
}

bool pool_is_held(const struct counted_pool *counted)
{
    bool is_held = false;
    for (size_t i = 0; !is_held && i < counted->pool.n_candidates; i++)
        is_held = counted->held[i] > 0;
    return is_held;
}

void pool_count_held(struct counted_pool *counted)
{
    for (size_t i = 0; i < counted->pool.n_candidates; i++)
        counted->candidates[i].impressions += counted->held[i];
}

void pool_count_ballot(struct counted_pool *counted, const struct slot_set *set, int64_t votes)
{
    for (size_t i = 0; i < slot_set_size(set); i++) {
        const struct pool_candidate *candidate = pool_find(&counted->pool, set->document_ids[i]);
        if (candidate != NULL)
            counted->candidates[candidate - counted->candidates].impressions += votes;
    }
}

enum stop_rule pool_rule_of(enum dealing dealing)
{
    return dealing == DEALING_ADAPTIVE ? STOP_WHEN_SETTLED : STOP_AT_TARGET;
}

/* What another program may have put there is told by settings.c. */
bool pool_find_rule(struct store *store, struct bytes dealing, enum stop_rule *rule, struct err *err)
{
    size_t choice = DEALING_BALANCED;
    if (dealing.size > 0 && !words_find(&dealing_words, dealing, &choice) &&
        !setting_get_choice(store, SETTING_DEALING, &choice, err))
        return false;
    *rule = pool_rule_of((enum dealing)choice);
    return true;
}

/* A question that was taken out meanwhile needs nothing. */
static bool take_needs(struct store *store, struct query *query, struct pool *pool, int64_t *version,
                       struct err *err)
{
    struct question_needs needs = {.slots = 1};
    bool worked = true;
    if (query_next(query))
        needs = read_question_needs(query);
    if (query_require(query, needs.slots >= 1 && needs.slots <= BALLOT_SIZE_MAX,
                      "a question has no number of slots that can be")) {
        pool->target = needs.target;
        pool->n_slots = (size_t)needs.slots;
        pool->is_left_out = needs.place == 0;
        *version = needs.version;
        worked = pool_find_rule(store, needs.dealing, &pool->rule, err);
    }
    struct err unused;
    return query_end(query, worked ? err : &unused) && worked;
}

bool pool_take(struct store *store, struct pool_reading *reading, struct arena *arena,
               struct counted_pool *counted, struct err *err)
{
    struct err unused;
    *counted = (struct counted_pool){0};
    bool worked = take_needs(store, &reading->needs, &counted->pool, &counted->version, err);
    return take_candidates(&reading->candidates, arena, counted, worked ? err : &unused) && worked;
}

bool pool_take_rule(struct store *store, struct pool_reading *reading, enum stop_rule *rule, struct err *err)
{
    struct pool pool = {0};
    int64_t unused;
    bool worked = take_needs(store, &reading->needs, &pool, &unused, err);
    query_drop(&reading->candidates);
    *rule = pool.rule;
    return worked;
}

static bool take_counted(struct store *store, struct pool_reading *reading, struct arena *arena,
                         struct pool *pool, struct err *err)
{
    struct counted_pool counted;
    bool worked = pool_take(store, reading, arena, &counted, err);
    pool_count_held(&counted);
    *pool = counted.pool;
    return worked;
}

bool pool_read(struct store *store, int64_t question_id, int64_t now, int64_t except, struct arena *arena,
               struct pool *pool, struct err *err)
{
    struct pool_reading reading = pool_ask(store, question_id, now, except);
    return pool_take_whole(store, &reading, arena, pool, err);
}

bool pool_take_whole(struct store *store, struct pool_reading *reading, struct arena *arena,
                     struct pool *pool, struct err *err)
{
    return take_counted(store, reading, arena, pool, err) &&
           (pool->rule == STOP_AT_TARGET || known_read(store, &reading->which, arena, pool, err));
}

bool pool_read_to_budget(struct store *store, int64_t question_id, int64_t now, struct arena *arena,
                         struct pool *pool, struct err *err)
{
    struct pool_reading reading = pool_ask(store, question_id, now, 0);
    bool worked = take_counted(store, &reading, arena, pool, err) &&
                  known_read(store, &reading.which, arena, pool, err);
    pool->rule = STOP_WHEN_SETTLED;
    pool->is_settled = false;
    return worked;
}

bool pool_put_ballots_left(struct store *store, int64_t question_id, int64_t ballots_left, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_SET_BALLOTS_LEFT);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, ballots_left);
    return query_post(&query, err);
}

bool pool_settle_ballots_left(struct store *store, int64_t question_id, struct err *err)
{
    struct arena arena = {0};
    struct pool pool;
    bool worked = pool_read(store, question_id, NO_LEASES, 0, &arena, &pool, err) &&
                  pool_put_ballots_left(store, question_id, pool_ballots_left(&pool), err);
    arena_release(&arena);
    return worked;
}

bool pool_settle_by_rule(struct store *store, int64_t question_id, enum stop_rule rule, struct err *err)
{
    if (db_is_on_server(store->db) && rule == STOP_AT_TARGET)
        return true;
    if (db_is_on_server(store->db)) {
        pool_foresee(store, question_id, NO_LEASES, 0);
        known_foresee_reading(store, question_id, NO_LEASES, 0);
    }
    return pool_settle_ballots_left(store, question_id, err);
}
