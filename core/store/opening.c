/*
 * Opens databases, and begins and ends the transactions that write. Opening looks at the path, then at the identity and
 * version of the file; then it turns the WAL on and compares the schema. A new database stays an empty file until the
 * first transaction. That transaction makes the tables and fills them, so nobody ever sees half of a database.
 *
 * Several programs may open or make the same file at once. So everything that matters is checked again inside a write
 * transaction. The checks before it only avoid a transaction when there is nothing to do.
 *
 * A command that only reads opens with STORE_READING. It tries several ways to read in turn; each needs fewer rights
 * than the one before. The last way does not keep others from writing, so query_end checks that the file has not
 * changed.
 */
#include "core/store/store.h"

#include "core/base/memory.h"
#include "core/store/postgresql/server.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/store_private.h"
#include "core/store/upgrade.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static bool fail_empty(const char *path, struct err *err)
{
    return err_set(err, ERR_INPUT, "%s: the file is empty; fill it with `assay import %s --documents FILE …`",
                   path, path);
}

/* SQLite would remove the old -wal, and the votes in it. */
static bool require_no_votes(const char *path, bool has_wal, struct err *err)
{
    return !has_wal || err_set(err, ERR_INPUT,
                               "%s: there is no such database, but an earlier database here has left votes "
                               "in %s-wal; put that database back, or move %s-wal away",
                               path, path, path);
}

static bool has_wal(const char *path)
{
    struct buffer beside = {0};
    struct stat status;
    buffer_add_format(&beside, "%s-wal", path);
    bool has = stat(buffer_string(&beside), &status) == 0 && status.st_size > 0;
    buffer_release(&beside);
    return has;
}

static bool check_path(const char *path, enum store_mode mode, struct err *err)
{
    struct stat status;
    if (path[0] == '\0' || strcmp(path, "-") == 0)
        return err_set(err, ERR_USAGE, "'%s' can't be the name of a database; name a file", path);
    const bool is_left =
        has_wal(path); /* in this order, because a program that makes a database makes its -wal last */
    if (stat(path, &status) != 0) {
        if (errno != ENOENT)
            return err_set(err, ERR_SYSTEM, "%s: %s", path, strerror(errno));
        return require_no_votes(path, is_left, err) &&
               (mode == STORE_CREATE ||
                err_set(err, ERR_INPUT,
                        "%s: there is no such file; make it with `assay import %s --documents FILE …`", path,
                        path));
    }
    if (!S_ISREG(status.st_mode))
        return err_set(err, ERR_INPUT, "%s: not a file; name a database, or a new file", path);
    if (status.st_nlink > 1) /* each name would have a -wal of its own */
        return err_set(err, ERR_INPUT,
                       "%s: the file has a second name, a hard link; votes given under both names would be "
                       "lost; remove the hard link, or make a symbolic link instead",
                       path);
    return status.st_size > 0 ||
           (require_no_votes(path, is_left, err) && (mode == STORE_CREATE || fail_empty(path, err)));
}

static bool check_identity(struct db *db, struct err *err)
{
    int64_t application, version;
    if (!sqlite_pragma(db, "PRAGMA application_id", &application, err) ||
        !sqlite_pragma(db, "PRAGMA user_version", &version, err))
        return false;
    if (application != APPLICATION_ID)
        return err_set(
            err, ERR_INPUT,
            "%s: this database belongs to another program; name a database that `assay import` made",
            db_path(db));
    if (version < 1)
        return err_set(err, ERR_DATABASE,
                       "%s: the file is damaged: its schema has version %lld, which no assay makes; import "
                       "its journal into a new database",
                       db_path(db), (long long)version);
    return true;
}

/* The first read opens the -wal and the -shm. */
static bool turn_on_wal(struct db *db, struct err *err)
{
    if (!db_execute(db, "PRAGMA journal_mode = WAL; SELECT 1 FROM sqlite_schema LIMIT 1", err))
        return false;
    sqlite_share_files(db);
    return true;
}

static bool only_reads(enum store_mode mode)
{
    return mode == STORE_READING || mode == STORE_CHECKING;
}

