/* A store is one connection. Here are the general requests and the reading; opening and writing are in opening.c. */
#include "core/store/store.h"

#include "core/base/bug.h"
#include "core/store/content/document_names.h"
#include "core/store/labelling/pool_likeness.h"
#include "core/store/labelling/shown.h"
#include "core/store/votes/held_votes.h"
#include "core/store/postgresql/server.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/store_private.h"
#include "core/store/votes/annotator_reliability.h"

#include <stdlib.h>

bool store_has_file(const char *path)
{
    return sqlite_has_file(path);
}

bool store_is_address(const char *path)
{
    return server_is_address(path);
}

void store_use_password(const char *address, const char *password, const char *key_password)
{
    server_use_password(address, password, key_password);
}

bool store_is_database(struct bytes beginning)
{
    return bytes_starts_with(beginning, "SQLite format 3") ||
           bytes_starts_with(beginning, "\x37\x7f\x06\x82") ||
           bytes_starts_with(beginning, "\x37\x7f\x06\x83");
}

void store_close(struct store *store)
{
    if (store == NULL)
        return;
    db_close(store->db);
    buffer_release(&store->kept_copy);
    buffer_release(&store->renewed);
    buffer_release(&store->signature.who);
    buffer_release(&store->signature.what);
    buffer_release(&store->import.what);
    pool_likeness_free(store->likeness);
    arena_release(&store->ahead_arena);
    free(store->ahead);
    shown_free(store->shown);
    arena_release(&store->expected_arena);
    free(store->expected);
    free(store->learning);
    document_names_let_go(&store->names);
    held_votes_let_go(&store->votes);
    settings_let_go(store);
    buffer_release(&store->own_name);
    free(store->unsettled);
    free(store->left_out.ids);
    free(store->set_aside.ids);
    annotator_reliability_free(store->reliability);
    free(store);
}

const char *store_kept_copy(const struct store *store)
{
    return store->kept_copy.size > 0 ? buffer_string(&store->kept_copy) : NULL;
}

const char *store_renewed(const struct store *store)
{
    return store->renewed.size > 0 ? buffer_string(&store->renewed) : NULL;
}

const char *store_path(const struct store *store)
{
    return db_path(store->db);
}

const char *store_address(const struct store *store)
{
    return db_address(store->db);
}

bool store_is_on_server(const struct store *store)
{
    return db_is_on_server(store->db);
}

struct busy_watch store_watch_busy(struct store *store, struct busy_watch watch)
{
    return db_watch_busy(store->db, watch);
}

void store_set_patience(struct store *store, int ms)
{
    db_set_patience(store->db, ms);
}

bool store_was_busy(const struct store *store)
{
    return db_was_busy(store->db);
}

bool store_wait_if_met_another(struct store *store, int ms)
{
    bool met = db_wait_if_met_another(store->db, ms);
    store->n_met_others += met && !store->relies_on_ahead;
    store->relies_on_ahead = false;
    return met;
}

bool store_is_away(const struct store *store)
{
    return db_is_away(store->db);
}

bool store_wait_if_away(struct store *store, int ms)
{
    return db_wait_if_away(store->db, ms);
}

bool store_may_be_kept(const struct store *store)
{
    return db_may_be_kept(store->db);
}

int64_t store_count_trips(const struct store *store)
{
    return db_count_trips(store->db);
}

void store_prefetch_commit(struct store *store)
{
    db_prefetch_commit(store->db);
}

bool store_begin_reading(struct store *store, struct err *err)
{
    if (store->n_readings == 0 && !db_begin_reading(store->db, err))
        return false;
    store->n_readings++;
    return true;
}

void store_end_reading(struct store *store)
{
    BUG_UNLESS(store->n_readings > 0);
    if (--store->n_readings > 0)
        return;
    document_names_let_go(&store->names);
    held_votes_let_go(&store->votes);
    settings_let_go(store);
    store->twins = TWINS_UNKNOWN;
    store->estimator.is_known = false;
    store->votes_counted.is_known = false;
    db_rollback(store->db);
}

bool votes_count(struct store *store, int64_t *votes, struct err *err)
{
    struct known_votes *known = &store->votes_counted;
    if (!known->is_known) {
        struct query query = query_start(store->db, STATEMENT_PROGRESS_VOTES);
        if (!query_one_integer(&query, 0, &known->n, err))
            return false;
    }
    known->is_known = store->n_readings > 0;
    *votes = known->n;
    return true;
}

bool votes_are_nearly(int64_t then, int64_t now)
{
    return 10 * llabs(now - then) <= then;
}

void store_interrupt(struct store *store)
{
    db_interrupt(store->db);
}

bool store_get_version(struct store *store, int64_t *version, struct err *err)
{
    return db_get_version(store->db, version, err);
}

/* --- Who did it ------------------------------------------------------------------------------- */

/* Cuts the text to LOG_WHAT_MAX bytes, between two characters. */
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
