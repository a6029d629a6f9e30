/*
 * The connection of a database. The next transaction replaces a lost connection. Then no statement is prepared, and the
 * address, which may name several hosts, finds a server that was promoted meanwhile.
 */
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CREATE OR REPLACE TRIGGER needs this version. */
enum { OLDEST_SERVER = 14 };

/* A socket is on this machine; its folder is left out, because messages have no room for it. */
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

/*
 * The address need not ask for a primary, a standby may be promoted at any moment, and a standby may take the place of
 * its primary.
 */
static bool require_primary(struct server_db *db, struct err *err)
{
    const char *is_standby = libpq.PQparameterStatus(db->connection, "in_hot_standby");
    return !db->writes || is_standby == NULL || strcmp(is_standby, "on") != 0 ||
           server_fail_away(db, "the server is in hot standby mode", err);
}

/*
 * Overrides settings of the environment (PGOPTIONS) or the server that would roll back a commit in the middle, disable
 * triggers, or change the meaning of statements. A commit waits for replication if the server has synchronous standbys.
 *
 * Plans are kept, and a session that writes may have begun with empty tables. A plan that scans a whole small table
 * would stay when the table has grown, so sequential scans are made costlier than everything else. JIT is off, because
 * compiling a plan takes longer than it saves. A cursor's rows are all read, not only the first tenth. Each statement
 * is planned once, for any parameters: planning those of a vote takes longer than running them. Without this the server
 * would plan a statement with a time again and again. Tables are joined in the order of the text, which suits SQLite, too:
 * a server needs longer to look for another order than to run the statements of a start.
 */
static void set_up(struct server_db *db)
{
    static const char kept_plans[] = "SELECT set_config(name, value, false)"
                                     " FROM (VALUES ('enable_seqscan', 'off'), ('join_collapse_limit', '1'),"
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
    if (db->base.is_away &&
        db->base.was_stopped) /* a user who has ended the wait for the server does not wait again */
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

/*
 * Reads pending input, because the server's hang-up is often there unnoticed. A server that still sends after READS_MAX
 * reads is not lost.
 */
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
