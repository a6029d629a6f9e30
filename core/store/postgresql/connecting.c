/*
 * Making a connection: to look up a host, to reach it and to log in may each take long, and libpq has no way to end the first.
 * So all of it is done aside, while the busy watch is asked.
 *
 * A host that is gone without a word, since it lost its power or its line, is noticed after some seconds in the middle of a
 * statement, too; an address can say otherwise.
 */
#include "core/store/postgresql/aside.h"
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <stdlib.h>

struct connecting {
    char *address;
    struct server_passwords passwords; /* of what is NULL libpq looks elsewhere */
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
 * at once, before the server has said anything.
 */
static void make_connection(void *context)
{
    struct connecting *connecting = context;
    const char *const keys[] = {"connect_timeout",
                                "keepalives_idle",
                                "keepalives_interval",
                                "keepalives_count",
                                "tcp_user_timeout",
                                "dbname",
                                "password",
                                "sslpassword",
                                "fallback_application_name",
                                NULL};
    const char *const values[] = {"10",
                                  "5",
                                  "3",
                                  "3",
                                  "14000",
                                  connecting->address,
                                  connecting->passwords.of_user,
                                  connecting->passwords.of_key,
                                  "assay",
                                  NULL};
    PGconn *connection = libpq.PQconnectStartParams(keys, values, true);
    libpq.PQsetNoticeReceiver(connection, pass_over, NULL);
    if (libpq.PQstatus(connection) != CONNECTION_BAD)
        libpq.PQreset(connection);
    connecting->connection = connection;
}

static void release_connecting(void *context)
{
    struct connecting *connecting = context;
    libpq.PQfinish(connecting->connection);
    server_forget_passwords(&connecting->passwords);
    free(connecting->address);
    free(connecting);
}

PGconn *server_make_connection(struct server_db *db, struct server_passwords passwords)
{
    struct connecting *connecting = memory_get_zeroed(1, sizeof *connecting);
    PGconn *connection = NULL;
    connecting->address = memory_copy_string(db->address);
    connecting->passwords = passwords;
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
