/*
 * Votes are read anew each time, so that an answer that was taken back, or that another program gave, counts at once. The
 * likeness of texts is kept for the question that was looked at last: an annotator stays at a question for some
 * ballots, and its texts are read once. They are read anew when the pool is another one, and after each import, which may
 * have replaced one.
 *
 * Under adaptive dealing ballots_left follows from floating point: from the votes, and from the budget and the
 * confidence that are set. A vote then costs a millisecond or two more. Balanced dealing reads nothing here.
 */
#include "core/store/votes/known.h"

#include "core/base/memory.h"
#include "core/judge/likeness.h"
#include "core/store/labelling/pool_likeness.h"
#include "core/store/votes/reliability.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

#include <stdlib.h>
#include <string.h>

/* --- Likeness ------------------------------------------------------------------------------------- */

static struct query start_import_mark(struct store *store)
{
    return query_start(store->db, STATEMENT_IMPORT_MARK_GET);
}

static struct query start_texts(struct store *store, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_TEXT_LIST);
    query_bind_integer(&query, 1, question_id);
    return query;
}

static bool find_import_mark(struct store *store, struct import_mark *mark, struct err *err)
{
    struct query query = start_import_mark(store);
    *mark = (struct import_mark){0};
    if (query_next(&query))
        *mark = read_import_mark(&query);
    return query_end(&query, err);
}

static bool is_of_pool(const struct pool_likeness *kept, int64_t question_id, const struct import_mark *mark,
                       const struct pool *pool)
{
    if (kept == NULL || kept->question_id != question_id || kept->n != pool->n_candidates ||
        kept->import_id != mark->import_id || kept->imported_at != mark->imported_at)
        return false;
    for (size_t i = 0; i < kept->n; i++) {
        if (kept->document_ids[i] != pool->candidates[i].document_id)
            return false;
    }
    return true;
}

/* The texts of the pool's candidates, which come in the same order, one in memory at a time. */
static bool compare_texts(struct store *store, const struct pool *pool, struct pool_likeness *out,
                          struct err *err)
{
    struct likeness likeness = {0};
    struct query query = start_texts(store, out->question_id);
    while (likeness.n_texts < pool->n_candidates && query_next(&query)) {
        struct candidate_text text = read_candidate_text(&query);
        if (text.document_id == pool->candidates[likeness.n_texts].document_id)
            likeness_add(&likeness, text.title, text.text);
    }
    query_require(&query, likeness.n_texts == pool->n_candidates, "a candidate's document is missing");
    bool worked = query_end(&query, err);
    if (worked)
        likeness_fill(&likeness, out->likeness);
    for (size_t i = 0; worked && i < out->n; i++)
        out->words[i] = likeness_words(&likeness, i);
    likeness_release(&likeness);
    return worked;
}

static bool read_likeness(struct store *store, int64_t question_id, struct pool *pool,
                          struct luce_question *known, struct err *err)
{
    struct import_mark mark;
    if (!find_import_mark(store, &mark, err))
        return false;
    if (!is_of_pool(store->likeness, question_id, &mark, pool)) {
        size_t n = pool->n_candidates;
        struct pool_likeness *made = memory_get_zeroed(1, sizeof *made);
        *made = (struct pool_likeness){.question_id = question_id,
                                       .import_id = mark.import_id,
                                       .imported_at = mark.imported_at,
                                       .n = n};
        made->document_ids = memory_get_zeroed(n, sizeof *made->document_ids);
        made->likeness = memory_get_zeroed(n * n, sizeof *made->likeness);
        made->words = memory_get_zeroed(n, sizeof *made->words);
        for (size_t i = 0; i < n; i++)
            made->document_ids[i] = pool->candidates[i].document_id;
        if (!compare_texts(store, pool, made, err)) {
            pool_likeness_free(made);
            return false;
        }
        pool_likeness_free(store->likeness);
        store->likeness = made;
    }
    known->likeness = store->likeness->likeness;
    pool->words = store->likeness->words;
    return true;
}

/* --- Votes ---------------------------------------------------------------------------------------- */

static int compare_ids(const void *left, const void *right)
{
    const struct pool_candidate *a = left, *b = right;
    return (a->document_id > b->document_id) - (a->document_id < b->document_id);
}

/* What was seen comes first, then what the runs put first. */
static int compare_interest(const void *left, const void *right)
{
    const struct pool_candidate *a = left, *b = right;
    if ((a->impressions > 0) != (b->impressions > 0))
        return a->impressions > 0 ? -1 : 1;
    if (a->prior < b->prior || a->prior > b->prior)
        return a->prior > b->prior ? -1 : 1;
    return compare_ids(left, right);
}

