#include "core/store/votes/votes.h"

#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"
#include "core/store/votes/held_votes.h"

#include <stdlib.h>
#include <string.h>

static struct query find_votes(struct store *store, int64_t question_id, int64_t last)
{
    struct query query = query_start(store->db, STATEMENT_CAST_SLOT_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, last);
    return query;
}

void store_prefetch_votes_until(struct store *store, int64_t question_id, int64_t last)
{
    struct query query = find_votes(store, question_id, last);
    query_prefetch(&query);
}

void store_prefetch_votes(struct store *store, int64_t question_id)
{
    if (!held_votes_reach(store->votes, question_id))
        store_prefetch_votes_until(store, question_id, INT64_MAX);
}

bool votes_take(struct store *store, struct query *query, struct arena *arena, struct cast_vote **votes,
                size_t *n, struct err *err)
{
    *votes = NULL;
    *n = 0;
    while (query_next(query)) {
        const struct cast_slot slot = read_cast_slot(query);
        if (is_uncounted(store, slot.annotator_id))
            continue;
        if (*n == 0 || (*votes)[*n - 1].answer_id != slot.answer_id)
            ARENA_PUSH(arena, *votes, *n) = (struct cast_vote){.answer_id = slot.answer_id,
                                                               .annotator_id = slot.annotator_id,
                                                               .choice.position = VOTE_NONE};
        struct choice *choice = &(*votes)[*n - 1].choice;
        const int position = choice_take_slot(choice, slot.candidate_id);
        query_require(query, position > 0, "a ballot has too many slots");
        if (slot.is_chosen)
            choice->position = position;
        choice_take_second(choice, slot.second, slot.position, position);
    }
    return query_end(query, err);
}

bool store_list_votes_until(struct store *store, int64_t question_id, int64_t last, struct arena *arena,
                            struct cast_vote **votes, size_t *n, struct err *err)
{
    struct query query = find_votes(store, question_id, last);
    return votes_take(store, &query, arena, votes, n, err);
}

bool store_list_votes(struct store *store, int64_t question_id, struct arena *arena, struct cast_vote **votes,
                      size_t *n, struct err *err)
{
    if (!held_votes_reach(store->votes, question_id))
        return store_list_votes_until(store, question_id, INT64_MAX, arena, votes, n, err);
    *n = held_votes_count(store->votes, question_id);
    *votes = arena_get_array(arena, *n, sizeof **votes);
    for (size_t i = 0; i < *n; i++)
        (*votes)[i] = held_votes_get(store->votes, question_id, i);
    return true;
}

static int compare_times(const void *left, const void *right)
{
    const struct cast_vote *a = left, *b = right;
    return (a->answer_id > b->answer_id) - (a->answer_id < b->answer_id);
}

void votes_sort_by_time(struct cast_vote *votes, size_t n)
{
    size_t i = 1;
    while (i < n && votes[i - 1].answer_id < votes[i].answer_id)
        i++;
    if (i < n)
        qsort(votes, n, sizeof *votes, compare_times);
}

static struct query find_quotations(struct store *store, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_QUOTATION_LIST);
    query_bind_integer(&query, 1, question_id);
    return query;
}

void store_prefetch_quotations(struct store *store, int64_t question_id)
{
    struct query query = find_quotations(store, question_id);
    query_prefetch(&query);
}

bool store_list_quotations(struct store *store, int64_t question_id, struct arena *arena,
                           struct quotation_row **rows, size_t *n, struct err *err)
{
    if (!store_require_all(store, "looking at the passages that annotators marked", err))
        return false;
    struct query query = find_quotations(store, question_id);
    *rows = NULL;
    *n = 0;
    while (query_next(&query)) {
        struct told_quotation told = read_told_quotation(&query, arena);
        if (!is_left_out(store, told.annotator_id))
            ARENA_PUSH(arena, *rows, *n) = told.row;
    }
    return query_end(&query, err);
}

