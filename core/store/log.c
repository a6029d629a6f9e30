#include "core/store/log.h"

#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

bool store_list_log(struct store *store, struct arena *arena, struct logged **events, size_t *n,
                    struct err *err)
{
    *events = NULL;
    *n = 0;
    if (!store_require_all(store, "the log", err))
        return false;
    struct query query = query_start(store->db, STATEMENT_EVENT_LIST);
    while (query_next(&query))
        ARENA_PUSH(arena, *events, *n) = read_logged(&query, arena);
    return query_end(&query, err);
}
