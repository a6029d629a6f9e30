#include "core/store/upkeep/forgetting.h"

#include "core/base/digest.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/store_private.h"
#include "core/store/votes/set_aside.h"

#include <stdio.h>
#include <string.h>

static void digest_name(struct bytes salt, struct bytes name, char hex[DIGEST_HEX_SIZE])
{
    struct buffer salted = {0};
    buffer_add(&salted, salt);
    buffer_add(&salted, name);
    digest_hex(buffer_bytes(&salted), hex);
    buffer_release(&salted);
}

bool forgotten_names_read(struct store *store, struct arena *arena, struct forgotten_name **names, size_t *n,
                          struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_FORGOTTEN_NAME_LIST);
    while (query_next(&query))
        ARENA_PUSH(arena, *names, *n) = read_forgotten_name(&query, arena);
    return query_end(&query, err);
}

static const struct forgotten_name *find(const struct forgotten_name *names, size_t n, struct bytes name)
{
    char hex[DIGEST_HEX_SIZE];
    for (size_t i = 0; i < n; i++) {
        digest_name(names[i].salt, name, hex);
        if (bytes_equal(names[i].digest, bytes_of(hex)))
            return &names[i];
    }
    return NULL;
}

/*
 * A new name may have been forgotten, too, so this follows the names. It takes at most as many steps as there are
 * names, in case two names were given for each other.
 */
struct bytes forgotten_names_find(const struct forgotten_name *names, size_t n, struct bytes name)
{
    const struct forgotten_name *found = find(names, n, name);
    for (size_t i = 0; i < n && found != NULL; i++) {
        name = found->name;
        found = find(names, n, name);
    }
    return name;
}

/* --- Renaming ------------------------------------------------------------------------------------ */

static bool run_by_names(struct store *store, enum statement statement, struct bytes old, struct bytes new,
                         struct err *err)
{
    struct query query = query_start(store->db, statement);
    query_bind_bytes(&query, 1, old);
    query_bind_bytes(&query, 2, new);
    return query_run(&query, err);
}

static bool find_number(struct store *store, struct bytes name, int64_t *number, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_FIND);
    query_bind_bytes(&query, 1, name);
    return query_one_integer(&query, 0, number, err);
}

static bool check_names(struct store *store, const struct renaming_of_annotator *renaming, int64_t *number,
                        struct err *err)
{
    int64_t other;
    if (!name_check("an annotator", renaming->new, err) ||
        !name_check_is_no_model(store, "the annotator", renaming->new, err) ||
        !find_number(store, renaming->old, number, err) || !find_number(store, renaming->new, &other, err))
        return false;
    if (*number == 0)
        return err_set(err, ERR_INPUT, "%s: there is no annotator '%.*s'; `assay annotators DB` lists all",
                       store_path(store), BYTES_FORMAT(renaming->old));
    return other == 0 ||
           err_set(err, ERR_INPUT, "%s: another annotator has the name '%.*s'; choose another name",
                   store_path(store), BYTES_FORMAT(renaming->new));
}

static bool keep_digest(struct store *store, const struct renaming_of_annotator *renaming, struct err *err)
{
    char salt[20], hex[DIGEST_HEX_SIZE];
    snprintf(salt, sizeof salt, "%016llx", (unsigned long long)renaming->salt);
    digest_name(bytes_of(salt), renaming->old, hex);
    struct query query = query_start(store->db, STATEMENT_FORGOTTEN_NAME_ADD);
    query_bind_bytes(&query, 1, bytes_of(hex));
    query_bind_bytes(&query, 2, bytes_of(salt));
    query_bind_bytes(&query, 3, renaming->new);
    query_bind_integer(&query, 4, renaming->blank_notes_at);
    return query_run(&query, err);
}

/* Lets the notes of answers change: the only case in which answers are changed. */
static bool let_notes_change(struct store *store, bool lets, struct err *err)
{
    if (!db_is_on_server(store->db)) {
        sqlite_set_triggers(store->db, !lets);
        return true;
    }
    return db_execute(store->db,
                      lets ? "ALTER TABLE answer DISABLE TRIGGER answer_is_never_changed"
                           : "ALTER TABLE answer ENABLE TRIGGER answer_is_never_changed",
                      err);
}

static bool blank_notes(struct store *store, int64_t number, struct err *err)
{
    bool blanked = rights_require_owner(store, "notes are blanked", err) &&
                   let_notes_change(store, true, err) &&
                   db_run(store->db, STATEMENT_NOTES_BLANK, &number, 1, err) &&
                   db_run(store->db, STATEMENT_ADDED_NOTES_BLANK, &number, 1, err) &&
                   db_run(store->db, STATEMENT_NOTE_DRAFTS_BLANK, &number, 1, err);
    struct err unused;
    bool ended = let_notes_change(store, false, blanked ? err : &unused);
    return blanked && ended;
}

