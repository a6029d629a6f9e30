/* All votes are in memory during the estimate, question by question, with candidates numbered in their question. */
#include "core/store/votes/reliability.h"

#include "core/base/memory.h"
#include "core/judge/reliability.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/votes/standing.h"
#include "core/store/store_private.h"

#include <stdlib.h>

/* --- Votes --------------------------------------------------------------------------------------- */

/* The votes that have been read so far. */
struct rated_reading {
    struct store *store;
    struct arena *arena;
    const struct annotator_reliability *reliability;
    struct rated_question *questions;
    size_t n_questions;
    int64_t question_id; /* of the last question … */
    struct luce_ballot *ballots;
    size_t *annotators;
    size_t n_ballots, n_annotators;
    struct luce_ballot *glances;
    size_t *glancers;
    size_t n_glances, n_glancers;
    int64_t *document_ids; /* … and its candidates */
    size_t n_documents;
};

static void finish_question(struct rated_reading *reading)
{
    if (reading->n_ballots > 0)
        ARENA_PUSH(reading->arena, reading->questions, reading->n_questions) = (struct rated_question){
            .n_candidates = reading->n_documents,
            .ballots = reading->ballots,
            .annotators = reading->annotators,
            .n_ballots = reading->n_ballots,
            .glances = reading->glances,
            .glancers = reading->glancers,
            .n_glances = reading->n_glances,
        };
    reading->ballots = NULL;
    reading->annotators = NULL;
    reading->document_ids = NULL;
    reading->glances = NULL;
    reading->glancers = NULL;
    reading->n_ballots = reading->n_annotators = reading->n_documents = 0;
    reading->n_glances = reading->n_glancers = 0;
}

static size_t number_of(struct rated_reading *reading, int64_t document_id)
{
    size_t i = 0;
    while (i < reading->n_documents && reading->document_ids[i] != document_id)
        i++;
    if (i == reading->n_documents)
        ARENA_PUSH(reading->arena, reading->document_ids, reading->n_documents) = document_id;
    return i;
}

/* Takes the answers that count: votes and glances, no other controls, of annotators who count. */
static bool see_vote(void *context, const struct standing_vote *vote, struct err *err)
{
    struct rated_reading *reading = context;
    const size_t annotator = annotator_reliability_place(reading->reliability, vote->annotator_id);
    const bool is_glance = vote->control == CONTROL_GLANCE;
    if ((vote->control != CONTROL_ABSENT && !is_glance) || is_uncounted(reading->store, vote->annotator_id))
        return true;
    if (annotator == reading->reliability->n)
        return db_fail_damaged(reading->store->db, "the annotator of a vote is missing", err);
    if (vote->question_id != reading->question_id)
        finish_question(reading);
    reading->question_id = vote->question_id;
    struct luce_ballot ballot = {.n_slots = vote->counted.n_slots,
                                 .position = vote->counted.position,
                                 .tied = choice_tied(&vote->counted)};
    for (size_t slot = 0; slot < ballot.n_slots; slot++)
        ballot.candidates[slot] = number_of(reading, vote->counted.document_ids[slot]);
    if (is_glance) {
        ARENA_PUSH(reading->arena, reading->glancers, reading->n_glancers) = annotator;
        ARENA_PUSH(reading->arena, reading->glances, reading->n_glances) = ballot;
    } else {
        ARENA_PUSH(reading->arena, reading->annotators, reading->n_annotators) = annotator;
        ARENA_PUSH(reading->arena, reading->ballots, reading->n_ballots) = ballot;
    }
    return true;
}

static bool list_annotators(struct store *store, struct annotator_reliability *reliability, struct err *err)
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

/* --- Estimating ---------------------------------------------------------------------------------- */

static bool make(struct store *store, struct annotator_reliability *reliability, struct err *err)
{
    struct arena arena = {0};
    struct rated_reading reading = {.store = store, .arena = &arena, .reliability = reliability};
    const struct standing_visitor visitor = {.context = &reading, .see_vote = see_vote};
    bool worked = list_annotators(store, reliability, err) && standing_visit(store, &visitor, err);
    if (worked) {
        finish_question(&reading);
        struct luce_rater *raters = arena_get_array(&reliability->arena, reliability->n, sizeof *raters);
        reliability_estimate(reading.questions, reading.n_questions, raters, reliability->n);
        reliability->raters = raters;
        struct luce_rater *glances = arena_get_array(&reliability->arena, reliability->n, sizeof *glances);
        reliability_estimate_glances(reading.questions, reading.n_questions, glances, reliability->n);
        reliability->glances = glances;
    }
    arena_release(&arena);
    return worked;
}

bool reliability_read(struct store *store, const struct annotator_reliability **reliability, struct err *err)
{
    int64_t votes;
    size_t is_on;
    *reliability = NULL;
    if (!setting_get_choice(store, SETTING_RELIABILITY, &is_on, err))
        return false;
    if (is_on == 0)
        return true;
    if (!store_require_all(store, "the setting `reliability`, which weighs annotators,", err))
        return false;
    if (!votes_count(store, &votes, err))
        return false;
    if (store->reliability == NULL || !votes_are_nearly(store->reliability->votes, votes)) {
        struct annotator_reliability *made = memory_get_zeroed(1, sizeof *made);
        made->votes = votes;
        if (!make(store, made, err)) {
            annotator_reliability_free(made);
            return false;
        }
        annotator_reliability_free(store->reliability);
        store->reliability = made;
    }
    *reliability = store->reliability;
    return true;
}
