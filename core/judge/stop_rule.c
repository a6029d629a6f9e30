#include "core/judge/stop_rule.h"

#include "core/base/bug.h"

struct stop_rule_row {
    const char *name;
    bool (*needs)(const struct pool *pool, const struct pool_candidate *candidate);
    int64_t (*ballots_left)(const struct pool *pool);
};

static int64_t impressions_missing(const struct pool *pool, const struct pool_candidate *candidate)
{
    return candidate->impressions < pool->target ? pool->target - candidate->impressions : 0;
}

static bool is_below_target(const struct pool *pool, const struct pool_candidate *candidate)
{
    return impressions_missing(pool, candidate) > 0;
}

/* A candidate stands on a ballot once at most: so the neediest one alone may need more than all of them fill. */
static int64_t ballots_to_target(const struct pool *pool)
{
    int64_t slots = (int64_t)pool->n_slots;
    int64_t all = 0;
    int64_t most = 0;
    for (size_t i = 0; i < pool->n_candidates; i++) {
        int64_t needed = impressions_missing(pool, &pool->candidates[i]);
        all += needed;
        most = needed > most ? needed : most;
    }
    int64_t filled = (all + slots - 1) / slots;
    return filled > most ? filled : most;
}

static const struct stop_rule_row rows[] = {
    [STOP_AT_TARGET] = {.name = "target", .needs = is_below_target, .ballots_left = ballots_to_target},
};

const char *stop_rule_name(enum stop_rule rule)
{
    return rows[rule].name;
}

bool pool_needs(const struct pool *pool, const struct pool_candidate *candidate)
{
    return rows[pool->rule].needs(pool, candidate);
}

int64_t pool_ballots_left(const struct pool *pool)
{
    BUG_UNLESS(pool->n_slots > 0);
    return rows[pool->rule].ballots_left(pool);
}
