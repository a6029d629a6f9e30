/*
 * The docids are in one buffer, each after a byte with its size; `places` has the place of each document's docid. Both
 * together take at most HELD bytes. A docid that does not fit, or is longer than a byte can say, is looked up.
 */
#include "core/store/votes/replay.h"

#include "core/base/memory.h"
#include "core/store/votes/held_votes.h"
#include "core/store/votes/held_votes_reading.h"
#include "core/store/votes/reliability.h"
#include "core/store/rows.h"
#include "core/store/store.h"
#include "core/store/store_private.h"
#include "core/store/content/twins.h"

#include <limits.h>
#include <stdlib.h>

enum {
    HELD = 16 * 1024 * 1024,
    DOCIDS_AT_ONCE = 2000,
    /* The number of docids that are read in their order in the time of one lookup. */
    LOOK_UPS = 8,
};

struct replay {
    struct store *store;
    int64_t last;
    enum estimator estimator;
    struct votes_holding *votes;
    bool are_read; /* all docids that are to be held */
    uint32_t *places;
    size_t n_places; /* for document_ids below it; a place of 0: the docid is not held */
    struct buffer docids;
    struct buffer newest; /* the last docid that was read */
};

bool replay_open(struct replay **out, struct store *store, int64_t last, int64_t n_votes,
                 enum estimator estimator, struct err *err)
{
    int64_t newest;
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_NEWEST);
    if (!query_one_integer(&query, 0, &newest, err))
        return false;
    struct replay *replay = memory_get_zeroed(1, sizeof *replay);
    *replay = (struct replay){.store = store, .last = last, .estimator = estimator};
    replay->are_read = newest / LOOK_UPS > n_votes || newest >= HELD / 2 / (int64_t)sizeof *replay->places;
    replay->n_places = replay->are_read ? 0 : (size_t)newest + 1;
    replay->places = memory_get_zeroed(replay->n_places + 1, sizeof *replay->places);
    buffer_add_byte(&replay->docids, 0); /* place 0 means none */
    if (!votes_holding_open(&replay->votes, store, last, err)) {
        replay_close(replay);
        return false;
    }
    *out = replay;
    return true;
}

void replay_close(struct replay *replay)
{
    if (replay == NULL)
        return;
    votes_holding_close(replay->votes);
    free(replay->places);
    buffer_release(&replay->docids);
    buffer_release(&replay->newest);
    free(replay);
}

/* --- Docids --------------------------------------------------------------- */

static bool has_room_for(const struct replay *replay, struct bytes docid)
{
    return replay->n_places * sizeof *replay->places + replay->docids.size + docid.size < HELD;
}

static void hold_docid(struct replay *replay, const struct document_name *name)
{
    if (name->docid.size > UCHAR_MAX || (uint64_t)name->document_id >= replay->n_places)
        return;
    replay->places[name->document_id] = (uint32_t)replay->docids.size;
    buffer_add_byte(&replay->docids, (char)name->docid.size);
    buffer_add(&replay->docids, name->docid);
}

bool replay_read_docids(struct replay *replay, bool *are_read, struct err *err)
{
    size_t n = 0;
    bool has_room = true;
    struct query query = query_start(replay->store->db, STATEMENT_DOCUMENT_NAME_AFTER);
    query_bind_bytes(&query, 1, buffer_bytes(&replay->newest));
    query_bind_integer(&query, 2, DOCIDS_AT_ONCE);
    while (!replay->are_read && has_room && query_next(&query)) {
        const struct document_name name = read_document_name(&query);
        has_room = has_room_for(replay, name.docid);
        if (has_room)
            hold_docid(replay, &name);
        if (++n == DOCIDS_AT_ONCE) {
            buffer_clear(&replay->newest);
            buffer_add(&replay->newest, name.docid);
        }
    }
    *are_read = replay->are_read = n < DOCIDS_AT_ONCE || !has_room;
    return query_end(&query, err);
}

bool replay_read_votes(struct replay *replay, bool *are_read, struct err *err)
{
    return votes_holding_read(replay->votes, are_read, err);
}

