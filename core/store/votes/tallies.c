#include "core/store/votes/tallies.h"

#include "core/base/search.h"
#include "core/store/labelling/prior_learning.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"
#include "core/store/votes/reliability.h"
#include "core/store/votes/votes.h"

#include <stdlib.h>

/* Votes refer to documents by number; tallies have another order. */
struct numbered_tally {
    int64_t document_id;
    size_t number; /* index of the tally */
};

struct counting {
    struct tally *tallies;
    struct numbered_tally *numbered; /* candidates by document_id */
    size_t n;
    struct arena *arena; /* holds the ballots; NULL: they are not wanted */
    struct luce_ballot *ballots, *beside;
    size_t n_ballots, n_beside;
};

static int compare_numbered(const void *left, const void *right)
{
    const struct numbered_tally *a = left, *b = right;
    return (a->document_id > b->document_id) - (a->document_id < b->document_id);
}

static struct counting begin_counting(struct tally *tallies, size_t n, struct arena *arena)
{
    struct counting counting = {.tallies = tallies};
    counting.numbered = arena_get_array(arena, n, sizeof *counting.numbered);
    for (size_t i = 0; i < n; i++) {
        tallies[i].impressions = tallies[i].keeps = tallies[i].drops = 0;
        tallies[i].wins = 0;
        if (!tallies[i].is_twin)
            counting.numbered[counting.n++] = (struct numbered_tally){tallies[i].document_id, i};
    }
    if (counting.n > 0)
        qsort(counting.numbered, counting.n, sizeof *counting.numbered, compare_numbered);
    return counting;
}

/* NULL: it is not a candidate. */
static const struct numbered_tally *find_number(const struct counting *counting, int64_t document_id)
{
    size_t i;
    LOWER_BOUND(i, counting->n, counting->numbered[i].document_id < document_id);
    return i < counting->n && counting->numbered[i].document_id == document_id ? &counting->numbered[i]
                                                                               : NULL;
}

/*
 * Translates the slots to numbers of tallies. If the chosen document is no candidate any more, the vote says nothing
 * about the others: then there are no slots.
 */
static struct luce_ballot number_slots(const struct counting *counting, const struct choice *choice,
                                       const struct luce_rater *rater)
{
    struct luce_ballot ballot = {.position = VOTE_NONE, .rater = rater};
    for (size_t slot = 0; slot < choice->n_slots; slot++) {
        const struct numbered_tally *found = find_number(counting, choice->document_ids[slot]);
        if (found != NULL)
            luce_ballot_take(&ballot, choice, (int)slot + 1, found->number);
        else if (choice_wins(choice, (int)slot + 1) > 0)
            return (struct luce_ballot){.n_slots = 0};
    }
    return ballot;
}

static void keep_ballots(struct counting *counting, const struct choice *choice,
                         const struct luce_rater *rater)
{
    struct choice rest;
    const struct luce_ballot ballot = number_slots(counting, choice, rater);
    if (ballot.n_slots > 0)
        ARENA_PUSH(counting->arena, counting->ballots, counting->n_ballots) = ballot;
    if (!choice_of_rest(choice, &rest))
        return;
    const struct luce_ballot second = number_slots(counting, &rest, rater);
    if (second.n_slots > 0)
        ARENA_PUSH(counting->arena, counting->beside, counting->n_beside) = second;
}

static void count_vote(struct counting *counting, const struct cast_vote *vote,
                       const struct luce_rater *rater)
{
    for (size_t slot = 0; slot < vote->choice.n_slots; slot++) {
        const struct numbered_tally *found = find_number(counting, vote->choice.document_ids[slot]);
        if (found == NULL)
            continue;
        counting->tallies[found->number].impressions++;
        counting->tallies[found->number].wins += choice_wins(&vote->choice, (int)slot + 1);
    }
    if (counting->arena != NULL)
        keep_ballots(counting, &vote->choice, rater);
}

