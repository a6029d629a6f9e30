#include "core/store/content/imports.h"

#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/content/unsettled.h"
#include "core/store/store_private.h"

enum { PART_BYTES = 2 * 1024 * 1024 }; /* bytes of text in a part, as IMPORT_PART_ROWS */

static bool add_import(struct store *store, int64_t now, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_IMPORT_ADD);
    query_bind_integer(&query, 1, now);
    query_bind_bytes(&query, 2, buffer_bytes(&store->import.what));
    query_bind_integer(&query, 3, store->import.is_continued);
    if (!query_run(&query, err))
        return false;
    store->import_id = db_last_id(store->db);
    store->import.has_sources = false;
    store->import.n_rows = store->import.size = 0;
    return true;
}

bool store_begin_import(struct store *store, struct bytes what, int64_t now, struct err *err)
{
    buffer_clear(&store->import.what);
    buffer_add(&store->import.what, what);
    store->import.is_continued = store->import.is_carry = false;
    bool begun = add_import(store, now, err);
    store->import.first_id = store->import_id;
    return begun;
}

bool store_import_is_in_parts(const struct store *store)
{
    return !store->is_new;
}

bool store_continue_import(struct store *store, bool has_changed, int64_t now, struct err *err)
{
    const bool is_kept = has_changed || store->import.has_sources;
    if (is_kept)
        store->import.last_id = store->import_id;
    if ((!is_kept && !store_forget_import(store, err)) || !settings_apply_to_part(store, err) ||
        !store_commit(store, err))
        return false;
    store->import.is_continued |= is_kept;
    return store_begin(store, err) && add_import(store, now, err) &&
           (!store->import.is_carry ||
            db_run(store->db, STATEMENT_IMPORT_SET_CARRY, &store->import_id, 1, err));
}

/* A question takes as long as a row, because it is settled at the end of the part. */
bool store_import_fills_part(struct store *store, size_t n_rows, size_t size)
{
    store->import.n_rows += n_rows;
    store->import.size += size;
    return store->import.size >= PART_BYTES ||
           (store->import.n_rows + store->n_unsettled >= IMPORT_PART_ROWS &&
            store->import.n_rows + questions_count_unsettled(store) >= IMPORT_PART_ROWS);
}

bool store_import_has_parts(const struct store *store)
{
    return store->import.is_continued;
}

/* On a server an import that was rolled back leaves a gap in the numbers. */
bool store_import_part_follows(struct store *store, bool *follows, struct err *err)
{
    int64_t before = 0;
    struct query query = query_start(store->db, STATEMENT_IMPORT_BEFORE);
    query_bind_integer(&query, 1, store->import_id);
    const bool worked = query_one_integer(&query, 0, &before, err);
    *follows = worked && before == store->import.last_id;
    return worked;
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
    query_bind_integer(&query, 1, store->import.first_id);
    return query_one_integer(&query, 0, votes, err);
}

bool store_forget_import(struct store *store, struct err *err)
{
    const int64_t import_id = store->import_id;
    store->import_id = 0;
    return store->import.has_sources || db_run(store->db, STATEMENT_IMPORT_FORGET, &import_id, 1, err);
}