static void keep_interesting(struct pool *pool, struct arena *arena)
{
    if (pool->n_candidates <= KNOWN_CANDIDATES_MAX)
        return;
    struct pool_candidate *kept = arena_get_array(arena, pool->n_candidates, sizeof *kept);
    memcpy(kept, pool->candidates, pool->n_candidates * sizeof *kept);
    qsort(kept, pool->n_candidates, sizeof *kept, compare_interest);
    qsort(kept, KNOWN_CANDIDATES_MAX, sizeof *kept, compare_ids);
    pool->candidates = kept;
    pool->n_candidates = KNOWN_CANDIDATES_MAX;
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

static struct query find_slots(struct store *store, int64_t question_id, int64_t now, int64_t except)
{
    struct query query = query_start(store->db, STATEMENT_KNOWN_SLOT_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, now);
    query_bind_integer(&query, 3, except);
    return query;
}

void known_foresee(struct store *store, int64_t question_id)
{
    struct query query = find_slots(store, question_id, NO_LEASES, 0);
    query_foresee(&query);
}

void known_foresee_texts(struct store *store, int64_t question_id)
{
    struct query mark = start_import_mark(store), texts = start_texts(store, question_id);
    query_foresee(&mark);
    query_foresee(&texts);
}

void known_foresee_votes(struct store *store, int64_t question_id, int64_t now, int64_t except)
{
    struct query slots = find_slots(store, question_id, now, except);
    setting_foresee(store, SETTING_BUDGET);
    setting_foresee(store, SETTING_CONFIDENCE);
    query_foresee(&slots);
}

static void foresee_likeness(struct store *store, int64_t question_id)
{
    struct query mark = start_import_mark(store);
    query_foresee(&mark);
    if (store->likeness != NULL && store->likeness->question_id == question_id)
        return;
    struct query texts = start_texts(store, question_id);
    query_foresee(&texts);
}

void known_foresee_reading(struct store *store, int64_t question_id, int64_t now, int64_t except)
{
    known_foresee_votes(store, question_id, now, except);
    foresee_likeness(store, question_id);
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

/* Where it will be once it is written: votes come first, by their numbers. */
static bool is_before(const struct known_vote *vote, const struct known_slot *slot)
{
    return !slot->is_vote || vote->deal < slot->deal;
}

static bool read_ballots(struct store *store, const struct known_request *request,
                         const struct voters *voters, struct arena *arena, struct pool *pool,
                         struct luce_question *known, struct err *err)
{
    struct counting counting = {.arena = arena, .pool = pool};
    struct ballot_reading reading = {0};
    const struct known_vote *vote = request->vote;
    struct query query = find_slots(store, request->question_id, request->now, request->except);
    for (bool more = true; more;) {
        struct known_slot slot = {0};
        more = query_next(&query);
        if (more)
            slot = read_known_slot(&query);
        if (!more || slot.ballot_id != reading.ballot_id) {
            count_ballot(&counting, &reading);
            if (vote != NULL && is_before(vote, &slot)) {
                count_ballot(&counting, &(struct ballot_reading){.choice = vote->choice});
                vote = NULL;
            }
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

static bool is_for_dealing(int64_t now)
{
    return now != NO_LEASES;
}

/* What is read for certain: what else is foreseen stays in memory as long as the transaction lasts. */
static void ask_together(struct store *store, const struct known_request *request, const struct pool *pool)
{
    struct query slots = find_slots(store, request->question_id, request->now, request->except);
    bool is_at_hand = query_is_at_hand(&slots);
    query_drop(&slots);
    if (is_at_hand)
        return;
    known_foresee_votes(store, request->question_id, request->now, request->except);
    if (is_for_dealing(request->now) && pool->n_candidates > pool->n_slots)
        foresee_likeness(store, request->question_id);
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

/* Texts are read where they can change something: who deals wants to know them, and who has votes to weigh. */
bool known_read(struct store *store, const struct known_request *request, struct arena *arena,
                struct pool *pool, struct err *err)
{
    struct luce_question *known = arena_get(arena, sizeof *known);
    ask_together(store, request, pool);
    if (!setting_get_integer(store, SETTING_BUDGET, &pool->budget, err) ||
        !setting_get_real(store, SETTING_CONFIDENCE, &pool->confidence, err))
        return false;
    keep_interesting(pool, arena);
    known->n_candidates = pool->n_candidates;
    known->priors = standardise(pool, arena);
    pool->known = known;
    if (!read_ballots(store, request, &(struct voters){0}, arena, pool, known, err))
        return false;
    if ((is_for_dealing(request->now) || pool->n_votes >= SETTLED_VOTES_MIN) &&
        pool->n_candidates > pool->n_slots && !read_likeness(store, request->question_id, pool, known, err))
        return false;
    pool_judge(pool);
    return true;
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
    const struct known_request request = {.question_id = question_id, .now = NO_LEASES};
    if (!read_ballots(store, &request, &voters, arena, &pool, &known, err))
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
