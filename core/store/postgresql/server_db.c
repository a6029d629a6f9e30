/* Opening, transactions, closing, and the driver's table. */
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"
#include "core/base/number.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool server_is_address(const char *path)
{
    return strncmp(path, "postgresql://", strlen("postgresql://")) == 0 ||
           strncmp(path, "postgres://", strlen("postgres://")) == 0;
}

/* --- Statements without parameters ---------------------------------------------------------------- */

/* Several statements in one text can't be in the pipeline. */
static bool execute(struct db *base, const char *sql, struct err *err)
{
    struct server_db *db = server_of(base);
    PGresult *result;
    if (!pipeline_leave(db, sql, &result, err))
        return false;
    bool goes_on = libpq.PQenterPipelineMode(db->connection) != 0;
    bool worked = (goes_on && server_has_worked(result)) || server_fail(db, goes_on ? result : NULL, err);
    libpq.PQclear(result);
    return worked;
}

/* Reads the value of one row, a BIGINT; 0: there is no row. */
static bool ask_number(struct server_db *db, const char *sql, int64_t *number, struct err *err)
{
    struct server_answer answer;
    *number = 0;
    pipeline_ask_text(db, sql, &answer);
    pipeline_run(db);
    if (answer.result == NULL)
        return server_fail(db, db->failure, err);
    bool is_read = libpq.PQntuples(answer.result) == 0 || server_read_bigint(answer.result, number) ||
                   server_fail_damaged(&db->base, "a number is missing", err);
    libpq.PQclear(answer.result);
    return is_read;
}

/* --- Opening -------------------------------------------------------------------------------------- */

