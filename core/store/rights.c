/* The session's name and rights are read once, at first use, because they do not change during a session. */
#include "core/store/rights.h"

#include "core/store/rows.h"
#include "core/store/store_private.h"
#include "core/store/upgrade.h"

/* The row lies in the arena. */
static bool read_rights(struct store *store, struct arena *arena, struct session_rights *rights,
                        struct err *err)
{
    *rights = (struct session_rights){.sees_all = true, .owns = true};
    if (store->is_new)
        return true;
    settings_prefetch(store);
    struct query query = query_start(store->db, STATEMENT_SESSION_RIGHTS);
    if (query_next(&query))
        *rights = read_session_rights(&query, arena);
    return query_end(&query, err);
}

void rights_prefetch(struct store *store)
{
    if (store->is_new || store->sight != SIGHT_UNKNOWN)
        return;
    struct query query = query_start(store->db, STATEMENT_SESSION_RIGHTS);
    query_prefetch(&query);
}

static bool know_session(struct store *store, struct err *err)
{
    struct arena arena = {0};
    struct session_rights rights;
    if (store->sight == SIGHT_UNKNOWN && read_rights(store, &arena, &rights, err)) {
        store->sight = rights.sees_all ? SIGHT_OF_ALL : SIGHT_OF_OWN;
        buffer_add(&store->own_name, rights.name);
    }
    arena_release(&arena);
    return store->sight != SIGHT_UNKNOWN;
}

bool store_read_own_name(struct store *store, struct arena *arena, struct bytes *name, struct err *err)
{
    bool known = know_session(store, err);
    *name = arena_copy(arena, buffer_bytes(&store->own_name));
    return known;
}

bool store_require_name(struct store *store, struct bytes name, struct err *err)
{
    if (!know_session(store, err))
        return false;
    struct bytes own = buffer_bytes(&store->own_name);
    return own.size == 0 || bytes_equal(own, name) ||
           err_set(err, ERR_USAGE,
                   "%s: you are '%.*s' there, and can answer only under this name; leave out --annotator",
                   store_path(store), BYTES_FORMAT(own));
}

bool store_sees_all(struct store *store, bool *sees_all, struct err *err)
{
    bool known = know_session(store, err);
    *sees_all = store->sight == SIGHT_OF_ALL;
    return known;
}

bool store_require_all(struct store *store, const char *what, struct err *err)
{
    bool sees_all;
    return store_sees_all(store, &sees_all, err) &&
           (sees_all || err_set(err, ERR_DATABASE,
                                "%s: %s needs a lead's rights, but you have an annotator's rights there",
                                store_path(store), what));
}

/* --- Giving rights ------------------------------------------------------------------------------ */

static bool require_owner(const struct store *store, const struct session_rights *rights, const char *done,
                          struct err *err)
{
    return rights->owns ||
           err_set(err, ERR_INPUT,
                   "%s: %s only by the owner of the database and its tables, and you are not the owner",
                   store_path(store), done);
}

/*
 * Installs the rules of rights.sql if they are missing. This locks tables, so it must not run again for each further
 * annotator: it would stop those who vote.
 */
static bool make_rights(struct store *store, struct err *err)
{
    struct arena arena = {0};
    struct made made;
    bool is_made = db_read_made(store->db, &arena, &made, err) &&
                   (made_has_rights(made.of) || upgrade_make_anew(store, true, err));
    arena_release(&arena);
    return is_made;
}

bool rights_require_owner(struct store *store, const char *done, struct err *err)
{
    struct arena arena = {0};
    struct session_rights rights;
    bool is_owner = read_rights(store, &arena, &rights, err) && require_owner(store, &rights, done, err);
    arena_release(&arena);
    return is_owner;
}

/* Adds an SQL string literal that is correct whatever the server's standard_conforming_strings is. */
static void add_text(struct buffer *sql, const char *text)
{
    buffer_add_string(sql, "E'");
    for (; *text != '\0'; text++) {
        if (*text == '\'' || *text == '\\')
            buffer_add_byte(sql, *text);
        buffer_add_byte(sql, *text);
    }
    buffer_add_byte(sql, '\'');
}

static bool change(struct store *store, const struct rights_change *wanted, struct err *err)
{
    struct buffer sql = {0};
    if (!name_check("an annotator", bytes_of(wanted->name), err))
        return false;
    buffer_add_string(&sql, wanted->rights == RIGHTS_NONE ? "SELECT take_rights(" : "SELECT give_rights(");
    add_text(&sql, wanted->name);
    if (wanted->rights != RIGHTS_NONE)
        buffer_add_string(&sql, wanted->rights == RIGHTS_LEAD ? ", true" : ", false");
    buffer_add_byte(&sql, ')');
    bool changed = db_execute(store->db, buffer_string(&sql), err);
    buffer_release(&sql);
    return changed;
}

static bool change_all(struct store *store, const struct rights_change *changes, size_t n, struct err *err)
{
    bool changed = rights_require_owner(store, "rights are given", err) && make_rights(store, err);
    for (size_t i = 0; changed && i < n; i++)
        changed = change(store, &changes[i], err);
    return changed;
}

bool store_change_rights(struct store *store, const struct rights_change *changes, size_t n, struct err *err)
{
    if (!store_is_on_server(store))
        return err_set(err, ERR_INPUT,
                       "%s: rights exist only on a server (postgresql://HOST/NAME); everybody who may write "
                       "the file may do everything",
                       store_path(store));
    if (!store_begin(store, err))
        return false;
    if (change_all(store, changes, n, err) && store_commit(store, err))
        return true;
    store_rollback(store);
    return false;
}

bool store_list_rights(struct store *store, struct arena *arena, struct granted **rows, size_t *n,
                       struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_RIGHTS_LIST);
    *rows = NULL;
    *n = 0;
    while (query_next(&query))
        ARENA_PUSH(arena, *rows, *n) = read_granted(&query, arena);
    return query_end(&query, err);
}
