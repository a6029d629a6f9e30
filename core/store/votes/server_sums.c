/*
 * Both sides are added up with a factor for each candidate, so they are compared as two numbers: nothing is grouped, and the
 * server can divide the work among its processors. What questions need follows from the size of their pools, of which there are
 * few different ones; what is left of them, from their candidates one by one.
 */
#include "core/store/votes/server_sums.h"

#include "core/judge/settled.h"
#include "core/store/labelling/needs.h"
#include "core/store/labelling/dockets.h"
#include "core/store/content/questions.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"
#include "core/store/content/twins.h"

/* What the sums are modulo: see queries.sql. */
enum { SUM_MODULUS = 2147483647 };

static bool take_sum(struct query *query, struct sum_of_figures *sum, bool worked, struct err *err)
{
    struct err unused;
    *sum = (struct sum_of_figures){0};
    if (query_next(query))
        *sum = read_sum_of_figures(query);
    return query_end(query, worked ? err : &unused) && worked;
}

static bool take_needs(struct query *query, const struct need_settings *settings, bool *are_right,
                       bool worked, struct err *err)
{
    struct arena arena = {0};
    struct err unused;
    *are_right = true;
    while (query_next(query)) {
        const struct kept_need need = read_kept_need(query);
        const struct kept_needs kept = {.pool_size = need.pool_size,
                                        .target = need.target,
                                        .slots = need.slots};
        *are_right = *are_right && needs_find_wrong(&kept, settings, &arena) == NULL;
    }
    arena_release(&arena);
    return query_end(query, worked ? err : &unused) && worked;
}

static struct query ask(struct db *db, enum statement statement)
{
    struct query query = query_start(db, statement);
    query_ask(&query);
    return query;
}

/* Whether the query, each row of which says what is wrong, has none. */
static bool take_problems(struct query *query, bool *are_right, bool worked, struct err *err)
{
    struct err unused;
    *are_right = !query_next(query);
    return query_end(query, worked ? err : &unused) && worked;
}

/* Without a sign: a server may say any number. */
static bool are_equal(const struct sum_of_figures *votes, const struct sum_of_figures *ranks,
                      const struct sum_of_figures *kept)
{
    const uint64_t candidates = (uint64_t)votes->candidates + (uint64_t)ranks->candidates;
    return candidates % SUM_MODULUS == (uint64_t)kept->candidates && votes->questions == kept->questions;
}

/* What is added up, and how much each question needs. */
static bool compare_sums(struct db *db, const struct need_settings *settings, bool *are_right,
                         struct err *err)
{
    struct sum_of_figures votes, ranks, kept;
    bool needs_are_right;
    struct query of_votes = ask(db, STATEMENT_SUM_OF_VOTES), of_ranks = ask(db, STATEMENT_SUM_OF_RANKS),
                 of_kept = ask(db, STATEMENT_SUM_OF_KEPT), needs = ask(db, STATEMENT_KEPT_NEED_LIST);
    bool worked = take_sum(&of_votes, &votes, true, err);
    worked = take_sum(&of_ranks, &ranks, worked, err);
    worked = take_sum(&of_kept, &kept, worked, err);
    worked = take_needs(&needs, settings, &needs_are_right, worked, err);
    *are_right = are_equal(&votes, &ranks, &kept) && needs_are_right;
    return worked;
}

/* --- What is left --------------------------------------------------------------------------------- */

/* How large the pools are is looked at on the way. */
static bool compare_left_at_target(struct store *store, bool *are_right, struct err *err)
{
    int64_t wrong;
    struct query query = query_start(store->db, STATEMENT_QUESTION_OTHERWISE_COUNT);
    bool worked = query_one_integer(&query, 0, &wrong, err);
    *are_right = wrong == 0;
    return worked;
}

/* So many questions are read together: texts of their candidates may be among it. */
enum { QUESTIONS_READ = 100 };

static void foresee_pools(struct store *store, enum stop_rule rule, const struct question_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        docket_foresee(store, rows[i].question_id);
        if (rule == STOP_WHEN_SETTLED && rows[i].ballots_done >= SETTLED_VOTES_MIN)
            pool_foresee_texts(store, rows[i].question_id);
    }
}

static bool compare_pool_of(struct store *store, const struct deal_rules *rules,
                            const struct question_row *row, bool *are_right, struct err *err)
{
    struct arena arena = {0};
    struct pool pool;
    bool read = pool_read(store, rules, row->question_id, &arena, &pool, err);
    *are_right = read && (int64_t)pool.n_candidates == row->candidates &&
                 pool_ballots_left(&pool) == row->ballots_left;
    arena_release(&arena);
    return read;
}

/* Where that follows from more than the sums: question by question, as it was worked out. */
static bool compare_left_by_pools(struct store *store, const struct deal_rules *rules, bool *are_right,
                                  struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows;
    size_t n;
    bool worked = store_list_questions(store, &arena, &rows, &n, err);
    *are_right = true;
    for (size_t i = 0; worked && *are_right && i < n; i++) {
        if (i % QUESTIONS_READ == 0) {
            db_forget_foreseen(store->db);
            foresee_pools(store, stop_rule_of(rules->dealing), rows + i,
                          n - i < QUESTIONS_READ ? n - i : QUESTIONS_READ);
        }
        worked = compare_pool_of(store, rules, &rows[i], are_right, err);
    }
    db_forget_foreseen(store->db);
    arena_release(&arena);
    return worked;
}

/* --- All of it ------------------------------------------------------------------------------------ */

static bool compare_twins(struct store *store, bool any_twins, bool *are_right, struct err *err)
{
    *are_right = true;
    if (!any_twins)
        return true;
    struct query query = query_start(store->db, STATEMENT_CHECK_MERGED);
    return take_problems(&query, are_right, true, err);
}

bool server_sums_compare(struct store *store, const struct need_settings *settings, bool *are_right,
                         struct err *err)
{
    bool any_twins;
    if (!twins_find_any(store, &any_twins, err) || !compare_sums(store->db, settings, are_right, err) ||
        (*are_right && !compare_twins(store, any_twins, are_right, err)))
        return false;
    if (!*are_right)
        return true;
    return any_twins || settings->rule != STOP_AT_TARGET
               ? compare_left_by_pools(store, &settings->rules, are_right, err)
               : compare_left_at_target(store, are_right, err);
}
