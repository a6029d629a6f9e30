#include "core/store/log.h"

#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

/* Cut between two characters. */
static struct bytes cut(struct bytes what)
{
    size_t size = what.size < LOG_WHAT_MAX ? what.size : LOG_WHAT_MAX;
    while (size > 0 && size < what.size && (what.data[size] & 0xc0) == 0x80)
        size--;
    return bytes_slice(what, 0, size);
}

void store_sign(struct store *store, struct bytes who, struct bytes what, int64_t at)
{
    buffer_clear(&store->signature.who);
    buffer_clear(&store->signature.what);
    buffer_add(&store->signature.who, who);
    buffer_add(&store->signature.what, cut(what));
    if (cut(what).size < what.size)
        buffer_add_string(&store->signature.what, "…");
    store->signature.at = at;
}

bool log_write(struct store *store, struct err *err)
{
    if (store->signature.what.size == 0)
        return true;
    struct query query = query_start(store->db, STATEMENT_EVENT_ADD);
    query_bind_integer(&query, 1, store->signature.at);
    query_bind_bytes(&query, 2, buffer_bytes(&store->signature.who));
    query_bind_bytes(&query, 3, buffer_bytes(&store->signature.what));
    return query_post(&query, err);
}

void log_note(struct store *store, struct bytes what)
{
    struct buffer *signed_what = &store->signature.what;
    if (signed_what->size > 0 && signed_what->size + what.size <= LOG_WHAT_MAX)
        buffer_add(signed_what, what);
}

void log_forget(struct store *store)
{
    buffer_clear(&store->signature.what);
}

bool store_list_log(struct store *store, struct arena *arena, struct logged **events, size_t *n,
                    struct err *err)
{
    *events = NULL;
    *n = 0;
    if (!store_require_all(store, "who did what", err))
        return false;
    struct query query = query_start(store->db, STATEMENT_EVENT_LIST);
    while (query_next(&query))
        ARENA_PUSH(arena, *events, *n) = read_logged(&query, arena);
    return query_end(&query, err);
}
