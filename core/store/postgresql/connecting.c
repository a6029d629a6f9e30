/*
 * Making a connection: to look up a host, to reach it and to log in may each take long, and libpq has no way to end the first.
 * So all of it is done aside, while the busy watch is asked.
 *
 * A COMMIT whose answer takes long is asked for by a second connection, likewise: whether it waits for a standby.
 *
 * A host that is gone without a word, since it lost its power or its line, is noticed after some seconds in the middle of a
 * statement, too; an address can say otherwise.
 */
#include "core/store/postgresql/aside.h"
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct connecting {
    char *address;
    struct server_passwords passwords; /* of what is NULL libpq looks elsewhere */
    char *host, *host_ip, *port;       /* of the address's hosts this one alone; NULL: any of them */
    char *options;                     /* for the session, where the address has none; NULL: none */
    bool writes;                       /* of several hosts one that is no standby */
    PGconn *connection;
};

static void pass_over(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

/*
 * A later one goes before an earlier one; NULL is as if it were not there. What a server remarks is printed by libpq, byte
 * for byte, until there is somebody to tell it, who can only be told of a connection that was begun: so that is begun again
 * at once, before the server has said anything. Why it lets nobody in libpq tells as a text alone, which has the SQLSTATE then.
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

/* Those that libpq has of the environment. A short timeout among them would end even the statement that takes it back. */
static char *copy_options(void)
{
    PQconninfoOption *defaults = libpq.PQconndefaults(), *found = defaults;
    struct buffer text = {0};
    while (found != NULL && found->keyword != NULL && strcmp(found->keyword, "options") != 0)
        found++;
    bool has_any = found != NULL && found->keyword != NULL && found->val != NULL;
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

/* --- What a COMMIT waits for ---------------------------------------------------------------------- */

struct standby_look {
    struct connecting connecting;
    int process; /* the server's, of the connection that waits */
    bool is_standby;
};

static void look_at_process(void *context)
{
    struct standby_look *look = context;
    char sql[128];
    snprintf(sql, sizeof sql, "SELECT 1 FROM pg_stat_activity WHERE pid = %d AND wait_event = 'SyncRep'",
             look->process);
    make_connection(&look->connecting);
    PGresult *found = libpq.PQexec(look->connecting.connection, sql);
    look->is_standby = server_has_worked(found) && libpq.PQntuples(found) == 1;
    libpq.PQclear(found);
    libpq.PQfinish(look->connecting.connection);
    look->connecting.connection = NULL;
}

static void release_look(void *context)
{
    struct standby_look *look = context;
    end_connecting(&look->connecting);
    free(look);
}

static void begin_look(struct server_db *db)
{
    struct standby_look *look = memory_get_zeroed(1, sizeof *look);
    look->connecting = new_connecting(db);
    look->connecting.host = memory_copy_string_if_any(libpq.PQhost(db->connection));
    look->connecting.host_ip = memory_copy_string_if_any(libpq.PQhostaddr(db->connection));
    look->connecting.port = memory_copy_string_if_any(libpq.PQport(db->connection));
    look->process = libpq.PQbackendPID(db->connection);
    db->look = look;
    db->looking = aside_begin(look_at_process, release_look, look);
}

void server_look_for_standby(struct server_db *db)
{
    enum { MS_BETWEEN = 3000 };
    if (db->base.waits_for == BUSY_STANDBY)
        return;
    db->look_again_ms -= BUSY_AGAIN_MS;
    if (db->looking == NULL && db->look_again_ms <= 0) {
        begin_look(db);
        db->look_again_ms = MS_BETWEEN;
    }
    if (db->looking == NULL || !aside_has_ended(db->looking, 0))
        return;
    if (db->look->is_standby)
        db->base.waits_for = BUSY_STANDBY;
    server_end_look(db);
}

void server_end_look(struct server_db *db)
{
    aside_leave(db->looking);
    db->looking = NULL;
    db->look = NULL;
}
