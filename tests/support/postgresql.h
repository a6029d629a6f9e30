/*
 * A PostgreSQL server of the test program's own (tests/support/postgresql.sh): started by the first test that wants a database,
 * on a socket below $TMPDIR, stopped and removed when the program ends, and stopped when it is killed. Or that of the run
 * (tests/run.sh), in which the program's databases are removed when it ends. Include support.h first.
 */
#ifndef ASSAY_TESTS_SUPPORT_POSTGRESQL_H
#define ASSAY_TESTS_SUPPORT_POSTGRESQL_H

#include "core/base/arena.h"

/* Whether the programs of a server are installed, so that there can be one. */
bool postgresql_is_there(void);
/* The folder of the run's server, where the program is run to show that it does on a server what it does in files; or NULL. */
const char *postgresql_of_run(void);
/*
 * The URL of a new, empty database, as the user `assay` who may do everything. Without a server the test that asks is
 * skipped: ask from the test itself, never while it is set up.
 */
const char *postgresql_database(struct arena *arena);
/* The URL of the same database for another user. Who has no role cannot connect. */
const char *postgresql_as(struct arena *arena, const char *url, const char *user);

/* Whether there is a connection to be had. */
bool postgresql_lets_in(const char *url);
/* Does this by a connection of its own; fails the test where the server says no. Several statements may be in it. */
void postgresql_do(const char *url, const char *sql);
/* The only value of the only row that is asked for, as text, "" for NULL; bytes as they are, to the first NUL. */
const char *postgresql_value(struct arena *arena, const char *url, const char *sql);
/* The SQLSTATE with which the server refuses this, "" where it does not. */
const char *postgresql_refusal(struct arena *arena, const char *url, const char *sql);

#endif
