/*
 * All votes are in memory while it is worked out, question by question, candidates by their numbers in it.
 */
#include "core/store/reliability.h"

#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/judge/reliability.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/standing.h"
#include "core/store/status.h"
#include "core/store/store_private.h"

#include <stdlib.h>

void reliability_free(struct reliability *reliability)
{
    if (reliability == NULL)
        return;
    arena_release(&reliability->arena);
    free(reliability);
}

/* --- Votes --------------------------------------------------------------------------------------- */

/* The votes as far as they have been read. */
struct vote_reading {
    struct store *store;
    struct arena *arena;
    const struct reliability *reliability;
    struct rated_question *questions;
    size_t n_questions;
    int64_t question_id; /* of the last one … */
    struct luce_ballot *ballots;
    size_t *annotators;
    size_t n_ballots, n_annotators;
    int64_t *document_ids; /* … and its candidates */
    size_t n_documents;
};

static void finish_question(struct vote_reading *reading)
{
    if (reading->n_ballots > 0)
        ARENA_PUSH(reading->arena, reading->questions, reading->n_questions) = (struct rated_question){
            .n_candidates = reading->n_documents,
            .ballots = reading->ballots,
            .annotators = reading->annotators,
            .n_ballots = reading->n_ballots,
        };
    reading->ballots = NULL;
    reading->annotators = NULL;
    reading->document_ids = NULL;
    reading->n_ballots = reading->n_annotators = reading->n_documents = 0;
}

static size_t number_of(struct vote_reading *reading, int64_t document_id)
{
    size_t i = 0;
    while (i < reading->n_documents && reading->document_ids[i] != document_id)
        i++;
    if (i == reading->n_documents)
        ARENA_PUSH(reading->arena, reading->document_ids, reading->n_documents) = document_id;
    return i;
}

/* The place of an annotator; that of none is the number of them. */
static size_t place_of(const struct reliability *reliability, int64_t annotator_id)
{
    size_t place;
    LOWER_BOUND(place, reliability->n, reliability->annotator_ids[place] < annotator_id);
    return place < reliability->n && reliability->annotator_ids[place] == annotator_id ? place
                                                                                       : reliability->n;
}

/* Of those that count: no control, and of nobody who is left out. */
static bool see_vote(void *void_reading, const struct cast_vote *vote, struct err *err)
{
    struct vote_reading *reading = void_reading;
    if (vote->control != CONTROL_ABSENT || is_left_out(reading->store, vote->annotator_id))
        return true;
    const size_t annotator = place_of(reading->reliability, vote->annotator_id);
    if (annotator == reading->reliability->n)
        return db_fail_damaged(reading->store->db, "the annotator of a vote is missing", err);
    if (vote->question_id != reading->question_id)
        finish_question(reading);
    reading->question_id = vote->question_id;
    struct luce_ballot ballot = {.n_slots = vote->choice.n_slots, .position = vote->choice.position};
    for (size_t i = 0; i < ballot.n_slots; i++)
        ballot.candidates[i] = number_of(reading, vote->choice.document_ids[i]);
    ARENA_PUSH(reading->arena, reading->annotators, reading->n_annotators) = annotator;
    ARENA_PUSH(reading->arena, reading->ballots, reading->n_ballots) = ballot;
    return true;
}

static bool read_votes(struct store *store, struct vote_reading *reading, struct err *err)
{
    bool read =
        standing_visit(store, &(struct standing_visitor){.context = reading, .see_vote = see_vote}, err);
    finish_question(reading);
    return read;
}

static bool list_annotators(struct store *store, struct reliability *reliability, struct err *err)
{
    int64_t *ids = NULL;
    struct arena names = {0};
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_LIST);
    while (query_next(&query))
        ARENA_PUSH(&reliability->arena, ids, reliability->n) =
            read_annotator_row(&query, &names).annotator_id;
    reliability->annotator_ids = ids;
    arena_release(&names);
    return query_end(&query, err);
}

/* --- Reading it ---------------------------------------------------------------------------------- */

static bool make(struct store *store, struct reliability *reliability, struct err *err)
{
    struct arena arena = {0};
    struct vote_reading reading = {.store = store, .arena = &arena, .reliability = reliability};
    bool worked = list_annotators(store, reliability, err) && read_votes(store, &reading, err);
    if (worked) {
        struct luce_rater *raters = arena_get_array(&reliability->arena, reliability->n, sizeof *raters);
        reliability_estimate(reading.questions, reading.n_questions, raters, reliability->n);
        reliability->raters = raters;
    }
    arena_release(&arena);
    return worked;
}

static bool is_recent(const struct reliability *kept, int64_t votes)
{
    return kept != NULL && 10 * llabs(votes - kept->votes) <= kept->votes;
}

bool reliability_read(struct store *store, const struct reliability **reliability, struct err *err)
{
    struct progress progress;
    size_t is_on;
    *reliability = NULL;
    if (!setting_get_choice(store, SETTING_RELIABILITY, &is_on, err))
        return false;
    if (is_on == 0)
        return true;
    if (!store_get_progress(store, &progress, err))
        return false;
    if (!is_recent(store->reliability, progress.ballots_done)) {
        struct reliability *made = memory_get_zeroed(1, sizeof *made);
        made->votes = progress.ballots_done;
        if (!make(store, made, err)) {
            reliability_free(made);
            return false;
        }
        reliability_free(store->reliability);
        store->reliability = made;
    }
    *reliability = store->reliability;
    return true;
}

const struct luce_rater *reliability_of(const struct reliability *reliability, int64_t annotator_id)
{
    if (reliability == NULL)
        return NULL;
    const size_t place = place_of(reliability, annotator_id);
    return place < reliability->n ? &reliability->raters[place] : NULL;
}
