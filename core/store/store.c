#include "core/store/store_private.h"

#include "core/base/bug.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { APPLICATION_ID = 0x61736179 /* "asay" in the file's header */ };

bool store_has_file(const char *path)
{
    return db_has_file(path);
}

bool store_is_database(struct bytes beginning)
{
    return bytes_starts_with(beginning, "SQLite format 3");
}

static bool look_at_file(const char *path, enum store_mode mode, bool *is_new, struct err *err)
{
    struct stat status;
    *is_new = false;
    if (path[0] == '\0' || strcmp(path, "-") == 0)
        return err_set(err, ERR_USAGE, "'%s' can't be a database; name a file", path);
    if (stat(path, &status) != 0) {
        if (errno != ENOENT)
            return err_set(err, ERR_SYSTEM, "%s: %s", path, strerror(errno));
        if (mode == STORE_EXISTING)
            return err_set(err, ERR_INPUT,
                           "%s: no such file; make it with `assay import %s --documents FILE …`", path, path);
        *is_new = true;
        return true;
    }
    if (!S_ISREG(status.st_mode))
        return err_set(err, ERR_INPUT, "%s: not a file; name a database, or one to be made", path);
    *is_new = status.st_size == 0;
    if (*is_new && mode == STORE_EXISTING)
        return err_set(err, ERR_INPUT,
                       "%s: the file is empty; fill it with `assay import %s --documents FILE …`", path,
                       path);
    return true;
}

static bool execute_lines(struct db *db, const char *const *lines, struct err *err)
{
    struct buffer sql = {0};
    for (size_t i = 0; lines[i] != NULL; i++)
        buffer_add_string(&sql, lines[i]);
    bool executed = db_execute(db, buffer_string(&sql), err);
    buffer_release(&sql);
    return executed;
}

/* The last steps of what makes a database or brings it up to date. */
static bool make_triggers(struct db *db, struct err *err)
{
    char version[64];
    snprintf(version, sizeof version, "PRAGMA user_version = %d", SCHEMA_VERSION);
    return execute_lines(db, trigger_lines, err) && db_execute(db, version, err);
}

static bool make_schema(struct db *db, struct err *err)
{
    char identity[64];
    snprintf(identity, sizeof identity, "PRAGMA application_id = %d", APPLICATION_ID);
    return execute_lines(db, schema_lines, err) && db_execute(db, identity, err) && make_triggers(db, err);
}

/*
 * Looks and makes in one write transaction, so that two programs that create the
 * same file at the same time do not both make the schema.
 */
static bool make_schema_once(struct db *db, struct err *err)
{
    int64_t tables;
    if (!db_begin(db, err))
        return false;
    if (db_pragma(db, "SELECT count(*) FROM sqlite_schema", &tables, err) &&
        (tables > 0 || make_schema(db, err)) && db_commit(db, err))
        return true;
    db_rollback(db);
    return false;
}

static bool check_identity(struct db *db, struct err *err)
{
    int64_t application, version;
    if (!db_pragma(db, "PRAGMA application_id", &application, err) ||
        !db_pragma(db, "PRAGMA user_version", &version, err))
        return false;
    if (application != APPLICATION_ID)
        return err_set(err, ERR_INPUT,
                       "%s: a database, but not one of assay; name one that `assay import` made",
                       db_path(db));
    if (version > SCHEMA_VERSION)
        return err_set(
            err, ERR_INPUT,
            "%s: made by a newer assay (schema %lld, this one knows %d); use that assay, or update this one",
            db_path(db), (long long)version, SCHEMA_VERSION);
    return true;
}

/* As above: of two programs that find an old database at the same time one keeps a copy and brings it up to date. */
static bool migrate(struct db *db, struct err *err)
{
    int64_t version;
    if (!db_pragma(db, "PRAGMA user_version", &version, err))
        return false;
    if (version >= SCHEMA_VERSION)
        return true;
    if (!db_begin(db, err))
        return false;
    bool worked = db_pragma(db, "PRAGMA user_version", &version, err) &&
                  (version >= SCHEMA_VERSION || keep_copy(db, version, err));
    for (int64_t next = version + 1; worked && next <= SCHEMA_VERSION; next++)
        worked = execute_lines(db, migrations[next], err);
    if (worked && (version >= SCHEMA_VERSION || make_triggers(db, err)) && db_commit(db, err))
        return true;
    db_rollback(db);
    return false;
}

static bool prepare(struct db *db, enum store_mode mode, struct err *err)
{
    int64_t tables;
    return db_pragma(db, "SELECT count(*) FROM sqlite_schema", &tables, err) &&
           (tables > 0 || mode == STORE_EXISTING || make_schema_once(db, err)) && check_identity(db, err) &&
           db_execute(db,
                      "PRAGMA journal_mode = WAL;"
                      "PRAGMA synchronous = FULL;",
                      err) &&
           migrate(db, err) && db_execute(db, "PRAGMA foreign_keys = ON", err);
}

/*
 * While several programs make the same file, one of them turns it to WAL; SQLite
 * then tells the others at once that it is busy, without its usual patience.
 */
static bool prepare_patiently(struct db *db, enum store_mode mode, struct err *err)
{
    enum { TRIES = 100, PAUSE_MS = 20 };
    for (int tries = 1; !prepare(db, mode, err); tries++) {
        if (tries == TRIES || !db_wait_if_busy(db, PAUSE_MS))
            return false;
    }
    return true;
}

bool store_open(struct store **out, const char *path, enum store_mode mode, struct err *err)
{
    struct store *store = memory_get_zeroed(1, sizeof *store);
    if (look_at_file(path, mode, &store->is_new, err) &&
        db_open(&store->db, path, mode == STORE_CREATE, err) && prepare_patiently(store->db, mode, err)) {
        *out = store;
        return true;
    }
    store_close(store);
    return false;
}

void store_close(struct store *store)
{
    if (store == NULL)
        return;
    db_close(store->db);
    free(store);
}

const char *store_path(const struct store *store)
{
    return db_path(store->db);
}

bool store_is_new(const struct store *store)
{
    return store->is_new;
}

void store_on_busy(struct store *store, busy_report *report, void *context)
{
    db_on_busy(store->db, report, context);
}

bool store_begin(struct store *store, struct err *err)
{
    return db_begin(store->db, err);
}

void store_set_patience(struct store *store, int ms)
{
    db_set_patience(store->db, ms);
}

bool store_was_busy(const struct store *store)
{
    return db_was_busy(store->db);
}

bool store_commit(struct store *store, struct err *err)
{
    return db_commit(store->db, err);
}

void store_rollback(struct store *store)
{
    db_rollback(store->db);
}

bool store_begin_reading(struct store *store, struct err *err)
{
    return db_begin_reading(store->db, err);
}

void store_end_reading(struct store *store)
{
    db_rollback(store->db);
}

bool store_get_setting(struct store *store, const char *key, struct arena *arena, struct bytes *value,
                       bool *found, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_SETTING_GET);
    query_bind_bytes(&query, 1, bytes_of(key));
    *found = query_next(&query);
    if (*found)
        *value = arena_copy(arena, query_bytes(&query, 0));
    return query_end(&query, err);
}

bool store_put_setting(struct store *store, const char *key, struct bytes value, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_SETTING_PUT);
    query_bind_bytes(&query, 1, bytes_of(key));
    query_bind_bytes(&query, 2, value);
    return query_run(&query, err);
}