static bool takes_any_schema(enum store_mode mode)
{
    return mode == STORE_CHECKING || mode == STORE_REPAIRING;
}

static bool takes_any_version(enum store_mode mode)
{
    return mode == STORE_UPGRADING;
}

static bool require_schema(struct store *store, enum store_mode mode, struct err *err)
{
    struct made made = {.is_owner = true};
    if (takes_any_version(mode))
        return true;
    return sqlite_pragma(store->db, "PRAGMA user_version", &made.version, err) &&
           upgrade_require_version(store, &made, err) &&
           (takes_any_schema(mode) || upgrade_require_file(store, err));
}

/* A database without tables is left as it is: its first transaction makes them. */
static bool prepare_file(struct store *store, enum store_mode mode, struct err *err)
{
    struct db *db = store->db;
    bool has_tables;
    if (!db_has_tables(db, &has_tables, err) ||
        !db_execute(db, "PRAGMA synchronous = FULL; PRAGMA cell_size_check = ON;", err))
        return false;
    store->is_new = !has_tables;
    if (!has_tables && mode != STORE_CREATE)
        return fail_empty(db_path(db), err);
    bool is_ready = !has_tables || (check_identity(db, err) && (only_reads(mode) || turn_on_wal(db, err)) &&
                                    require_schema(store, mode, err));
    /* the steps of an upgrade may leave foreign keys open for a moment */
    return is_ready && (takes_any_version(mode) || db_execute(db, "PRAGMA foreign_keys = ON", err));
}

static bool refuse_empty(struct store *store, struct err *err)
{
    const char *path = db_path(store->db);
    struct buffer schema = {0};
    if (!server_find_other_schema(store->db, &schema, err))
        return false;
    if (schema.size > 0)
        err_set(err, ERR_INPUT,
                "%s: the tables are in schema '%s', which is not in this user's search_path; add "
                "options=-csearch_path%%3D%s to the address",
                path, buffer_string(&schema), buffer_string(&schema));
    else
        err_set(err, ERR_INPUT,
                "%s: the database is empty; fill it with `assay import ADDRESS --documents FILE …`", path);
    buffer_release(&schema);
    return false;
}

static bool require_server_schema(struct store *store, const struct made *made, enum store_mode mode,
                                  struct err *err)
{
    return takes_any_version(mode) || (upgrade_require_version(store, made, err) &&
                                       (takes_any_schema(mode) || upgrade_require_server(store, made, err)));
}

static bool prepare_on_server(struct store *store, enum store_mode mode, struct err *err)
{
    struct arena arena = {0};
    struct made made;
    bool has_tables = true;
    bool is_ready = db_read_made(store->db, &arena, &made, err) &&
                    (made.version > 0 || db_has_tables(store->db, &has_tables, err));
    store->is_new = is_ready && !has_tables;
    if (is_ready && !has_tables)
        is_ready = mode == STORE_CREATE || refuse_empty(store, err);
    else if (is_ready && made.version == 0)
        is_ready =
            err_set(err, ERR_INPUT, "%s: this database belongs to another program; name an empty database",
                    store_path(store));
    else if (is_ready)
        is_ready = require_server_schema(store, &made, mode, err);
    arena_release(&arena);
    return is_ready;
}

static bool prepare(struct store *store, enum store_mode mode, struct err *err)
{
    return db_is_on_server(store->db) ? prepare_on_server(store, mode, err) : prepare_file(store, mode, err);
}

/*
 * While several programs make the same file, one of them turns it to WAL. SQLite then reports to the others at once
 * that the file is busy, without the usual wait.
 */
static bool prepare_patiently(struct store *store, enum store_mode mode, struct err *err)
{
    enum { PAUSE_MS = 20 };
    bool as_one = db_wait_as_one(store->db, true);
    bool prepared = prepare(store, mode, err);
    while (!prepared && db_wait_if_busy(store->db, PAUSE_MS))
        prepared = prepare(store, mode, err);
    db_wait_as_one(store->db, as_one);
    return prepared;
}

static bool open_on_server(struct store *store, const char *address, enum store_mode mode,
                           struct busy_watch watch, struct err *err)
{
    return server_open(&store->db, address, !only_reads(mode), watch, err);
}