void tallies_count(struct tally *tallies, size_t n, const struct cast_vote *votes, size_t n_votes)
{
    struct arena arena = {0};
    struct counting counting = begin_counting(tallies, n, &arena);
    for (size_t i = 0; i < n_votes; i++)
        count_vote(&counting, &votes[i], NULL);
    for (size_t i = 0; i < n; i++) {
        const struct numbered_tally *candidate =
            tallies[i].is_twin ? find_number(&counting, tallies[i].document_id) : NULL;
        if (candidate != NULL) {
            tallies[i].impressions = tallies[candidate->number].impressions;
            tallies[i].wins = tallies[candidate->number].wins;
        }
    }
    arena_release(&arena);
}

/* --- Relevance -------------------------------------------------------------------------------- */

static struct query find_glances(struct store *store, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_GLANCE_LIST);
    query_bind_integer(&query, 1, question_id);
    return query;
}

void glances_prefetch(struct store *store, int64_t question_id)
{
    struct query query = find_glances(store, question_id);
    query_prefetch(&query);
}

/* Adds the glances at the candidates. */
static bool take_glances(struct store *store, int64_t question_id,
                         const struct annotator_reliability *reliability, struct counting *counting,
                         struct err *err)
{
    struct query query = find_glances(store, question_id);
    while (query_next(&query)) {
        const struct glance glance = read_glance(&query);
        const struct numbered_tally *found = find_number(counting, glance.candidate_id);
        if (found == NULL || is_uncounted(store, glance.annotator_id))
            continue;
        counting->tallies[found->number].keeps += glance.is_kept;
        counting->tallies[found->number].drops += !glance.is_kept;
        ARENA_PUSH(counting->arena, counting->beside, counting->n_beside) =
            (struct luce_ballot){.candidates = {found->number},
                                 .n_slots = 1,
                                 .position = glance.is_kept ? 1 : VOTE_NONE,
                                 .rater = rater_copy(annotator_glances_of(reliability, glance.annotator_id),
                                                     counting->arena)};
    }
    return query_end(&query, err);
}

/* Keeps the votes for callers that compute intervals. */
static void keep_votes(const struct luce_question *used, struct tally *tallies, size_t n, struct arena *arena)
{
    struct luce_question *kept = arena_get(arena, sizeof *kept);
    *kept = *used;
    for (size_t i = 0; i < n; i++) {
        tallies[i].votes = kept;
        tallies[i].number = i;
    }
}

static bool estimate(struct store *store, int64_t question_id, const struct cast_vote *votes, size_t n_votes,
                     struct tally *tallies, size_t n, struct arena *arena, struct luce_question *used,
                     struct err *err)
{
    const struct annotator_reliability *reliability;
    double prior_weight;
    if (!reliability_read(store, &reliability, err) || !prior_learning_for_labels(store, &prior_weight, err))
        return false;
    struct counting counting = begin_counting(tallies, n, arena);
    counting.arena = arena;
    for (size_t i = 0; i < n_votes; i++) {
        const struct luce_rater *rater = annotator_reliability_of(reliability, votes[i].annotator_id);
        count_vote(&counting, &votes[i], rater_copy(rater, arena));
    }
    if (!take_glances(store, question_id, reliability, &counting, err))
        return false;
    *used = (struct luce_question){.n_candidates = n,
                                   .ballots = counting.ballots,
                                   .n_ballots = counting.n_ballots,
                                   .beside = counting.beside,
                                   .n_beside = counting.n_beside};
    relevance_estimate(ESTIMATOR_LUCE, tallies, used, prior_weight);
    keep_votes(used, tallies, n, arena);
    return true;
}

bool tallies_read(struct store *store, int64_t question_id, struct tally *tallies, size_t n,
                  struct arena *arena, struct luce_question *used, struct err *err)
{
    enum estimator estimator;
    struct cast_vote *votes;
    size_t n_votes;
    *used = (struct luce_question){0};
    if (!setting_get_estimator(store, &estimator, err) ||
        !store_list_votes(store, question_id, arena, &votes, &n_votes, err))
        return false;
    if (estimator == ESTIMATOR_LUCE)
        return estimate(store, question_id, votes, n_votes, tallies, n, arena, used, err);
    tallies_count(tallies, n, votes, n_votes);
    return true;
}
