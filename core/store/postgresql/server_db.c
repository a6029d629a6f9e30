/*
 * Opening, transactions, closing. A connection that was lost is made anew by the next transaction: then nothing is prepared,
 * and whoever was promoted meanwhile is found by the address, which may name several hosts.
 */
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CREATE OR REPLACE TRIGGER is there from 14 on. */
enum { OLDEST_SERVER = 14 };

bool server_is_address(const char *path)
{
    return strncmp(path, "postgresql://", strlen("postgresql://")) == 0 ||
           strncmp(path, "postgres://", strlen("postgres://")) == 0;
}

/* --- The password --------------------------------------------------------------------------------- */

/* For as long as the program runs: a connection that was lost needs it again. */
static struct {
    char *address, *password;
} known;

static void forget_password(void)
{
    if (known.password != NULL)
        explicit_bzero(known.password, strlen(known.password));
    free(known.address);
    free(known.password);
}

void server_use_password(const char *address, const char *password)
{
    static bool is_registered;
    if (!is_registered)
        is_registered = atexit(forget_password) == 0;
    forget_password();
    known.address = memory_copy_string(address);
    known.password = memory_copy_string(password);
}

/* NULL: none is known of it, and libpq looks elsewhere. */
static const char *password_of(const char *address)
{
    return known.address != NULL && strcmp(known.address, address) == 0 ? known.password : NULL;
}

/* --- Statements without parameters ---------------------------------------------------------------- */

static PGresult *ask(struct server_db *db, const char *sql)
{
    return libpq.PQsendQuery(db->connection, sql) != 0 ? server_wait_for_result(db) : NULL;
}

static bool execute(struct db *base, const char *sql, struct err *err)
{
    struct server_db *db = server_of(base);
    PGresult *result = ask(db, sql);
    bool worked = server_has_worked(result) || server_fail(db, result, err);
    libpq.PQclear(result);
    return worked;
}

/* The text of one value; NULL or no row: the number 0. */
static bool ask_number(struct server_db *db, const char *sql, int64_t *number, struct err *err)
{
    PGresult *result = ask(db, sql);
    bool worked = server_has_worked(result) || server_fail(db, result, err);
    *number = worked && libpq.PQntuples(result) == 1 ? strtoll(libpq.PQgetvalue(result, 0, 0), NULL, 10) : 0;
    libpq.PQclear(result);
    return worked;
}

/* --- Opening -------------------------------------------------------------------------------------- */