/* Returns a held docid; empty: it is not held. */
static struct bytes held_docid(const struct replay *replay, int64_t document_id)
{
    const size_t place = (uint64_t)document_id < replay->n_places ? replay->places[document_id] : 0;
    const char *held = replay->docids.data + place;
    return (struct bytes){.data = held + 1, .size = (unsigned char)*held};
}

static struct query ask_for_docid(struct replay *replay, int64_t document_id)
{
    struct query query = query_start(replay->store->db, STATEMENT_DOCUMENT_DOCID);
    query_bind_integer(&query, 1, document_id);
    return query;
}

/* Finds a docid, into the arena; empty: there is no such document. */
static bool find_docid(struct replay *replay, int64_t document_id, struct arena *arena, struct bytes *docid,
                       struct err *err)
{
    *docid = held_docid(replay, document_id);
    if (docid->size > 0)
        return true;
    struct query query = ask_for_docid(replay, document_id);
    if (query_next(&query))
        *docid = arena_copy(arena, query_only_bytes(&query));
    return query_end(&query, err);
}

/* --- Questions ------------------------------------------------------------ */

/* The queries for a range of questions, in one trip. */
struct range_reading {
    struct query questions, candidates;
};

static struct query ask_range(struct replay *replay, enum statement statement, int64_t first, int64_t last)
{
    struct query query = query_start(replay->store->db, statement);
    query_bind_integer(&query, 1, first);
    query_bind_integer(&query, 2, last);
    return query;
}

static struct range_reading ask_for_range(struct replay *replay, int64_t first, int64_t last)
{
    struct range_reading reading = {
        .questions = ask_range(replay, STATEMENT_QUESTION_BEGUN_LIST, first, last),
        .candidates = ask_range(replay, STATEMENT_CANDIDATE_NUMBER_LIST, first, last),
    };
    query_ask(&reading.questions);
    query_ask(&reading.candidates);
    return reading;
}

static bool take_questions(struct query *query, int64_t votes_most, struct arena *arena,
                           struct replayed_question **questions, size_t *n, struct err *err)
{
    int64_t votes = 0;
    *questions = NULL;
    *n = 0;
    while (votes < votes_most && query_next(query)) {
        const struct begun_question row = read_begun_question(query, arena);
        ARENA_PUSH(arena, *questions, *n) =
            (struct replayed_question){.question_id = row.name.question_id, .qid = row.name.qid};
        votes += row.votes;
    }
    return query_end(query, err);
}

/* Returns the question of a row, searching from *at on, because both are sorted; NULL: it is not among them. */
static struct replayed_question *question_at(struct replayed_question *questions, size_t n, size_t *at,
                                             int64_t question_id)
{
    while (*at < n && questions[*at].question_id < question_id)
        ++*at;
    return *at < n && questions[*at].question_id == question_id ? &questions[*at] : NULL;
}

/* Orders by document_id; a candidate comes before its twins, which have its number. */
static int compare_documents(const void *left, const void *right)
{
    const struct tally *a = left, *b = right;
    if (a->document_id != b->document_id)
        return a->document_id < b->document_id ? -1 : 1;
    return a->is_twin != b->is_twin ? a->is_twin - b->is_twin : bytes_compare(a->docid, b->docid);
}

static void prefetch_names(struct replay *replay, const struct replayed_question *question)
{
    for (size_t i = 0; i < question->n_tallies; i++) {
        const int64_t document_id = question->tallies[i].document_id;
        if (held_docid(replay, document_id).size > 0)
            continue;
        struct query query = ask_for_docid(replay, document_id);
        query_prefetch(&query);
    }
    twins_prefetch(replay->store, question->question_id);
}

static bool name_candidates(struct replay *replay, struct replayed_question *question, struct arena *arena,
                            struct err *err)
{
    const size_t n = question->n_tallies;
    for (size_t i = 0; i < n; i++) {
        struct tally *tally = &question->tallies[i];
        if (!find_docid(replay, tally->document_id, arena, &tally->docid, err))
            return false;
    }
    if (!twins_add_tallies(replay->store, question->question_id, arena, &question->tallies,
                           &question->n_tallies, err))
        return false;
    if (question->n_tallies > n)
        qsort(question->tallies, question->n_tallies, sizeof *question->tallies, compare_documents);
    return true;
}

