/*
 * Both sides are added up with a factor for each candidate, so they are compared as two numbers: nothing is grouped, and the
 * server can divide the work among its processors. What is left of questions follows from their candidates one by one; what
 * they need, from the size of their pools, of which there are few different ones.
 */
#include "core/store/server_sums.h"

#include "core/store/needs.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"
#include "core/store/twins.h"

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

static bool take_count(struct query *query, int64_t *count, bool worked, struct err *err)
{
    struct err unused;
    return query_one_integer(query, 0, count, worked ? err : &unused) && worked;
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

static bool compare(struct db *db, const struct need_settings *settings, bool *are_right, struct err *err)
{
    struct sum_of_figures votes, ranks, kept;
    int64_t left_otherwise;
    bool needs_are_right;
    struct query of_votes = ask(db, STATEMENT_SUM_OF_VOTES), of_ranks = ask(db, STATEMENT_SUM_OF_RANKS),
                 of_kept = ask(db, STATEMENT_SUM_OF_KEPT),
                 left = ask(db, STATEMENT_QUESTION_LEFT_OTHERWISE_COUNT),
                 needs = ask(db, STATEMENT_KEPT_NEED_LIST);
    bool worked = take_sum(&of_votes, &votes, true, err);
    worked = take_sum(&of_ranks, &ranks, worked, err);
    worked = take_sum(&of_kept, &kept, worked, err);
    worked = take_count(&left, &left_otherwise, worked, err);
    worked = take_needs(&needs, settings, &needs_are_right, worked, err);
    *are_right = (votes.candidates + ranks.candidates) % SUM_MODULUS == kept.candidates &&
                 votes.questions == kept.questions && left_otherwise == 0 && needs_are_right;
    return worked;
}

/* How many votes a candidate has that stands for others, and what is left by what is known, takes more than sums. */
bool server_sums_compare(struct store *store, const struct need_settings *settings, bool *are_right,
                         struct err *err)
{
    bool any_twins;
    *are_right = false;
    return twins_find_any(store, &any_twins, err) &&
           (any_twins || settings->rule != STOP_AT_TARGET || compare(store->db, settings, are_right, err));
}