static void pass_over(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

/* A socket is on this machine, wherever its folder lies: messages have no room for that. */
static void take_name(struct server_db *db)
{
    const char *host = libpq.PQhost(db->connection), *name = libpq.PQdb(db->connection);
    bool is_named = host != NULL && host[0] != '\0' && host[0] != '/' && host[0] != '@';
    struct buffer path = {0};
    buffer_add_format(&path, "%s/%s", is_named ? host : "localhost", name != NULL ? name : "");
    free(db->base.path);
    db->base.path = memory_copy_string(buffer_string(&path));
    buffer_release(&path);
}

static bool require_version(struct server_db *db, struct err *err)
{
    int version = libpq.PQserverVersion(db->connection) / 10000;
    return version >= OLDEST_SERVER ||
           err_set(err, ERR_DATABASE, "%s: the server is PostgreSQL %d; assay needs %d or newer",
                   db->base.path, version, OLDEST_SERVER);
}

/* What was answered is replicated where the server has standbys for that, whatever it does for others. */
static bool set_up(struct server_db *db, struct err *err)
{
    static const char always[] = "SET client_min_messages = warning;"
                                 "SELECT set_config('synchronous_commit', 'on', false)"
                                 " WHERE current_setting('synchronous_commit') IN ('off', 'local')";
    char patience[64];
    snprintf(patience, sizeof patience, "SET lock_timeout = %d", db->base.patience_ms);
    return require_version(db, err) && execute(&db->base, always, err) && execute(&db->base, patience, err) &&
           (db->writes || execute(&db->base, "SET default_transaction_read_only = on", err));
}

static bool connect_to(struct server_db *db, struct err *err)
{
    /* A later one goes before an earlier one; NULL is as if it were not there. */
    const char *const keys[] = {"connect_timeout", "dbname", "password", "fallback_application_name", NULL};
    const char *const values[] = {"10", db->address, password_of(db->address), "assay", NULL};
    libpq.PQfreeCancel(db->cancel);
    libpq.PQfinish(db->connection);
    db->cancel = NULL;
    server_forget_prepared(db);
    db->connection = libpq.PQconnectdbParams(keys, values, true);
    take_name(db);
    if (libpq.PQstatus(db->connection) != CONNECTION_OK)
        return server_fail_lost(db, err);
    libpq.PQsetNoticeReceiver(db->connection, pass_over, NULL);
    db->cancel = libpq.PQgetCancel(db->connection);
    return set_up(db, err);
}

bool server_has_connection(struct server_db *db, struct err *err)
{
    return libpq.PQstatus(db->connection) == CONNECTION_OK || (!db->is_inside && connect_to(db, err));
}

bool server_open(struct db **out, const char *address, bool writes, struct busy_watch watch, struct err *err)
{
    if (!libpq_load(err))
        return false;
    struct server_db *db = memory_get_zeroed(1, sizeof *db);
    db_init(&db->base, &server_driver, "the server");
    db->address = memory_copy_string(address);
    db->writes = writes;
    db->base.busy_watch = watch;
    if (!connect_to(db, err)) {
        db_close(&db->base);
        return false;
    }
    db->is_open = true;
    *out = &db->base;
    return true;
}

static void close_connection(struct db *base)
{
    struct server_db *db = server_of(base);
    server_free_statements(db);
    libpq.PQfreeCancel(db->cancel);
    libpq.PQfinish(db->connection);
    free(db->address);
}

/* --- Tables --------------------------------------------------------------------------------------- */

/*
 * Whatever is there, but for what extensions bring along. Of two that make the same database the second waits for the
 * first one's transaction here, and then finds it made.
 */
static bool has_tables(struct db *base, bool *has_tables, struct err *err)
{
    static const char sql[] =
        "SELECT count(*) FROM pg_class"
        " WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')"
        " AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')";
    struct server_db *db = server_of(base);
    int64_t n = 0;
    bool is_inside = libpq.PQtransactionStatus(db->connection) == PQTRANS_INTRANS;
    bool looked = (!is_inside || execute(base, "SELECT pg_advisory_xact_lock(hashtext('assay'))", err)) &&
                  ask_number(db, sql, &n, err);
    *has_tables = looked && n > 0;
    return looked;
}

bool server_read_schema_version(struct db *base, int64_t *version, struct err *err)
{
    struct server_db *db = server_of(base);
    int64_t is_there;
    *version = 0;
    return ask_number(
               db,
               "SELECT count(*) FROM (SELECT to_regclass('assay_schema')) AS found(n) WHERE n IS NOT NULL",
               &is_there, err) &&
           (is_there == 0 || ask_number(db, "SELECT version FROM assay_schema", version, err));
}

static bool make_schema(struct db *db, struct err *err)
{
    char version[128];
    snprintf(version, sizeof version,
             "CREATE TABLE assay_schema (version BIGINT NOT NULL); INSERT INTO assay_schema VALUES (%d)",
             SCHEMA_VERSION);
    return db_execute_lines(db, postgresql_schema_lines, err) &&
           db_execute_lines(db, postgresql_trigger_lines, err) && db_execute(db, version, err);
}

static bool get_version(struct db *base, int64_t *version, struct err *err)
{
    return ask_number(server_of(base), "SELECT hashtextextended(pg_current_snapshot()::text, 0)", version,
                      err);
}

/* --- Transactions --------------------------------------------------------------------------------- */

/* That it was lost is often seen no sooner than when it is used. */
static bool begin_by(struct db *base, const char *sql, bool writes, struct err *err)
{
    struct server_db *db = server_of(base);
    base->met_another = false;
    base->may_be_kept = false;
    db->is_writing = writes;
    db->is_inside = server_has_connection(db, err) &&
                    (execute(base, sql, err) || (libpq.PQstatus(db->connection) != CONNECTION_OK &&
                                                 connect_to(db, err) && execute(base, sql, err)));
    db->is_writing = writes && db->is_inside;
    return db->is_inside;
}

static bool begin(struct db *base, struct err *err)
{
    return begin_by(base, "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", true, err);
}

static bool begin_reading(struct db *base, struct err *err)
{
    return begin_by(base, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", false, err);
}

static void roll_back(struct db *base)
{
    struct server_db *db = server_of(base);
    PGTransactionStatusType status = libpq.PQtransactionStatus(db->connection);
    db->is_inside = false;
    db->is_writing = false;
    if (status == PQTRANS_INTRANS || status == PQTRANS_INERROR)
        libpq.PQclear(ask(db, "ROLLBACK"));
}

/* The server answers ROLLBACK, and no error, to who commits what had failed before. */
static bool commit(struct db *base, struct err *err)
{
    struct server_db *db = server_of(base);
    db->is_committing = true;
    PGresult *result = ask(db, "COMMIT");
    bool committed = server_has_worked(result) || server_fail(db, result, err);
    db->is_committing = false;
    if (committed && strcmp(libpq.PQcmdStatus(result), "COMMIT") != 0)
        committed = err_set(err, ERR_DATABASE, "%s: the server had refused a part of this; nothing was saved",
                            base->path);
    libpq.PQclear(result);
    if (!committed)
        roll_back(base);
    db->is_inside = false;
    db->is_writing = false;
    return committed;
}

static void interrupt(struct db *base)
{
    struct server_db *db = server_of(base);
    char failure[256];
    if (!db->is_committing && db->cancel != NULL)
        libpq.PQcancel(db->cancel, failure, sizeof failure);
}

/* Of the sequence that was asked last; every table whose rows are added one by one has one. 0: the connection is lost. */
static int64_t last_id(const struct db *base)
{
    struct err unused;
    int64_t id;
    return ask_number(server_of(base), "SELECT lastval()", &id, &unused) ? id : 0;
}

static int64_t change_count(const struct db *base)
{
    return server_of(base)->change_count;
}

const struct db_driver server_driver = {
    .is_of_server = true,
    .close = close_connection,
    .execute = execute,
    .has_tables = has_tables,
    .make_schema = make_schema,
    .get_version = get_version,
    .fail_damaged = server_fail_damaged,
    .begin = begin,
    .begin_reading = begin_reading,
    .commit = commit,
    .rollback = roll_back,
    .interrupt = interrupt,
    .last_id = last_id,
    .change_count = change_count,
    .start = server_start,
    .bind_integer = server_bind_integer,
    .bind_real = server_bind_real,
    .bind_bytes = server_bind_bytes,
    .bind_null = server_bind_null,
    .next = server_next,
    .count_columns = server_count_columns,
    .kind_of = server_kind_of,
    .integer = server_integer,
    .real = server_real,
    .bytes = server_bytes,
    .end = server_end,
};
