/*
 * A candidate makes its question need more ballots. These needs are computed once for an import, and not row by row;
 * nobody can vote meanwhile. So the questions that got candidates or votes, or another place, are noted, and only these
 * are recomputed.
 */
#include "core/store/content/unsettled.h"

#include "core/base/memory.h"
#include "core/judge/deal.h"
#include "core/store/labelling/dockets.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

#include <stdlib.h>

void question_note_unsettled(struct store *store, int64_t question_id)
{
    if (store->n_unsettled == 0 || store->unsettled[store->n_unsettled - 1] != question_id)
        VECTOR_PUSH(store->unsettled, store->n_unsettled, store->unsettled_capacity) = question_id;
}

bool questions_note_found(struct store *store, struct query *query, struct err *err)
{
    while (query_next(query))
        question_note_unsettled(store, query_only_integer(query));
    return query_end(query, err);
}

static bool list_pool_sizes(struct store *store, struct arena *arena, struct pool_size **sizes, size_t *n,
                            struct err *err)
{
    *sizes = NULL;
    *n = 0;
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_POOL_SIZES);
    while (query_next(&query))
        ARENA_PUSH(arena, *sizes, *n) = read_pool_size(&query);
    return query_end(&query, err);
}

/* So many questions are processed together. */
enum { QUESTIONS_AT_ONCE = 2000 };

static bool put_targets(struct store *store, const struct pool_size *sizes, size_t n, size_t ballot_size,
                        int64_t impressions, struct err *err)
{
    bool put = true;
    for (size_t i = 0; put && i < n; i++) {
        const size_t pool = (size_t)sizes[i].n_candidates;
        const int64_t target[] = {sizes[i].question_id, sizes[i].n_candidates,
                                  deal_target(pool, ballot_size, impressions),
                                  (int64_t)deal_slots(pool, ballot_size)};
        put = ((i + 1) % QUESTIONS_AT_ONCE == 0 ? db_run : db_post)(store->db, STATEMENT_QUESTION_SET_TARGET,
                                                                    target, 4, err);
    }
    return put;
}

bool store_refresh_targets(struct store *store, size_t ballot_size, int64_t impressions, struct err *err)
{
    struct arena arena = {0};
    struct pool_size *sizes;
    size_t n;
    bool worked = list_pool_sizes(store, &arena, &sizes, &n, err) &&
                  put_targets(store, sizes, n, ballot_size, impressions, err);
    for (size_t i = 0; worked && i < n; i++)
        question_note_unsettled(store, sizes[i].question_id);
    arena_release(&arena);
    return worked;
}

static int compare_numbers(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* Sorts the noted questions, without duplicates: several runs may note the same question. */
static void sort_unsettled(struct store *store)
{
    size_t n = 0;
    if (store->n_unsettled > 0)
        qsort(store->unsettled, store->n_unsettled, sizeof *store->unsettled, compare_numbers);
    for (size_t i = 0; i < store->n_unsettled; i++) {
        if (n == 0 || store->unsettled[n - 1] != store->unsettled[i])
            store->unsettled[n++] = store->unsettled[i];
    }
    store->n_unsettled = n;
}

size_t questions_count_unsettled(struct store *store)
{
    sort_unsettled(store);
    return store->n_unsettled;
}

bool questions_lock_unsettled(struct store *store, struct err *err)
{
    bool locked = true;
    if (!db_is_on_server(store->db))
        return true;
    sort_unsettled(store);
    for (size_t i = 0; locked && i < store->n_unsettled; i++)
        locked = db_post(store->db, STATEMENT_QUESTION_LOCK, &store->unsettled[i], 1, err);
    return locked;
}

static struct query find_pool_size(struct store *store, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_POOL_SIZE);
    query_bind_integer(&query, 1, question_id);
    return query;
}

static bool read_pool_sizes(struct store *store, const int64_t *questions, size_t n, struct pool_size *sizes,
                            struct err *err)
{
    bool worked = true;
    for (size_t i = 0; i < n; i++) {
        struct query query = find_pool_size(store, questions[i]);
        query_prefetch(&query);
    }
    for (size_t i = 0; worked && i < n; i++) {
        struct query query = find_pool_size(store, questions[i]);
        sizes[i].question_id = questions[i];
        worked = query_one_integer(&query, 0, &sizes[i].n_candidates, err);
    }
    return worked;
}

bool store_refresh_unsettled_targets(struct store *store, size_t ballot_size, int64_t impressions,
                                     struct err *err)
{
    struct pool_size sizes[QUESTIONS_AT_ONCE];
    bool worked = true;
    sort_unsettled(store);
    for (size_t begin = 0; worked && begin < store->n_unsettled; begin += QUESTIONS_AT_ONCE) {
        size_t rest = store->n_unsettled - begin, n = rest < QUESTIONS_AT_ONCE ? rest : QUESTIONS_AT_ONCE;
        worked = read_pool_sizes(store, store->unsettled + begin, n, sizes, err) &&
                 put_targets(store, sizes, n, ballot_size, impressions, err);
    }
    return worked;
}

/* The ballots left follow from the targets and the places, so they are computed after both. */
bool questions_settle_unsettled(struct store *store, struct err *err)
{
    bool worked = true;
    sort_unsettled(store);
    for (size_t begin = 0; worked && begin < store->n_unsettled; begin += QUESTIONS_AT_ONCE) {
        size_t rest = store->n_unsettled - begin, n = rest < QUESTIONS_AT_ONCE ? rest : QUESTIONS_AT_ONCE;
        worked = questions_settle(store, store->unsettled + begin, n, err);
    }
    store->n_unsettled = 0;
    return worked;
}
