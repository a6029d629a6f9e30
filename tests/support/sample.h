/*
 * A small database for tests of the store and the session: documents d01 …,
 * questions q01 …, and for each question a pool of the first documents. It is a file, or on the server of the run
 * (tests/run.sh): what holds for both is tested on both.
 */
#ifndef ASSAY_TESTS_SUPPORT_SAMPLE_H
#define ASSAY_TESTS_SUPPORT_SAMPLE_H

#include "core/session/session.h"

/* A clock that goes on by a step each time it is read; set it at will. */
struct test_clock {
    int64_t now;
    int64_t step; /* in milliseconds */
};
struct clock test_clock_make(struct test_clock *test_clock);

/* Removes a database, where there is one, with what lies beside it. */
void sample_remove(const char *path);

/* Whether the databases are on a server: what is about files is not tested then. */
bool sample_is_on_server(void);
/* Where a new database of this name can be made: a file of $TMPDIR that is not there, or an empty database. */
const char *sample_place(struct arena *arena, const char *name);
/* What store_open takes for the database of this store. */
const char *sample_address(struct arena *arena, const struct store *store);

/* Makes the database `name`, replacing it; fails the test when that does not work. */
struct store *sample_store(const char *name, size_t questions, size_t pool_size);

/* A session of the annotator; fails the test when it does not open. */
struct session *sample_session(struct store *store, const char *annotator, uint64_t seed,
                               struct test_clock *time);
void sample_session_close(struct session *session);
/* For a position or VOTE_NONE, in a tenth of a second. */
void sample_vote(struct session *session, int position);

#endif
