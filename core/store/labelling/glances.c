#include "core/store/labelling/glances.h"

#include "core/judge/glance.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

enum { NEWEST = 300 };

bool glances_look_whether_dense(struct store *store, int *kept_percent, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_GLANCE_SUM);
    query_bind_integer(&query, 1, NEWEST);
    struct glance_sum sum = {0};
    if (query_next(&query))
        sum = read_glance_sum(&query);
    *kept_percent = glances_save_time(sum.kept, sum.glances) ? 0 : (int)(100 * sum.kept / sum.glances);
    return query_end(&query, err);
}

bool store_list_glanced(struct store *store, struct bytes annotator, int64_t question_id, struct arena *arena,
                        struct glanced_candidate **candidates, size_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_GLANCED_CANDIDATE_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_bytes(&query, 2, annotator);
    *candidates = NULL;
    *n = 0;
    while (query_next(&query))
        ARENA_PUSH(arena, *candidates, *n) = read_glanced_candidate(&query, arena);
    return query_end(&query, err);
}