/* Counts the votes one by one, because those of annotators who don't count must be skipped. */
static bool find_told_vote_after(struct store *store, int64_t after, int64_t nth, int64_t *answer_id,
                                 struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_VOTE_AFTER_LIST);
    query_bind_integer(&query, 1, after);
    *answer_id = 0;
    while (nth > 0 && query_next(&query)) {
        struct told_vote vote = read_told_vote(&query);
        nth -= !is_uncounted(store, vote.annotator_id);
        if (nth == 0)
            *answer_id = vote.answer_id;
    }
    return query_end(&query, err);
}

bool store_find_vote_after(struct store *store, int64_t after, int64_t nth, int64_t *answer_id,
                           struct err *err)
{
    if (store->left_out.n + store->set_aside.n > 0)
        return find_told_vote_after(store, after, nth, answer_id, err);
    struct query query = query_start(store->db, STATEMENT_VOTE_AFTER);
    query_bind_integer(&query, 1, after);
    query_bind_integer(&query, 2, nth - 1);
    return query_one_integer(&query, 0, answer_id, err);
}

static bool is_time(int64_t ms)
{
    return ms >= 0 && ms <= ANSWER_TIME_MAX;
}

/* Checks a row of told_answer; an invalid row is damage. */
static bool is_sound(struct query *query, const struct told_answer *told)
{
    const struct answer_row *answer = &told->answer;
    return query_require(query, told->is_complete, "an answer refers to a missing row") &&
           query_require(query, !told->has_other, "a ballot has too many slots") &&
           query_require(query, !told->lacks_slot, "a ballot lacks a slot") &&
           query_require(query, answer->position >= VOTE_NONE && answer->position <= told->n_slots,
                         "a vote names a slot that its ballot does not have") &&
           query_require(query,
                         is_time(answer->given_at) &&
                             (!answer->is_withdrawn || is_time(answer->withdrawn_at)),
                         "an answer has a time that is not in any calendar");
}

static bool visit_told(struct told_answer *told, answer_visit *visit, void *context, struct err *err)
{
    const struct bytes docids[] = {told->docid_1, told->docid_2, told->docid_3};
    told->answer.evidence = (struct quotation){told->evidence_start, told->evidence_text};
    told->answer.n_slots = (size_t)told->n_slots;
    memcpy(told->answer.docids, docids, sizeof docids);
    return visit(context, &told->answer, err);
}

/* Runs a query of told_answer to its end. */
static bool visit_answers(struct store *store, struct query *query, answer_visit *visit, void *context,
                          struct err *err)
{
    bool visited = true;
    while (visited && query_next(query)) {
        struct told_answer told = read_told_answer(query);
        if (!is_left_out(store, told.answer.annotator_id) && is_sound(query, &told))
            visited = visit_told(&told, visit, context, err);
    }
    return query_end_visit(query, visited, err);
}

bool store_has_answer(struct store *store, struct bytes uuid, bool *has, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_FIND);
    query_bind_bytes(&query, 1, uuid);
    *has = query_next(&query);
    return query_end(&query, err);
}

bool store_visit_answers(struct store *store, answer_visit *visit, void *context, struct err *err)
{
    if (!store_require_all(store, "looking at the answers of each annotator", err))
        return false;
    struct query query = query_start(store->db, STATEMENT_ANSWER_ALL);
    return visit_answers(store, &query, visit, context, err);
}

bool store_visit_changed_answers(struct store *store, const struct answer_change *since, answer_visit *visit,
                                 void *context, struct err *err)
{
    if (since->answer_id == 0) /* a query that needs no sorting; without answers there are no withdrawals */
        return store_visit_answers(store, visit, context, err);
    struct query query = query_start(store->db, STATEMENT_ANSWER_CHANGED);
    query_bind_integer(&query, 1, since->answer_id);
    query_bind_integer(&query, 2, since->withdrawal_id);
    query_bind_integer(&query, 3, since->addition_id);
    return visit_answers(store, &query, visit, context, err);
}
