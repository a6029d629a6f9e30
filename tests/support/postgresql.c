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
enum { TYPE_BYTEA = 17 }; /* as in pg_type.dat */

extern char **environ;

/* The only server of this program, or the server of the test run. */
static struct {
    pid_t owner; /* the process that uses it; its forked children must not stop it */
    pid_t pid;   /* 0: the server belongs to the test run and outlives this program */
    char folder[FOLDER_SIZE];
    unsigned n_databases;
    bool can_choose; /* whether a new database is copied as files or by way of the log */
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

/* Returns whether a child has ended. Sets its status, as waitpid returns it. */
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

const char *postgresql_of_run(void)
{
    return getenv("ASSAY_TEST_SERVER");
}

/* --- Its databases ------------------------------------------------------------------------------- */

/* Each database takes some megabytes. */
static void drop_databases(void)
{
    struct arena arena = {0};
    if (server.owner != getpid())
        return;
    PGconn *connection = PQconnectdb(url_of(&arena, "postgres"));
    PGresult *names = PQexec(connection, arena_format(&arena,
                                                      "SELECT datname FROM pg_database"
                                                      " WHERE starts_with(datname::TEXT, 'test_%ld_')",
                                                      (long)server.owner));
    for (int i = 0; i < PQntuples(names); i++)
        PQclear(PQexec(connection,
                       arena_format(&arena, "DROP DATABASE %s WITH (FORCE)", PQgetvalue(names, i, 0))));
    PQclear(names);
    PQfinish(connection);
    arena_release(&arena);
}

static void use_server_of_run(const char *folder)
{
    snprintf(server.folder, sizeof server.folder, "%s", folder);
    server.owner = getpid();
    atexit(drop_databases);
}

static const char *create_database(struct arena *arena, const char *how)
{
    if (server.owner == 0 && postgresql_of_run() != NULL) {
        use_server_of_run(postgresql_of_run());
    } else if (server.owner == 0) {
        if (!postgresql_is_there())
            skip_because("there is no PostgreSQL");
        start_server(arena);
    }
    if (server.n_databases == 0)
        server.can_choose =
            strcmp(postgresql_value(arena, url_of(arena, "postgres"), "SHOW server_version_num"), "150000") >=
            0;
    const char *name = arena_format(arena, "test_%ld_%u", (long)server.owner, ++server.n_databases);
    postgresql_do(url_of(arena, "postgres"),
                  arena_format(arena, "CREATE DATABASE %s %s %s", name, how,
                               server.can_choose ? "STRATEGY file_copy" : "")); /* takes half the time */
    return url_of(arena, name);
}

const char *postgresql_database(struct arena *arena)
{
    return create_database(arena, "");
}

const char *postgresql_copy(struct arena *arena, const char *url)
{
    const char *name = strchr(url, '@') + 2;
    return create_database(arena, arena_format(arena, "TEMPLATE %.*s", (int)strcspn(name, "?"), name));
}

const char *postgresql_as(struct arena *arena, const char *url, const char *user)
{
    const char *rest = strchr(url, '@');
    assert_non_null(rest);
    return arena_format(arena, "postgresql://%s%s", user, rest);
}

/* --- Statements ---------------------------------------------------------------------------------- */

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

static const char *value_of(struct arena *arena, const PGresult *result)
{
    const char *text = PQgetvalue(result, 0, 0);
    if (PQftype(result, 0) != TYPE_BYTEA)
        return arena_copy_string(arena, text);
    size_t size;
    unsigned char *data = PQunescapeBytea((const unsigned char *)text, &size);
    const char *value = arena_format(arena, "%.*s", (int)size, (const char *)data);
    PQfreemem(data);
    return value;
}

const char *postgresql_value(struct arena *arena, const char *url, const char *sql)
{
    PGconn *connection;
    PGresult *result = ask(&connection, url, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQresultErrorMessage(result));
    assert_int_equal(PQntuples(result), 1);
    assert_int_equal(PQnfields(result), 1);
    const char *value = value_of(arena, result);
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
