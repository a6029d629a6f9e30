#include "core/store/content/imports.h"

#include "core/store/store_private.h"

bool store_begin_import(struct store *store, struct bytes what, int64_t now, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_IMPORT_ADD);
    query_bind_integer(&query, 1, now);
    query_bind_bytes(&query, 2, what);
    if (!query_run(&query, err))
        return false;
    store->import_id = db_last_id(store->db);
    return true;
}

bool store_set_import_votes(struct store *store, int64_t votes, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_IMPORT_SET_VOTES);
    query_bind_integer(&query, 1, store->import_id);
    query_bind_integer(&query, 2, votes);
    return query_run(&query, err);
}

bool store_count_votes_on_replaced(struct store *store, int64_t *votes, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_IMPORT_REPLACED_VOTES);
    query_bind_integer(&query, 1, store->import_id);
    return query_one_integer(&query, 0, votes, err);
}

bool store_forget_import(struct store *store, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_IMPORT_FORGET);
    query_bind_integer(&query, 1, store->import_id);
    store->import_id = 0;
    return query_run(&query, err);
}
