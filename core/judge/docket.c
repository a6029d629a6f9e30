#include "core/judge/docket.h"

#include "core/base/bug.h"

#include <stdlib.h>
#include <string.h>

enum stop_rule stop_rule_of(enum dealing dealing)
{
    return dealing == DEALING_ADAPTIVE ? STOP_WHEN_SETTLED : STOP_AT_TARGET;
}

struct docket_ballot *docket_find(const struct docket *docket, int64_t ballot_id)
{
    size_t i = 0;
    while (i < docket->n_ballots && docket->ballots[i].ballot_id != ballot_id)
        i++;
    return i < docket->n_ballots ? &docket->ballots[i] : NULL;
}

bool docket_ballot_is_held(const struct docket_ballot *ballot, int64_t now)
{
    return ballot->lease_until > now;
}

bool docket_ballot_is_vote(const struct docket_ballot *ballot)
{
    return ballot->said == SAID_VOTE && !ballot->is_control;
}

struct docket_ballot docket_ballot_dealt(int64_t ballot_id, int64_t number, int64_t annotator_id,
                                         int64_t lease_until, const struct deal *deal)
{
    struct docket_ballot ballot = {.ballot_id = ballot_id,
                                   .deal = number,
                                   .annotator_id = annotator_id,
                                   .lease_until = lease_until,
                                   .said = SAID_NOTHING,
                                   .choice.position = VOTE_ABSENT};
    for (size_t i = 0; i < deal->n_slots; i++) {
        ballot.places[i] = choice_take_slot(&ballot.choice, deal->document_ids[i]);
        slot_set_add(&ballot.set, deal->document_ids[i]);
    }
    return ballot;
}

void docket_ballot_answer(struct docket_ballot *ballot, const struct answer *answer)
{
    const int position = answer->position;
    BUG_UNLESS(position <= BALLOT_SIZE_MAX);
    ballot->lease_until = 0;
    ballot->said = answer_is_vote(answer) ? SAID_VOTE : SAID_SKIP;
    ballot->choice.position = position > VOTE_NONE ? ballot->places[position - 1] : position;
    ballot->choice.second = SECOND_ABSENT;
    for (int slot = 1; slot <= BALLOT_SIZE_MAX; slot++)
        choice_take_second(&ballot->choice, answer->second, slot, ballot->places[slot - 1]);
}

uint64_t ballot_stream(int64_t question_id, int64_t deal)
{
    return (uint64_t)(question_id - 1) << 32 | (uint64_t)deal;
}

int64_t docket_next_deal(const struct docket *docket)
{
    return docket->n_ballots > 0 ? docket->ballots[docket->n_ballots - 1].deal + 1 : 1;
}

static int compare_ids(const void *left, const void *right)
{
    const struct pool_candidate *a = left, *b = right;
    return (a->document_id > b->document_id) - (a->document_id < b->document_id);
}

static struct pool_candidate *find_candidate(const struct pool_candidate *candidates, size_t n,
                                             int64_t document_id)
{
    const struct pool_candidate wanted = {.document_id = document_id};
    return n > 0 ? bsearch(&wanted, candidates, n, sizeof wanted, compare_ids) : NULL;
}

bool docket_has_candidates(const struct docket *docket, const struct slot_set *set)
{
    size_t n = slot_set_size(set), i = 0;
    while (i < n && find_candidate(docket->candidates, docket->n_candidates, set->document_ids[i]) != NULL)
        i++;
    return i == n;
}

static bool is_within(const struct slot_set *set, const struct slot_set *other)
{
    size_t found = 0;
    for (size_t i = 0; i < slot_set_size(other); i++)
        found += found < slot_set_size(set) && other->document_ids[i] == set->document_ids[found];
    return found == slot_set_size(set);
}

bool docket_is_held_twice(const struct docket *docket, const struct docket_ballot *ballot, int64_t now)
{
    for (size_t i = 0; i < docket->n_ballots; i++) {
        const struct docket_ballot *other = &docket->ballots[i];
        if (other != ballot && docket_ballot_is_held(other, now) && is_within(&ballot->set, &other->set))
            return true;
    }
    return false;
}

/* --- The pool ------------------------------------------------------------------------------------- */

static bool is_counted_lease(const struct docket_ballot *ballot, const struct counted_at *at)
{
    return !docket_ballot_is_vote(ballot) && !ballot->is_control && docket_ballot_is_held(ballot, at->now) &&
           ballot->ballot_id != at->except;
}

static void count_impressions(const struct docket *docket, const struct counted_at *at,
                              struct pool_candidate *candidates)
{
    for (size_t i = 0; i < docket->n_ballots; i++) {
        const struct docket_ballot *ballot = &docket->ballots[i];
        if (!docket_ballot_is_vote(ballot) && !is_counted_lease(ballot, at))
            continue;
        for (size_t slot = 0; slot < slot_set_size(&ballot->set); slot++) {
            struct pool_candidate *candidate =
                find_candidate(candidates, docket->n_candidates, ballot->set.document_ids[slot]);
            if (candidate != NULL)
                candidate->impressions++;
        }
    }
}

/* Candidates that were shown come first, then those with the higher priors. */
static int compare_interest(const void *left, const void *right)
{
    const struct pool_candidate *a = left, *b = right;
    if ((a->impressions > 0) != (b->impressions > 0))
        return a->impressions > 0 ? -1 : 1;
    if (a->prior < b->prior || a->prior > b->prior)
        return a->prior > b->prior ? -1 : 1;
    return compare_ids(left, right);
}