bool server_open(struct db **out, const char *address, bool writes, struct busy_watch watch, struct err *err)
{
    if (!libpq_load(err))
        return false;
    struct server_db *db = memory_get_zeroed(1, sizeof *db);
    db_init(&db->base, &server_driver, "the server", address);
    db->writes = writes;
    db->base.busy_watch = watch;
    bool is_timed = server_make_ticks(db) ||
                    err_set(err, ERR_SYSTEM, "no wait for a server can be timed: %s", strerror(errno));
    if (!is_timed || !server_connect(db, err)) {
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
    server_end_look(db);
    server_free_statements(db);
    server_free_prefetched(db);
    trip_release(db);
    libpq.PQfinish(db->connection);
    if (db->ticks >= 0)
        close(db->ticks);
}

/* --- Tables --------------------------------------------------------------------------------------- */

/* Counts all relations except those of extensions. */
static bool has_tables(struct db *base, bool *has_tables, struct err *err)
{
    static const char sql[] = "SELECT count(*) FROM pg_class"
                              " WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relkind "
                              "IN ('r', 'p', 'v', 'm', 'f', 'S')"
                              " AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass"
                              " AND objid = pg_class.oid AND deptype = 'e')";
    struct server_db *db = server_of(base);
    int64_t n = 0;
    bool looked = ask_number(db, sql, &n, err);
    *has_tables = looked && n > 0;
    return looked;
}

static const char damaged_schema[] = "assay_schema, the version of the tables, was not made by assay";

/* Parses "version is_owner triggers made_of", as read_made asks for it. */
static bool take_made(struct bytes row, int n_triggers, struct arena *arena, struct made *made)
{
    struct bytes version, is_owner, triggers;
    int64_t n;
    if (!bytes_split(row, ' ', &version, &row) || !bytes_split(row, ' ', &is_owner, &row) ||
        !bytes_split(row, ' ', &triggers, &row) ||
        !number_parse_integer(version, 1, INT32_MAX, &made->version) ||
        !number_parse_integer(triggers, 0, INT32_MAX, &n))
        return false;
    made->of = arena_copy(arena, row);
    made->is_owner = bytes_equal(is_owner, bytes_of("t"));
    made->has_all_triggers = n >= n_triggers;
    return true;
}

/*
 * If there is no such table, the server reports it, which outside a transaction does no harm. A disabled trigger counts
 * as a dropped one.
 */
static bool read_made(struct db *base, struct arena *arena, struct made *made, struct err *err)
{
    struct server_db *db = server_of(base);
    struct server_answer answer;
    struct buffer sql = {0};
    *made = (struct made){.has_all_triggers = true};
    buffer_add_string(
        &sql, "SELECT concat_ws(' ', version, pg_has_role((SELECT relowner FROM pg_class"
              " WHERE oid = CAST('assay_schema' AS REGCLASS)), 'USAGE'),"
              " (SELECT count(*) FROM pg_trigger WHERE tgenabled <> 'D' AND pg_table_is_visible(tgrelid)"
              " AND tgname IN (");
    const int n_triggers = made_add_trigger_names(&sql);
    buffer_add_string(&sql, ")), made_of) FROM assay_schema");
    pipeline_ask_text(db, buffer_string(&sql), &answer);
    pipeline_run(db);
    buffer_release(&sql);
    if (answer.result == NULL)
        return server_misses_table(db->failure) || server_fail(db, db->failure, err);
    bool is_read = libpq.PQntuples(answer.result) == 1 && libpq.PQnfields(answer.result) == 1 &&
                   take_made(bytes_of(libpq.PQgetvalue(answer.result, 0, 0)), n_triggers, arena, made);
    libpq.PQclear(answer.result);
    return is_read || server_fail_damaged(base, damaged_schema, err);
}

/* Adds the text of the first row; nothing if there is no row. */
static bool ask_text(struct server_db *db, const char *sql, struct buffer *text, struct err *err)
{
    struct server_answer answer;
    pipeline_ask_text(db, sql, &answer);
    pipeline_run(db);
    if (answer.result == NULL)
        return server_fail(db, db->failure, err);
    if (libpq.PQntuples(answer.result) > 0 && libpq.PQnfields(answer.result) > 0)
        buffer_add_string(text, libpq.PQgetvalue(answer.result, 0, 0));
    libpq.PQclear(answer.result);
    return true;
}

bool server_find_other_schema(struct db *base, struct buffer *schema, struct err *err)
{
    static const char sql[] =
        "SELECT nspname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace"
        " WHERE relname = 'assay_schema' AND NOT pg_table_is_visible(pg_class.oid) ORDER BY nspname LIMIT 1";
    return ask_text(server_of(base), sql, schema, err);
}

/* The server's own processes have no user, and are left out. */
bool server_list_others(struct db *base, struct buffer *names, struct err *err)
{
    static const char sql[] =
        "SELECT string_agg(DISTINCT usename, ', ' ORDER BY usename) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()";
    return ask_text(server_of(base), sql, names, err);
}

static bool get_version(struct db *base, int64_t *version, struct err *err)
{
    struct server_db *db = server_of(base);
    return ask_number(db, "SELECT hashtextextended(pg_current_snapshot()::text, 0)", version, err);
}

/* --- Transactions --------------------------------------------------------------------------------- */

/* The BEGIN is sent together with the first query. */
static bool begin_by(struct db *base, const char *sql, bool writes, struct err *err)
{
    struct server_db *db = server_of(base);
    base->met_another = false;
    base->may_be_kept = false;
    db->is_writing = writes;
    if (!server_has_connection(db, err)) {
        db->is_writing = false;
        return false;
    }
    trip_forget_failure(db);
    db->is_inside = true;
    pipeline_post_text(db, sql);
    return true;
}

static bool begin(struct db *base, struct err *err)
{
    return begin_by(base, "BEGIN ISOLATION LEVEL READ COMMITTED", true, err);
}

static bool begin_reading(struct db *base, struct err *err)
{
    return begin_by(base, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", false, err);
}

static void end_transaction(struct server_db *db)
{
    db->is_inside = db->is_writing = db->is_begun = false;
    db->is_committing = false;
    server_drop_prefetched(&db->base);
    trip_drop_messages(db);
    libpq.PQclear(db->committed.result);
    libpq.PQclear(db->tried.result);
    db->committed = db->tried = (struct server_answer){0};
    trip_forget_failure(db);
}

/* For the COMMIT of a failed transaction the server answers ROLLBACK, without an error. */
static bool was_committed(const struct server_db *db)
{
    const PGresult *result = db->committed.result;
    return result != NULL && strcmp(libpq.PQcmdStatus((PGresult *)result), "COMMIT") == 0;
}

/* A prefetched commit may already have succeeded; then the transaction is kept, unless it was refused. */
static void roll_back(struct db *base)
{
    static const char *const texts[] = {"ROLLBACK", NULL};
    struct server_db *db = server_of(base);
    if (!db->is_inside)
        return;
    bool is_over = was_committed(db), is_begun = db->is_begun;
    if (is_over && !base->met_another)
        base->may_be_kept = true;
    end_transaction(db);
    if (!is_over && is_begun && libpq.PQstatus(db->connection) == CONNECTION_OK)
        server_send_now(db, texts);
}

/* pipeline_run adds the COMMIT to the next trip. */
static void prefetch_commit(struct db *base)
{
    server_of(base)->is_committing = true;
}

static bool commit(struct db *base, struct err *err)
{
    struct server_db *db = server_of(base);
    bool had_failed = db->failure != NULL && !db->is_committing;
    db->is_committing = !had_failed;
    if (!had_failed && !db->committed.is_there)
        pipeline_run(db);
    bool committed = was_committed(db) ? !server_was_refused(base, err) : server_fail(db, db->failure, err);
    if (committed)
        server_forget_refusal(db);
    if (committed)
        end_transaction(db);
    else
        roll_back(base);
    return committed;
}

/*
 * Reads the last value of the sequence that was used last; every table whose rows are added one by one has one. 0: the
 * connection is lost.
 */
static int64_t last_id(const struct db *base)
{
    int64_t id;
    return ask_number(server_of(base), "SELECT lastval()", &id, err_ignored()) ? id : 0;
}

static int64_t change_count(const struct db *base)
{
    return server_of(base)->change_count;
}

static bool fail_unfit(struct db *base, const char *damage, struct err *err)
{
    (void)damage;
    return server_fail_after_another(server_of(base), err);
}

const struct db_driver server_driver = {
    .is_of_server = true,
    .close = close_connection,
    .execute = execute,
    .has_tables = has_tables,
    .read_made = read_made,
    .get_version = get_version,
    .fail_damaged = server_fail_damaged,
    .fail_unfit = fail_unfit,
    .begin = begin,
    .begin_reading = begin_reading,
    .prefetch_commit = prefetch_commit,
    .commit = commit,
    .rollback = roll_back,
    .last_id = last_id,
    .change_count = change_count,
    .start = server_start,
    .bind_integer = server_bind_integer,
    .bind_real = server_bind_real,
    .bind_bytes = server_bind_bytes,
    .bind_null = server_bind_null,
    .ask = server_ask,
    .post = server_post,
    .try = server_try,
    .was_refused = server_was_refused,
    .tried_integer = server_tried_integer,
    .prefetch = server_prefetch,
    .is_prefetched = server_is_prefetched,
    .drop_prefetched = server_drop_prefetched,
    .next = server_next,
    .count_columns = server_count_columns,
    .kind_of = server_kind_of,
    .integer = server_integer,
    .real = server_real,
    .bytes = server_bytes,
    .end = server_end,
    .begin_rows = server_begin_rows,
    .add_row = server_add_row,
    .end_rows = server_end_rows,
    .begin_removing = server_begin_removing,
    .end_removing = server_end_removing,
};