static bool take_candidates(struct replay *replay, struct query *query, struct replayed_question *questions,
                            size_t n, struct arena *arena, struct err *err)
{
    size_t at = 0;
    while (at < n && query_next(query)) {
        const struct candidate_number row = read_candidate_number(query);
        struct replayed_question *question = question_at(questions, n, &at, row.question_id);
        if (question != NULL)
            ARENA_PUSH(arena, question->tallies, question->n_tallies) =
                (struct tally){.document_id = row.document_id};
    }
    bool worked = query_end(query, err);
    for (size_t i = 0; i < n; i++)
        prefetch_names(replay, &questions[i]);
    for (size_t i = 0; worked && i < n; i++)
        worked = name_candidates(replay, &questions[i], arena, err);
    return worked;
}

/* --- Votes ---------------------------------------------------------------- */

/* Lists the held votes in the order of dealing, as if they were read. */
static void list_held(const struct replay *replay, int64_t question_id, struct arena *arena,
                      struct cast_vote **votes, size_t *n)
{
    const struct held_votes *held = votes_holding_held(replay->votes);
    *n = held_votes_count(held, question_id);
    *votes = arena_get_array(arena, *n, sizeof **votes);
    for (size_t i = 0; i < *n; i++)
        (*votes)[i] = held_votes_get(held, question_id, i);
}

static bool take_votes(struct replay *replay, const struct annotator_reliability *reliability, bool are_held,
                       struct replayed_question *question, struct arena *arena, struct err *err)
{
    struct cast_vote *votes;
    if (are_held)
        list_held(replay, question->question_id, arena, &votes, &question->n_votes);
    else if (!store_list_votes_until(replay->store, question->question_id, replay->last, arena, &votes,
                                     &question->n_votes, err))
        return false;
    votes_sort_by_time(votes, question->n_votes);
    question->votes = arena_get_array(arena, question->n_votes, sizeof *question->votes);
    for (size_t i = 0; i < question->n_votes; i++) {
        const struct luce_rater *rater = annotator_reliability_of(reliability, votes[i].annotator_id);
        question->votes[i] = (struct replayed_vote){.answer_id = votes[i].answer_id,
                                                    .choice = votes[i].choice,
                                                    .rater = rater_copy(rater, arena)};
    }
    return true;
}

/* Candidates after the last of the questions are ignored; they are read another time. */
static bool take_range(struct replay *replay, struct range_reading *reading,
                       const struct annotator_reliability *reliability, bool are_held, int64_t votes_most,
                       struct arena *arena, struct replayed_question **questions, size_t *n, struct err *err)
{
    struct err unused;
    bool worked = take_questions(&reading->questions, votes_most, arena, questions, n, err);
    for (size_t i = 0; worked && !are_held && i < *n; i++)
        store_prefetch_votes_until(replay->store, (*questions)[i].question_id, replay->last);
    worked = take_candidates(replay, &reading->candidates, *questions, worked ? *n : 0, arena,
                             worked ? err : &unused) &&
             worked;
    for (size_t i = 0; worked && i < *n; i++)
        worked = take_votes(replay, reliability, are_held, &(*questions)[i], arena, err);
    db_drop_prefetched(replay->store->db);
    return worked;
}

bool replay_read(struct replay *replay, int64_t first, int64_t last, int64_t votes_most, struct arena *arena,
                 struct replayed_question **questions, size_t *n, struct err *err)
{
    if (!store_begin_reading(replay->store, err))
        return false;
    const struct annotator_reliability *reliability = NULL;
    bool worked = replay->estimator != ESTIMATOR_LUCE || reliability_read(replay->store, &reliability, err);
    if (worked) {
        struct range_reading reading = ask_for_range(replay, first, last);
        const bool are_held = held_votes_reach(votes_holding_held(replay->votes), last);
        worked = take_range(replay, &reading, reliability, are_held, votes_most, arena, questions, n, err);
    }
    store_end_reading(replay->store);
    return worked;
}
