/*
 * Makes connections. Looking up a host, reaching it and logging in may each take long, and libpq can't cancel the
 * lookup. So all of this is done in another thread (aside.h), while the busy watch is asked.
 *
 * When an answer takes long, a second connection finds out what it waits for, in the same way: a COMMIT may wait for a
 * standby, anything else for a lock.
 *
 * A host that disappears without a word, because it lost its power or its network, is noticed after some seconds, even
 * in the middle of a statement. The address can set other limits.
 */
#include "core/store/postgresql/aside.h"
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct connecting {
    char *address;
    struct server_passwords passwords; /* where one is NULL, libpq looks elsewhere */
    char *host, *host_ip, *port;       /* one of the address's hosts; NULL: any of them */
    char *options;                     /* for the session, if the address has none; NULL: none */
    bool writes;                       /* choose a host that is no standby */
    PGconn *connection;
};

static void pass_over(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

/*
 * Connects. A later parameter overrides an earlier one; NULL is ignored. libpq prints a server's notices unless it has
 * a notice receiver, which can only be set for a connection that was begun. So the connection is begun, and begun again
 * at once, before the server has said anything. libpq reports a refused login only as a text; with this verbosity it
 * contains the SQLSTATE.
 */
static void make_connection(void *context)
{
    struct connecting *connecting = context;
    const char *const keys[] = {"options",
                                "target_session_attrs",
                                "connect_timeout",
                                "keepalives_idle",
                                "keepalives_interval",
                                "keepalives_count",
                                "tcp_user_timeout",
                                "dbname",
                                "host",
                                "hostaddr",
                                "port",
                                "password",
                                "sslpassword",
                                "fallback_application_name",
                                NULL};
    const char *const values[] = {connecting->options,
                                  connecting->writes ? "primary" : NULL,
                                  "10",
                                  "5",
                                  "3",
                                  "3",
                                  "14000",
                                  connecting->address,
                                  connecting->host,
                                  connecting->host_ip,
                                  connecting->port,
                                  connecting->passwords.of_user,
                                  connecting->passwords.of_key,
                                  "assay",
                                  NULL};
    PGconn *connection = libpq.PQconnectStartParams(keys, values, true);
    libpq.PQsetNoticeReceiver(connection, pass_over, NULL);
    libpq.PQsetErrorVerbosity(connection, PQERRORS_VERBOSE);
    if (libpq.PQstatus(connection) != CONNECTION_BAD)
        libpq.PQreset(connection);
    connecting->connection = connection;
}

/*
 * Returns the options that libpq takes from the environment, or NULL. A short statement_timeout among them would even
 * end the statement that resets it. Without such options none are sent, because PgBouncer refuses clients that send
 * any.
 */
static char *copy_options(void)
{
    PQconninfoOption *defaults = libpq.PQconndefaults(), *found = defaults;
    struct buffer text = {0};
    while (found != NULL && found->keyword != NULL && strcmp(found->keyword, "options") != 0)
        found++;
    bool has_any = found != NULL && found->keyword != NULL && found->val != NULL && found->val[0] != '\0';
    if (has_any)
        buffer_add_format(&text, "%s -c statement_timeout=0", found->val);
    char *copy = has_any ? memory_copy_string(buffer_string(&text)) : NULL;
    buffer_release(&text);
    libpq.PQconninfoFree(defaults);
    return copy;
}

static struct connecting new_connecting(const struct server_db *db)
{
    return (struct connecting){.address = memory_copy_string(db->base.address),
                               .passwords = server_passwords_of(db->base.address),
                               .options = copy_options(),
                               .writes = db->writes};
}

static void end_connecting(struct connecting *connecting)
{
    libpq.PQfinish(connecting->connection);
    server_forget_passwords(&connecting->passwords);
    free(connecting->address);
    free(connecting->host);
    free(connecting->host_ip);
    free(connecting->port);
    free(connecting->options);
}

static void release_connecting(void *context)
{
    end_connecting(context);
    free(context);
}

PGconn *server_make_connection(struct server_db *db)
{
    struct connecting *connecting = memory_get_zeroed(1, sizeof *connecting);
    PGconn *connection = NULL;
    *connecting = new_connecting(db);
    struct aside *aside = aside_begin(make_connection, release_connecting, connecting);
    db_begin_wait(&db->base, db->is_open ? BUSY_CONNECTION : BUSY_SERVER);
    bool has_ended = aside_has_ended(aside, BUSY_AGAIN_MS);
    while (!has_ended && db_count_wait(&db->base, BUSY_AGAIN_MS))
        has_ended = aside_has_ended(aside, BUSY_AGAIN_MS);
    if (has_ended) {
        connection = connecting->connection;
        connecting->connection = NULL;
    }
    aside_leave(aside);
    return connection;
}

/* --- Looking at a wait ---------------------------------------------------------------------------- */

struct wait_look {
    struct connecting connecting;
    int process; /* the server's process of the waiting connection */
    bool is_commit;
    bool is_standby;
    char *holder; /* of the lock; NULL: none */
};

/* Returns the value of the only row, which the caller frees; NULL: there is no row. */
static char *ask_value(PGconn *connection, const char *sql)
{
    PGresult *found = libpq.PQexec(connection, sql);
    bool has_value = server_has_worked(found) && libpq.PQntuples(found) == 1;
    char *value = has_value ? memory_copy_string(libpq.PQgetvalue(found, 0, 0)) : NULL;
    libpq.PQclear(found);
    return value;
}

static bool waits_for_standby(const struct wait_look *look)
{
    char sql[128];
    snprintf(sql, sizeof sql, "SELECT 1 FROM pg_stat_activity WHERE pid = %d AND wait_event = 'SyncRep'",
             look->process);
    char *found = ask_value(look->connecting.connection, sql);
    const bool waits = found != NULL;
    free(found);
    return waits;
}

/*
 * Finds the process at the head of the queue, which waits for nobody. Its user is asked separately, because a server
 * may keep that secret (SECURITY.md).
 */
static char *find_holder(const struct wait_look *look)
{
    PGconn *connection = look->connecting.connection;
    char sql[512];
    snprintf(sql, sizeof sql,
             "WITH RECURSIVE ahead(pid) AS (SELECT unnest(pg_blocking_pids(%d)) UNION"
             " SELECT unnest(pg_blocking_pids(ahead.pid)) FROM ahead)"
             " SELECT pid FROM ahead WHERE cardinality(pg_blocking_pids(pid)) = 0 ORDER BY pid LIMIT 1",
             look->process);
    char *process = ask_value(connection, sql), *name = NULL;
    if (process == NULL)
        return NULL;
    snprintf(sql, sizeof sql, "SELECT usename FROM pg_stat_activity WHERE pid = %.20s AND usename <> ''",
             process);
    name = ask_value(connection, sql);
    struct buffer holder = {0};
    buffer_add_format(&holder, "connection %s%s%s", process, name != NULL ? " of " : "",
                      name != NULL ? name : "");
    char *copy = memory_copy_string(buffer_string(&holder));
    buffer_release(&holder);
    free(process);
    free(name);
    return copy;
}

static void look_at_process(void *context)
{
    struct wait_look *look = context;
    make_connection(&look->connecting);
    look->is_standby = look->is_commit && waits_for_standby(look);
    if (!look->is_standby)
        look->holder = find_holder(look);
    libpq.PQfinish(look->connecting.connection);
    look->connecting.connection = NULL;
}

static void release_look(void *context)
{
    struct wait_look *look = context;
    end_connecting(&look->connecting);
    free(look->holder);
    free(look);
}

static void begin_look(struct server_db *db)
{
    struct wait_look *look = memory_get_zeroed(1, sizeof *look);
    look->connecting = new_connecting(db);
    look->connecting.host = memory_copy_string_if_any(libpq.PQhost(db->connection));
    look->connecting.host_ip = memory_copy_string_if_any(libpq.PQhostaddr(db->connection));
    look->connecting.port = memory_copy_string_if_any(libpq.PQport(db->connection));
    look->process = libpq.PQbackendPID(db->connection);
    look->is_commit = db->is_committing;
    db->look = look;
    db->looking = aside_begin(look_at_process, release_look, look);
}

static void take_look(struct server_db *db)
{
    const struct wait_look *look = db->look;
    if (look->is_standby)
        db->base.waits_for = BUSY_STANDBY;
    if (look->holder == NULL)
        return;
    db->base.waits_for = BUSY_LOCK;
    snprintf(db->base.holder, sizeof db->base.holder, "%s", look->holder);
}

void server_look_at_wait(struct server_db *db)
{
    enum { MS_BETWEEN = 3000 };
    if (db->base.waits_for == BUSY_STANDBY || db->base.waits_for == BUSY_LOCK)
        return;
    db->look_again_ms -= BUSY_AGAIN_MS;
    if (db->looking == NULL && db->look_again_ms <= 0) {
        begin_look(db);
        db->look_again_ms = MS_BETWEEN;
    }
    if (db->looking == NULL || !aside_has_ended(db->looking, 0))
        return;
    take_look(db);
    server_end_look(db);
}

void server_end_look(struct server_db *db)
{
    aside_leave(db->looking);
    db->looking = NULL;
    db->look = NULL;
}