static void keep_interesting(struct pool_candidate *candidates, size_t *n)
{
    if (*n <= KNOWN_CANDIDATES_MAX)
        return;
    qsort(candidates, *n, sizeof *candidates, compare_interest);
    *n = KNOWN_CANDIDATES_MAX;
    qsort(candidates, *n, sizeof *candidates, compare_ids);
}

static const double *standardise(const struct pool *pool, struct arena *arena)
{
    double *priors = arena_get_array(arena, pool->n_candidates, sizeof *priors);
    double *standardised = arena_get_array(arena, pool->n_candidates, sizeof *standardised);
    for (size_t i = 0; i < pool->n_candidates; i++)
        priors[i] = pool->candidates[i].prior;
    luce_standardise_priors(priors, pool->n_candidates, standardised);
    return standardised;
}

/*
 * Converts document ids to numbers in the pool. A document that has left the pool has no number and no slot. If it
 * was the chosen one, nothing is known about the others, and the returned ballot has no slots.
 */
static struct luce_ballot number_slots(const struct choice *choice, const struct pool *pool)
{
    struct luce_ballot ballot = {.position = choice->position > VOTE_NONE ? VOTE_NONE : choice->position};
    for (size_t i = 0; i < choice->n_slots; i++) {
        const struct pool_candidate *found =
            find_candidate(pool->candidates, pool->n_candidates, choice->document_ids[i]);
        if (found != NULL)
            luce_ballot_take(&ballot, choice, (int)i + 1, (size_t)(found - pool->candidates));
        else if (choice_wins(choice, (int)i + 1) > 0)
            return (struct luce_ballot){.n_slots = 0};
    }
    return ballot;
}

/* One drop in this many is checked. */
enum { GLANCES_CHECKED = 10 };

static bool is_checked(const struct docket *docket, const struct docket_ballot *glance)
{
    struct random_source random =
        random_from(~(uint64_t)docket->rules->seed, ballot_stream(docket->question_id, glance->deal));
    return glance->choice.position == VOTE_NONE && random_below(&random, GLANCES_CHECKED) == 0;
}

/* Adds the glances except the checked drops: dealing treats these candidates as if they had no glance. */
static void add_glances(const struct docket *docket, const struct pool *pool, struct luce_ballot *glances,
                        size_t *n)
{
    for (size_t i = 0; i < docket->n_ballots; i++) {
        const struct docket_ballot *ballot = &docket->ballots[i];
        if (!ballot->is_glance || ballot->said != SAID_VOTE || is_checked(docket, ballot))
            continue;
        glances[*n] = number_slots(&ballot->choice, pool);
        glances[*n].rater = &luce_rater_of_glances;
        *n += glances[*n].n_slots > 0;
    }
}

/* Votes first, then the ballots that are held. */
static void take_known(const struct docket *docket, const struct counted_at *at, struct pool *pool,
                       struct arena *arena)
{
    struct luce_ballot *ballots = arena_get_array(arena, docket->n_ballots, sizeof *ballots);
    struct luce_ballot *beside = arena_get_array(arena, docket->n_ballots, sizeof *beside);
    struct luce_question *known = arena_get(arena, sizeof *known);
    size_t n = 0, n_beside = 0;
    for (int held = 0; held <= 1; held++) {
        for (size_t i = 0; i < docket->n_ballots; i++) {
            const struct docket_ballot *ballot = &docket->ballots[i];
            if (held ? !is_counted_lease(ballot, at) : !docket_ballot_is_vote(ballot))
                continue;
            struct choice choice = ballot->choice, rest;
            choice.position = held ? VOTE_ABSENT : choice.position;
            ballots[n] = number_slots(&choice, pool);
            n += ballots[n].n_slots > 0;
            if (!choice_of_rest(&choice, &rest))
                continue;
            beside[n_beside] = number_slots(&rest, pool);
            n_beside += beside[n_beside].n_slots > 0;
        }
        pool->n_votes = held ? pool->n_votes : n;
    }
    add_glances(docket, pool, beside, &n_beside);
    *known = (struct luce_question){.n_candidates = pool->n_candidates,
                                    .priors = standardise(pool, arena),
                                    .ballots = ballots,
                                    .n_ballots = n,
                                    .beside = beside,
                                    .n_beside = n_beside};
    pool->known = known;
}

struct pool docket_pool(const struct docket *docket, enum stop_rule rule, const struct counted_at *at,
                        struct arena *arena)
{
    struct pool_candidate *candidates = arena_get_array(arena, docket->n_candidates, sizeof *candidates);
    struct pool pool = {
        .rule = rule,
        .is_left_out = docket->is_left_out,
        .candidates = candidates,
        .n_candidates = docket->n_candidates,
        .n_slots = docket->n_slots,
        .target = docket->target,
        .budget = docket->rules->budget,
        .confidence = docket->rules->confidence,
    };
    if (docket->n_candidates > 0)
        memcpy(candidates, docket->candidates, docket->n_candidates * sizeof *candidates);
    count_impressions(docket, at, candidates);
    if (rule == STOP_AT_TARGET)
        return pool;
    keep_interesting(candidates, &pool.n_candidates);
    take_known(docket, at, &pool, arena);
    return pool;
}
