#include "core/judge/next_ballot.h"

#include "core/judge/adjudication.h"
#include "core/judge/glance.h"
#include "core/judge/overlap.h"

static struct random_source random_of(const struct docket *docket, const struct dealt_to *to)
{
    return random_from(to->seed, ballot_stream(docket->question_id, docket_next_deal(docket)));
}

/* Deals a set that others got, too, in a new order. */
static struct deal deal_asked(const struct docket *docket, const struct dealt_to *to,
                              const struct slot_set *set)
{
    struct random_source random = random_of(docket, to);
    return deal_set(set, &random);
}

struct deal deal_shared(const struct docket *docket, const struct dealt_to *to)
{
    const struct slot_set *set =
        docket->is_left_out ? NULL : overlap_choose(docket, to->annotator_id, to->now);
    return set != NULL ? deal_asked(docket, to, set) : (struct deal){.n_slots = 0};
}

/* Lists the sets that the annotator answered or skipped, or that somebody holds. */
static void take_taken(const struct docket *docket, const struct dealt_to *to, struct arena *arena,
                       struct deal_request *request)
{
    struct slot_set *taken = arena_get_array(arena, docket->n_ballots, sizeof *taken);
    request->taken = taken;
    for (size_t i = 0; i < docket->n_ballots; i++) {
        const struct docket_ballot *ballot = &docket->ballots[i];
        if (docket_ballot_is_held(ballot, to->now) ||
            (ballot->annotator_id == to->annotator_id && ballot->said != SAID_NOTHING))
            taken[request->n_taken++] = ballot->set;
    }
}

/* Marks the candidates of the pool that the annotator has just read. */
static const bool *just_read(const struct docket *docket, const struct pool *pool, int64_t annotator_id,
                             struct arena *arena)
{
    bool *is_read = arena_get_array(arena, pool->n_candidates, sizeof *is_read);
    size_t n = 0;
    for (size_t i = docket->n_ballots; n < JUST_READ_BALLOTS && i > 0; i--) {
        const struct docket_ballot *ballot = &docket->ballots[i - 1];
        if (ballot->annotator_id != annotator_id || ballot->said != SAID_VOTE || ballot->is_glance)
            continue;
        for (size_t slot = 0; slot < slot_set_size(&ballot->set); slot++) {
            const struct pool_candidate *candidate = pool_find(pool, ballot->set.document_ids[slot]);
            if (candidate != NULL)
                is_read[candidate - pool->candidates] = true;
        }
        n++;
    }
    return is_read;
}

struct deal deal_needed(const struct docket *docket, const struct pool *pool, const struct dealt_to *to,
                        const double *stakes, struct arena *arena)
{
    struct random_source random = random_of(docket, to);
    struct deal_request request = {.pool = *pool, .aim = docket->rules->aim, .stakes = stakes};
    take_taken(docket, to, arena, &request);
    if (pool->rule == STOP_WHEN_SETTLED) {
        request.dealing = DEALING_ADAPTIVE;
        request.is_read = just_read(docket, pool, to->annotator_id, arena);
    }
    return deal_ballot(&request, &random);
}

struct deal next_ballot(const struct docket *docket, const struct pool *pool, const struct dealt_to *to,
                        struct arena *arena)
{
    struct deal deal = deal_shared(docket, to);
    if (deal.n_slots == 0 && pool_ballots_left(pool) > 0)
        deal = glance_next(docket, to);
    return deal.n_slots > 0 ? deal : deal_needed(docket, pool, to, NULL, arena);
}

struct deal deal_contested(const struct docket *docket, const struct dealt_to *to)
{
    const struct slot_set *set = adjudication_choose(docket, to->annotator_id);
    return set != NULL ? deal_asked(docket, to, set) : (struct deal){.n_slots = 0};
}

bool is_last_contested(const struct docket *docket, const struct dealt_to *to)
{
    return adjudication_count(docket, to->annotator_id) == 1;
}

static bool is_in_need(const struct pool *pool, const struct slot_set *set)
{
    bool needs = false;
    for (size_t i = 0; i < slot_set_size(set); i++) {
        const struct pool_candidate *candidate = pool_find(pool, set->document_ids[i]);
        needs |= candidate != NULL && pool_needs(pool, candidate);
    }
    return needs;
}

bool ballot_is_wanted(const struct docket *docket, const struct pool *pool,
                      const struct docket_ballot *ballot, const struct dealt_to *to)
{
    if (!docket_has_candidates(docket, &ballot->set) ||
        (ballot->is_glance && !glances_are_wanted(docket, to)))
        return false;
    return !docket_is_held_twice(docket, ballot, to->now) &&
           (is_in_need(pool, &ballot->set) ||
            (!docket->is_left_out && overlap_wants(docket, to->annotator_id, to->now, ballot)));
}

bool ballot_is_contested(const struct docket *docket, const struct docket_ballot *ballot,
                         const struct dealt_to *to)
{
    const struct slot_set *set = adjudication_choose(docket, to->annotator_id);
    return set != NULL && slot_set_equal(set, &ballot->set);
}