static bool open_db(struct store *store, const char *path, enum store_mode mode, struct busy_watch watch,
                    struct err *err)
{
    if (server_is_address(path))
        return open_on_server(store, path, mode, watch, err);
    if (!sqlite_require_version(err) || !check_path(path, mode, err))
        return false;
    if (only_reads(mode))
        return sqlite_open_reading(&store->db, path, watch, err);
    if (!sqlite_open(&store->db, path, mode == STORE_CREATE, err))
        return false;
    db_watch_busy(store->db, watch);
    return true;
}

bool store_open_watched(struct store **out, const char *path, enum store_mode mode, struct busy_watch watch,
                        struct err *err)
{
    struct store *store = memory_get_zeroed(1, sizeof *store);
    store->only_reads = only_reads(mode);
    if (open_db(store, path, mode, watch, err) && prepare_patiently(store, mode, err)) {
        *out = store;
        return true;
    }
    store_close(store);
    return false;
}

bool store_open(struct store **out, const char *path, enum store_mode mode, struct err *err)
{
    return store_open_watched(out, path, mode, (struct busy_watch){0}, err);
}

bool store_open_private(struct store **out, const char *name, struct err *err)
{
    struct store *store = memory_get_zeroed(1, sizeof *store);
    if (sqlite_require_version(err) && sqlite_open_private(&store->db, name, err) &&
        prepare_file(store, STORE_CREATE, err)) {
        *out = store;
        return true;
    }
    store_close(store);
    return false;
}

/* --- Transactions ----------------------------------------------------------------------------- */

/*
 * The tables and their first content are one transaction. If it fails, there is no database, and nobody sees a part of
 * it.
 */
static bool begin_new(struct store *store, struct err *err)
{
    bool has_tables;
    if (!db_begin(store->db, err))
        return false;
    bool looked = db_has_tables(store->db, &has_tables, err);
    if (looked && !has_tables && db_make_schema(store->db, err))
        return true;
    /* Another program has made the database meanwhile. */
    const bool is_made = looked && (has_tables || db_wait_if_met_another(store->db, 0));
    db_rollback(store->db);
    return is_made && prepare_patiently(store, STORE_CREATE, err) && store_begin(store, err);
}

bool store_begin(struct store *store, struct err *err)
{
    return store->is_new ? begin_new(store, err) : db_begin(store->db, err);
}

/*
 * The WAL can't be turned on inside a transaction. If others are in the way now, the next program to open the file does
 * it.
 */
static void finish_new(struct store *store)
{
    bool is_on = db_is_on_server(store->db) || turn_on_wal(store->db, err_ignored());
    (void)is_on;
    store->is_new = false;
}

/* Drops the notes that hold for one transaction. */
static void forget_transaction(struct store *store)
{
    store->import_id = 0;
    store->tried_ballot = store->tried_question = 0;
    store->n_unsettled = 0;
    store->import.ends_ballots = false;
}

/*
 * Ballots with a text that is replaced or put away are closed last. A session that votes locks the question, then its
 * sums and at last the ballot, so on a server neither waits for the other. Nobody answers such a ballot after that.
 */
static bool close_ballots(struct store *store, struct err *err)
{
    return !store->import.ends_ballots ||
           (db_post(store->db, STATEMENT_IMPORT_CLOSE_BALLOTS, &store->import_id, 1, err) &&
            db_post(store->db, STATEMENT_IMPORT_NOTE_ANSWERS, &store->import_id, 1, err));
}

bool store_commit(struct store *store, struct err *err)
{
    const bool closed = close_ballots(store, err);
    forget_transaction(store);
    if (!closed || !log_write(store, err)) {
        db_rollback(store->db);
        return false;
    }
    if (!db_commit(store->db, err))
        return false;
    log_forget(store);
    store->n_met_others = 0;
    store->relies_on_ahead = false;
    if (store->is_new)
        finish_new(store);
    return true;
}

void store_rollback(struct store *store)
{
    forget_transaction(store);
    db_rollback(store->db);
}
