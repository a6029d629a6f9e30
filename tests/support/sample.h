/*
 * A small database for tests of the store and the session: documents d01 …, questions q01 …, and for each question a
 * pool of the first documents. It is a file, or a database on the server of the test run (tests/run.sh), so that the
 * same tests run on both.
 */
#pragma once

#include "core/session/session.h"

/* A clock that advances by a step each time it is read. Tests may set it at will. */
struct test_clock {
    int64_t now;
    int64_t step; /* in milliseconds */
};
struct clock test_clock_make(struct test_clock *test_clock);

/* Deletes a database, if it exists, with the files beside it. */
void sample_remove(const char *path);

/* Returns whether the databases are on a server. Tests of files are skipped then. */
bool sample_is_on_server(void);
/*
 * Returns where a new database of this name can be made: the path of a file in $TMPDIR that does not exist, or the URL
 * of an empty database.
 */
const char *sample_place(struct arena *arena, const char *name);
/* Returns the URL of a new database on the program's server (postgresql.h), with assay's tables and no rows. */
const char *sample_database(struct arena *arena);
/* Returns what store_open needs to open the database of this store. */
const char *sample_address(struct arena *arena, const struct store *store);

/* Creates the database `name`, replacing an old one. Fails the test if that does not work. */
struct store *sample_store(const char *name, size_t questions, size_t pool_size);

/* Opens a session of the annotator. Fails the test if that does not work. */
struct session *sample_session(struct store *store, const char *annotator, uint64_t seed,
                               struct test_clock *time);
void sample_session_close(struct session *session);
/* Votes for a position or VOTE_NONE after a tenth of a second. */
void sample_vote(struct session *session, int position);
/* Replaces the text of a document by an import, as another program does, and keeps its votes. */
void sample_correct(struct store *store, struct bytes docid, const char *text);
