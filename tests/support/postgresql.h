/*
 * The PostgreSQL server of the test program (tests/support/postgresql.sh). The first test that needs a database starts
 * it, on a socket below $TMPDIR. It is stopped and removed when the program ends, and stopped if the program is killed.
 * If the test run has a server (tests/run.sh), the program uses that and removes its own databases when it ends.
 * Include support.h first.
 */
#pragma once

#include "core/base/arena.h"

/* Returns whether the programs of a server are installed. */
bool postgresql_is_there(void);
/*
 * Returns the folder of the run's server, or NULL. Tests that run with files run on this server, too, to show that
 * assay does the same there.
 */
const char *postgresql_of_run(void);
/*
 * Returns the URL of a new, empty database, for the superuser `assay`. Without PostgreSQL the calling test is skipped.
 * So call it from the test itself, never from its set-up.
 */
const char *postgresql_database(struct arena *arena);
/* Returns the URL of a copy of the database with this URL. Nobody may be connected to it. */
const char *postgresql_copy(struct arena *arena, const char *url);
/* Returns the URL of the same database for another user. A user without a role cannot connect. */
const char *postgresql_as(struct arena *arena, const char *url, const char *user);

/* Returns whether a connection can be made. */
bool postgresql_lets_in(const char *url);
/* Executes one or several statements over a connection of its own. Fails the test if the server reports an error. */
void postgresql_do(const char *url, const char *sql);
/*
 * Returns the only value of the only row of the result as text: "" for NULL, and for bytes the raw bytes up to the
 * first NUL.
 */
const char *postgresql_value(struct arena *arena, const char *url, const char *sql);
/* Returns the SQLSTATE with which the server refuses the statement, or "" if it does not. */
const char *postgresql_refusal(struct arena *arena, const char *url, const char *sql);
