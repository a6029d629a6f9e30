#include "core/judge/stop_rule.h"

#include "core/base/bug.h"
#include "core/judge/settled.h"

struct stop_rule_row {
    const char *name;
    bool (*needs)(const struct pool *pool, const struct pool_candidate *candidate);
    int64_t (*ballots_left)(const struct pool *pool);
    int64_t (*ballots_in_all)(const struct pool *pool);
};

static int64_t impressions_missing(const struct pool *pool, const struct pool_candidate *candidate)
{
    return candidate->impressions < pool->target ? pool->target - candidate->impressions : 0;
}

static bool is_below_target(const struct pool *pool, const struct pool_candidate *candidate)
{
    return impressions_missing(pool, candidate) > 0;
}

/*
 * A candidate is on a ballot at most once, so the neediest candidate alone may need more ballots than all slots
 * together.
 */
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

/* The same before any vote, when all candidates need the same. */
static int64_t ballots_of_target(const struct pool *pool)
{
    const int64_t slots = (int64_t)pool->n_slots;
    return ((int64_t)pool->n_candidates * pool->target + slots - 1) / slots;
}

void pool_judge(struct pool *pool)
{
    pool->is_settled = false;
    if (pool->n_votes < SETTLED_VOTES_MIN || pool->confidence >= 1)
        return;
    struct luce_question known = *pool->known;
    known.n_ballots = pool->n_votes;
    pool->is_settled = settled_verdict(&known).probability >= pool->confidence;
}

/* No annotator gets the same set twice, so one annotator can answer no more ballots than there are sets. */
static int64_t ballots_within(const struct pool *pool)
{
    int64_t sets = 1;
    for (size_t i = 0; i < pool->n_slots; i++)
        sets = sets * (int64_t)(pool->n_candidates - i) / (int64_t)(i + 1);
    return sets < pool->budget ? sets : pool->budget;
}

static int64_t ballots_to_budget(const struct pool *pool)
{
    if (pool->is_settled || pool->n_candidates == 0 || pool->n_candidates < pool->n_slots)
        return 0;
    int64_t left = ballots_within(pool) - (int64_t)pool->known->n_ballots;
    return left > 0 ? left : 0;
}

static bool is_below_budget(const struct pool *pool, const struct pool_candidate *candidate)
{
    (void)candidate;
    return ballots_to_budget(pool) > 0;
}

static const struct stop_rule_row rows[] = {
    [STOP_WHEN_SETTLED] = {.name = "settled",
                           .needs = is_below_budget,
                           .ballots_left = ballots_to_budget,
                           .ballots_in_all = ballots_within},
    [STOP_AT_TARGET] = {.name = "target",
                        .needs = is_below_target,
                        .ballots_left = ballots_to_target,
                        .ballots_in_all = ballots_of_target},
};

const char *stop_rule_name(enum stop_rule rule)
{
    return rows[rule].name;
}

const struct pool_candidate *pool_find(const struct pool *pool, int64_t document_id)
{
    size_t i = 0;
    while (i < pool->n_candidates && pool->candidates[i].document_id != document_id)
        i++;
    return i < pool->n_candidates ? &pool->candidates[i] : NULL;
}

bool pool_needs(const struct pool *pool, const struct pool_candidate *candidate)
{
    return !pool->is_left_out && rows[pool->rule].needs(pool, candidate);
}

int64_t pool_ballots_left(const struct pool *pool)
{
    BUG_UNLESS(pool->n_slots > 0);
    return pool->is_left_out ? 0 : rows[pool->rule].ballots_left(pool);
}

int64_t pool_ballots_in_all(const struct pool *pool)
{
    BUG_UNLESS(pool->n_slots > 0);
    return rows[pool->rule].ballots_in_all(pool);
}

bool pool_may_end(const struct pool *pool)
{
    const bool may_be_settled =
        pool->rule == STOP_WHEN_SETTLED && pool->confidence < 1 && pool->n_votes + 1 >= SETTLED_VOTES_MIN;
    return may_be_settled || pool_ballots_left(pool) <= 1;
}
