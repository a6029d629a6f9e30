#include "core/store/votes/replay.h"

#include "core/store/content/questions.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"
#include "core/store/votes/held_votes.h"
#include "core/store/votes/holding.h"
#include "core/store/votes/reliability.h"
#include "core/store/votes/votes.h"

#include <stdlib.h>

/* A replay of some questions. */
struct replay {
    struct store *store;
    int64_t last; /* answer */
    const struct annotator_reliability *reliability;
    struct arena *arena;
};

static bool read_questions(const struct replay *replay, int64_t first, int64_t last, int64_t votes_most,
                           struct replayed_question **questions, size_t *n, struct err *err)
{
    int64_t votes = 0;
    struct query query = query_start(replay->store->db, STATEMENT_QUESTION_BEGUN_LIST);
    query_bind_integer(&query, 1, first);
    query_bind_integer(&query, 2, last);
    *questions = NULL;
    *n = 0;
    while (votes < votes_most && query_next(&query)) {
        const struct begun_question row = read_begun_question(&query, replay->arena);
        ARENA_PUSH(replay->arena, *questions, *n) =
            (struct replayed_question){.question_id = row.name.question_id, .qid = row.name.qid};
        votes += row.votes;
    }
    return query_end(&query, err);
}

/* Orders by document_id; a candidate comes before its twins, which have its number. */
static int compare_documents(const void *left, const void *right)
{
    const struct tally *a = left, *b = right;
    if (a->document_id != b->document_id)
        return a->document_id < b->document_id ? -1 : 1;
    return a->is_twin != b->is_twin ? a->is_twin - b->is_twin : bytes_compare(a->docid, b->docid);
}

static bool read_candidates(const struct replay *replay, struct replayed_question *question, struct err *err)
{
    if (!store_list_pool(replay->store, question->question_id, replay->arena, &question->tallies,
                         &question->n_tallies, err))
        return false;
    if (question->n_tallies > 0)
        qsort(question->tallies, question->n_tallies, sizeof *question->tallies, compare_documents);
    return true;
}

static bool read_votes(const struct replay *replay, struct replayed_question *question, struct err *err)
{
    struct cast_vote *votes;
    const int64_t question_id = question->question_id;
    if (!(held_votes_reach(replay->store->votes, question_id)
              ? store_list_votes(replay->store, question_id, replay->arena, &votes, &question->n_votes, err)
              : store_list_votes_until(replay->store, question_id, replay->last, replay->arena, &votes,
                                       &question->n_votes, err)))
        return false;
    votes_sort_by_time(votes, question->n_votes);
    question->votes = arena_get_array(replay->arena, question->n_votes, sizeof *question->votes);
    for (size_t i = 0; i < question->n_votes; i++) {
        const struct luce_rater *rater = annotator_reliability_of(replay->reliability, votes[i].annotator_id);
        question->votes[i] = (struct replayed_vote){.answer_id = votes[i].answer_id,
                                                    .choice = votes[i].choice,
                                                    .rater = rater_copy(rater, replay->arena)};
    }
    return true;
}

static bool read_all(struct replay *replay, enum estimator estimator, int64_t first, int64_t last,
                     int64_t votes_most, struct replayed_question **questions, size_t *n, struct err *err)
{
    bool worked =
        (estimator != ESTIMATOR_LUCE || reliability_read(replay->store, &replay->reliability, err)) &&
        read_questions(replay, first, last, votes_most, questions, n, err);
    for (size_t i = 0; worked && i < *n; i++) {
        store_prefetch_pool(replay->store, (*questions)[i].question_id);
        if (!held_votes_reach(replay->store->votes, (*questions)[i].question_id))
            store_prefetch_votes_until(replay->store, (*questions)[i].question_id, replay->last);
    }
    for (size_t i = 0; worked && i < *n; i++)
        worked = read_candidates(replay, &(*questions)[i], err) && read_votes(replay, &(*questions)[i], err);
    db_drop_prefetched(replay->store->db);
    return worked;
}

bool replay_read(struct holding *holding, enum estimator estimator, int64_t first, int64_t last,
                 int64_t votes_most, struct arena *arena, struct replayed_question **questions, size_t *n,
                 struct err *err)
{
    struct replay replay = {.store = holding_store(holding), .last = holding_last(holding), .arena = arena};
    if (!holding_begin_reading(holding, err))
        return false;
    const bool worked = read_all(&replay, estimator, first, last, votes_most, questions, n, err);
    holding_end_reading(holding);
    return worked;
}
