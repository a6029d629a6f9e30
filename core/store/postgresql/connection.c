/*
 * The connection that a database has. One that was lost is made anew by the next transaction: then nothing is prepared, and
 * whoever was promoted meanwhile is found by the address, which may name several hosts.
 */
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CREATE OR REPLACE TRIGGER is there from 14 on. */
enum { OLDEST_SERVER = 14 };

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

/* Where the address asks for no primary: a standby may be promoted at any moment, or be found in the place of what it follows. */
static bool require_primary(struct server_db *db, struct err *err)
{
    const char *is_standby = libpq.PQparameterStatus(db->connection, "in_hot_standby");
    return !db->writes || is_standby == NULL || strcmp(is_standby, "on") != 0 ||
           server_fail_away(db, "the server is in hot standby mode", err);
}

/*
 * What the environment (PGOPTIONS) or the server's rules say otherwise would take a commit back in the middle, leave out
 * triggers, or read a statement in another way. What was answered is replicated where the server has standbys for that. Plans
 * are kept, and who writes may have begun with empty tables: a plan that reads a whole small table stays when it has grown
 * large. Where no index will do the costs of a plan are then beyond all others. To compile a plan takes longer than all that
 * it does here; and who reads by a cursor reads all of it, not the first tenth.
 * Each statement is planned once, for whatever is bound to it: to plan those of a vote takes longer than to run them, and where
 * a time is bound the server would plan anew each time.
 */
static void set_up(struct server_db *db)
{
    static const char kept_plans[] = "SELECT set_config(name, value, false)"
                                     " FROM (VALUES ('enable_seqscan', 'off'),"
                                     " ('plan_cache_mode', 'force_generic_plan')) AS setting(name, value)";
    char patience[64];
    snprintf(patience, sizeof patience, "SET lock_timeout = %d", db->base.patience_ms);
    const char *texts[] = {"SELECT set_config(name, value, false)"
                           " FROM (VALUES ('client_min_messages', 'warning'), ('statement_timeout', '0'),"
                           " ('idle_in_transaction_session_timeout', '0'), ('client_encoding', 'UTF8'),"
                           " ('standard_conforming_strings', 'on'), ('row_security', 'on'), ('jit', 'off'),"
                           " ('cursor_tuple_fraction', '1')) AS setting(name, value)",
                           "SELECT set_config('synchronous_commit', 'on', false)"
                           " WHERE current_setting('synchronous_commit') IN ('off', 'local')",
                           "SELECT set_config('session_replication_role', 'origin', false)"
                           " WHERE current_setting('session_replication_role') <> 'origin'",
                           patience,
                           db->writes ? kept_plans : "SET default_transaction_read_only = on",
                           NULL};
    server_send_now(db, texts);
}

bool server_connect(struct server_db *db, struct err *err)
{
    if (db->base.is_away && db->base.was_stopped) /* who has ended the wait for it does not wait again */
        return server_fail_lost(db, err);
    libpq.PQfinish(db->connection);
    server_drop_expected(db);
    server_forget_prepared(db);
    db->connection = server_make_connection(db);
    if (db->connection != NULL)
        take_name(db);
    if (libpq.PQstatus(db->connection) != CONNECTION_OK || libpq.PQenterPipelineMode(db->connection) == 0)
        return server_fail_lost(db, err);
    set_up(db);
    if (!require_version(db, err) || !require_primary(db, err))
        return false;
    db->base.is_away = db->base.waits_in_vain = db->is_unfit = false;
    return true;
}

/* That the server has hung up is often there to be read, and nobody has looked. One that still talks after so much has not. */
static void look_whether_it_is_lost(struct server_db *db)
{
    enum { READS_MAX = 100 };
    struct pollfd socket = {.fd = libpq.PQsocket(db->connection), .events = POLLIN};
    for (int i = 0; i < READS_MAX && socket.fd >= 0 && poll(&socket, 1, 0) > 0 &&
                    libpq.PQconsumeInput(db->connection) != 0;
         i++)
        socket.fd = libpq.PQsocket(db->connection);
}

bool server_has_connection(struct server_db *db, struct err *err)
{
    if (!db->is_begun)
        look_whether_it_is_lost(db);
    bool is_fit = libpq.PQstatus(db->connection) == CONNECTION_OK && (db->is_begun || !db->is_unfit);
    return is_fit || (!db->is_begun && server_connect(db, err));
}
