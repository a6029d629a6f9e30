/* Votes are read anew each time, so that an answer that was taken back, or that another program gave, counts at once. */
#include "core/store/votes/known.h"

#include "core/judge/docket.h"
#include "core/store/votes/reliability.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

#include <stdlib.h>

/* --- Votes ---------------------------------------------------------------------------------------- */

static int compare_ids(const void *left, const void *right)
{
    const struct pool_candidate *a = left, *b = right;
    return (a->document_id > b->document_id) - (a->document_id < b->document_id);
}

/* A ballot as far as it has been read. */
struct ballot_reading {
    int64_t ballot_id;
    struct choice choice;
    const struct luce_rater *rater;
};

/* By the numbers of the pool. A document that went from it has none; where that was the one chosen nothing is known of the others. */
static struct luce_ballot number_slots(const struct ballot_reading *reading, const struct pool *pool)
{
    const struct choice *choice = &reading->choice;
    struct luce_ballot ballot = {.position = choice->position > VOTE_NONE ? VOTE_NONE : choice->position,
                                 .rater = reading->rater};
    for (size_t i = 0; i < choice->n_slots; i++) {
        const bool is_chosen = choice->position == (int)i + 1;
        const struct pool_candidate wanted = {.document_id = choice->document_ids[i]};
        const struct pool_candidate *found =
            bsearch(&wanted, pool->candidates, pool->n_candidates, sizeof wanted, compare_ids);
        if (found == NULL && is_chosen)
            return (struct luce_ballot){.n_slots = 0};
        if (found != NULL)
            ballot.candidates[ballot.n_slots++] = (size_t)(found - pool->candidates);
        if (is_chosen)
            ballot.position = (int)ballot.n_slots;
    }
    return ballot;
}

/* Labels are of whose votes they are asked to be; what a question still needs follows from all votes, whoever is left out. */
struct voters {
    bool may_be_left_out;
    const struct annotator_reliability *reliability; /* NULL: nothing is known of anybody */
};

static struct query find_slots(struct store *store, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_KNOWN_SLOT_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, NO_LEASES);
    query_bind_integer(&query, 3, 0);
    return query;
}

void known_foresee(struct store *store, int64_t question_id)
{
    struct query query = find_slots(store, question_id);
    query_foresee(&query);
}

/* The ballots of a question as they are counted. */
struct counting {
    struct arena *arena;
    struct pool *pool;
    struct luce_ballot *ballots;
    size_t n_ballots;
};

static void count_ballot(struct counting *counting, const struct ballot_reading *reading)
{
    const struct luce_ballot ballot = number_slots(reading, counting->pool);
    if (ballot.n_slots == 0)
        return;
    ARENA_PUSH(counting->arena, counting->ballots, counting->n_ballots) = ballot;
    counting->pool->n_votes += ballot.position != VOTE_ABSENT;
}

static bool read_ballots(struct store *store, int64_t question_id, const struct voters *voters,
                         struct arena *arena, struct pool *pool, struct luce_question *known, struct err *err)
{
    struct counting counting = {.arena = arena, .pool = pool};
    struct ballot_reading reading = {0};
    struct query query = find_slots(store, question_id);
    for (bool more = true; more;) {
        struct known_slot slot = {0};
        more = query_next(&query);
        if (more)
            slot = read_known_slot(&query);
        if (!more || slot.ballot_id != reading.ballot_id) {
            count_ballot(&counting, &reading);
            reading = (struct ballot_reading){
                .ballot_id = slot.ballot_id,
                .choice.position = slot.is_vote ? VOTE_NONE : VOTE_ABSENT,
                .rater = annotator_reliability_of(voters->reliability, slot.annotator_id),
            };
        }
        if (!more)
            break;
        if (voters->may_be_left_out && is_left_out(store, slot.annotator_id))
            continue;
        const int position = choice_take_slot(&reading.choice, slot.candidate_id);
        if (!query_require(&query, position > 0, "a ballot has too many slots"))
            break;
        if (slot.is_vote && slot.is_chosen)
            reading.choice.position = position;
    }
    known->ballots = counting.ballots;
    known->n_ballots = counting.n_ballots;
    return query_end(&query, err);
}

/* --- Relevance ------------------------------------------------------------------------------------ */

/* Tallies stand in the order of their docids, slots know the numbers of documents: `impressions` is the way back. */
static struct pool pool_of_tallies(const struct tally *tallies, size_t n, struct arena *arena)
{
    struct pool_candidate *candidates = arena_get_array(arena, n, sizeof *candidates);
    for (size_t i = 0; i < n; i++)
        candidates[i] =
            (struct pool_candidate){.document_id = tallies[i].document_id, .impressions = (int64_t)i};
    if (n > 0)
        qsort(candidates, n, sizeof *candidates, compare_ids);
    return (struct pool){.candidates = candidates, .n_candidates = n};
}

/* For who asks for intervals. */
static void keep_votes(const struct luce_question *votes, struct tally *tallies, size_t n,
                       struct arena *arena)
{
    struct luce_question *kept = arena_get(arena, sizeof *kept);
    *kept = *votes;
    for (size_t i = 0; i < n; i++) {
        tallies[i].votes = kept;
        tallies[i].number = i;
    }
}

bool known_estimate(struct store *store, int64_t question_id, struct tally *tallies, size_t n,
                    struct arena *arena, struct luce_question *votes, struct err *err)
{
    enum estimator estimator;
    *votes = (struct luce_question){0};
    if (!setting_get_estimator(store, &estimator, err))
        return false;
    if (estimator == ESTIMATOR_RATE) /* wins and impressions are there already */
        return true;
    struct voters voters = {.may_be_left_out = true};
    if (!reliability_read(store, &voters.reliability, err))
        return false;
    struct luce_question known = {0};
    struct pool pool = pool_of_tallies(tallies, n, arena);
    if (!read_ballots(store, question_id, &voters, arena, &pool, &known, err))
        return false;
    struct luce_ballot *ballots = arena_get_array(arena, known.n_ballots, sizeof *ballots);
    for (size_t i = 0; i < known.n_ballots; i++) {
        ballots[i] = known.ballots[i];
        ballots[i].rater = rater_copy(ballots[i].rater, arena);
        for (size_t a = 0; a < ballots[i].n_slots; a++)
            ballots[i].candidates[a] = (size_t)pool.candidates[ballots[i].candidates[a]].impressions;
    }
    relevance_estimate(estimator, tallies, n, ballots, known.n_ballots);
    *votes = (struct luce_question){.n_candidates = n, .ballots = ballots, .n_ballots = known.n_ballots};
    keep_votes(votes, tallies, n, arena);
    return true;
}