static void replace_all(struct buffer *out, struct bytes text, struct bytes old, struct bytes new)
{
    while (text.size > 0) {
        const bool is_here = text.size >= old.size && memcmp(text.data, old.data, old.size) == 0;
        buffer_add(out, is_here ? new : bytes_slice(text, 0, 1));
        text = bytes_from(text, is_here ? old.size : 1);
    }
}

/* An event whose text changes. */
struct event_change {
    int64_t event_id;
    struct bytes what;
};

static bool set_what(struct store *store, const struct event_change *change, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_EVENT_SET_WHAT);
    query_bind_integer(&query, 1, change->event_id);
    query_bind_bytes(&query, 2, change->what);
    return query_run(&query, err);
}

/* The log has commands as they were typed, with the name in them. */
bool forgotten_name_leave_log(struct store *store, struct bytes old, struct bytes new, struct err *err)
{
    struct arena arena = {0};
    struct event_change *changes = NULL;
    size_t n = 0;
    struct query query = query_start(store->db, STATEMENT_EVENT_WHAT_LIST);
    while (query_next(&query)) {
        struct event_what row = read_event_what(&query, &arena);
        struct buffer what = {0};
        replace_all(&what, row.what, old, new);
        if (!bytes_equal(buffer_bytes(&what), row.what))
            ARENA_PUSH(&arena, changes, n) =
                (struct event_change){row.event_id, arena_copy(&arena, buffer_bytes(&what))};
        buffer_release(&what);
    }
    bool left = query_end(&query, err) && run_by_names(store, STATEMENT_EVENT_RENAME, old, new, err);
    for (size_t i = 0; left && i < n; i++)
        left = set_what(store, &changes[i], err);
    arena_release(&arena);
    return left;
}

/* Renames the annotator in the list of the setting `set_aside`. */
static bool rename_set_aside(struct store *store, struct bytes old, struct bytes new, struct err *err)
{
    struct arena arena = {0};
    struct buffer renamed = {0};
    struct bytes names;
    bool worked = setting_get(store, SETTING_SET_ASIDE, &arena, &names, err);
    if (worked)
        set_aside_rename(names, old, new, &renamed);
    if (worked && renamed.size > 0)
        worked = store_put_setting(store, setting_rows[SETTING_SET_ASIDE].key, buffer_bytes(&renamed), err);
    buffer_release(&renamed);
    arena_release(&arena);
    return worked;
}

static bool rename_inside(struct store *store, const struct renaming_of_annotator *renaming, struct err *err)
{
    struct arena arena = {0};
    int64_t number;
    const struct bytes old = renaming->old, new = renaming->new;
    const struct bytes old_setting = bytes_of(arena_format(&arena, "annotator:%.*s", BYTES_FORMAT(old)));
    const struct bytes new_setting = bytes_of(arena_format(&arena, "annotator:%.*s", BYTES_FORMAT(new)));
    bool renamed = check_names(store, renaming, &number, err) &&
                   run_by_names(store, STATEMENT_ANNOTATOR_RENAME, old, new, err) &&
                   run_by_names(store, STATEMENT_SETTING_RENAME, old, new, err) &&
                   run_by_names(store, STATEMENT_SETTING_RENAME, old_setting, new_setting, err) &&
                   rename_set_aside(store, old, new, err) &&
                   run_by_names(store, STATEMENT_FORGOTTEN_NAME_RENAME, old, new, err) &&
                   forgotten_name_leave_log(store, old, new, err) && keep_digest(store, renaming, err) &&
                   (renaming->blank_notes_at == 0 || blank_notes(store, number, err));
    arena_release(&arena);
    return renamed;
}

/* SQLite leaves deleted content in the file, and in the -wal, until something else is written there. */
static bool wipe(struct store *store, const char *pragma, struct err *err)
{
    return db_is_on_server(store->db) || db_execute(store->db, pragma, err);
}

bool store_rename_annotator(struct store *store, const struct renaming_of_annotator *renaming,
                            struct err *err)
{
    if (!store_require_all(store, "a renaming", err) || !wipe(store, "PRAGMA secure_delete = ON", err) ||
        !store_begin(store, err))
        return false;
    if (rename_inside(store, renaming, err) && store_commit(store, err))
        return wipe(store, "PRAGMA wal_checkpoint(TRUNCATE)", err);
    store_rollback(store);
    return false;
}
