#include "tests/support/support.h"

#include "tests/support/postgresql.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <libpq-fe.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 60 * 1000, LOOK_MS = 10, OPEN_FOLDERS = 16, FOLDER_SIZE = 256 };

extern char **environ;

/* The one server of the program. */
static struct {
    pid_t owner; /* who started it: what it forks shall not stop it */
    pid_t pid;
    char folder[FOLDER_SIZE];
    unsigned n_databases;
} server;

/* --- The server ---------------------------------------------------------------------------------- */

static pid_t run_script(const char *argument)
{
    struct arena arena = {0};
    char *words[] = {"sh", (char *)support_source(&arena, "tests/support/postgresql.sh"), (char *)argument,
                     NULL};
    pid_t pid;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    int failure = posix_spawnp(&pid, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    arena_release(&arena);
    assert_int_equal(failure, 0);
    return pid;
}

/* Whether a child has ended; its status then, as waitpid gives it. */
static bool has_ended(pid_t pid, int flags, int *status)
{
    pid_t ended;
    do
        ended = waitpid(pid, status, flags);
    while (ended < 0 && errno == EINTR);
    return ended == pid;
}

bool postgresql_is_there(void)
{
    int status = 0;
    return has_ended(run_script("--programs"), 0, &status) && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    return remove(path);
}

static void stop_server(void)
{
    int status;
    if (server.owner != getpid())
        return;
    kill(server.pid, SIGQUIT);
    has_ended(server.pid, 0, &status);
    nftw(server.folder, remove_entry, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}

static const char *url_of(struct arena *arena, const char *database)
{
    return arena_format(arena, "postgresql://assay@/%s?host=%s", database, server.folder);
}

static void start_server(struct arena *arena)
{
    const char *above = getenv("TMPDIR");
    snprintf(server.folder, sizeof server.folder, "%s/postgresql-%ld", above != NULL ? above : "/tmp",
             (long)getpid());
    server.owner = getpid();
    server.pid = run_script(server.folder);
    atexit(stop_server);
    const char *url = url_of(arena, "postgres");
    for (int waited = 0; PQping(url) != PQPING_OK; waited += LOOK_MS) {
        int status;
        if (has_ended(server.pid, WNOHANG, &status) || waited >= PATIENCE_MS)
            fail_msg("the server does not start: see %s", server.folder);
        poll(NULL, 0, LOOK_MS);
    }
}

/* --- Its databases ------------------------------------------------------------------------------- */

const char *postgresql_database(struct arena *arena)
{
    if (server.owner == 0) {
        if (!postgresql_is_there())
            skip();
        start_server(arena);
    }
    const char *name = arena_format(arena, "test_%u", ++server.n_databases);
    postgresql_do(url_of(arena, "postgres"), arena_format(arena, "CREATE DATABASE %s", name));
    return url_of(arena, name);
}

const char *postgresql_as(struct arena *arena, const char *url, const char *user)
{
    const char *rest = strchr(url, '@');
    assert_non_null(rest);
    return arena_format(arena, "postgresql://%s%s", user, rest);
}

/* --- What is said to them ------------------------------------------------------------------------ */

static PGresult *ask(PGconn **connection, const char *url, const char *sql)
{
    *connection = PQconnectdb(url);
    if (PQstatus(*connection) != CONNECTION_OK)
        fail_msg("%s: %s", url, PQerrorMessage(*connection));
    PQsetClientEncoding(*connection, "UTF8");
    return PQexec(*connection, sql);
}

static bool was_done(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

bool postgresql_lets_in(const char *url)
{
    PGconn *connection = PQconnectdb(url);
    bool lets_in = PQstatus(connection) == CONNECTION_OK;
    PQfinish(connection);
    return lets_in;
}

void postgresql_do(const char *url, const char *sql)
{
    PGconn *connection;
    PGresult *result = ask(&connection, url, sql);
    if (!was_done(result))
        fail_msg("%s: %s", sql, PQresultErrorMessage(result));
    PQclear(result);
    PQfinish(connection);
}

const char *postgresql_value(struct arena *arena, const char *url, const char *sql)
{
    PGconn *connection;
    PGresult *result = ask(&connection, url, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQresultErrorMessage(result));
    assert_int_equal(PQntuples(result), 1);
    assert_int_equal(PQnfields(result), 1);
    const char *value = arena_format(arena, "%s", PQgetvalue(result, 0, 0));
    PQclear(result);
    PQfinish(connection);
    return value;
}

const char *postgresql_refusal(struct arena *arena, const char *url, const char *sql)
{
    PGconn *connection;
    PGresult *result = ask(&connection, url, sql);
    const char *state = was_done(result) ? "" : PQresultErrorField(result, PG_DIAG_SQLSTATE);
    state = arena_format(arena, "%s", state != NULL ? state : "no connection");
    PQclear(result);
    PQfinish(connection);
    return state;
}
