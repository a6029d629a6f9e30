#include "core/store/votes.h"

#include "core/store/rows.h"
#include "core/store/store_private.h"

bool store_list_choices(struct store *store, int64_t question_id, int64_t last, struct arena *arena,
                        struct choice_row **rows, size_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_VOTE_SLOT_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, last);
    *rows = NULL;
    *n = 0;
    while (query_next(&query))
        ARENA_PUSH(arena, *rows, *n) = read_choice_row(&query, arena);
    return query_end(&query, err);
}

bool store_find_vote_after(struct store *store, int64_t after, int64_t nth, int64_t *answer_id,
                           struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_VOTE_AFTER);
    query_bind_integer(&query, 1, after);
    query_bind_integer(&query, 2, nth - 1);
    return query_one_integer(&query, 0, answer_id, err);
}
