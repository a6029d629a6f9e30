/*
 * A small database for tests of the store and the session: documents d01 …,
 * questions q01 …, and for each question a pool of the first documents.
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

/* Makes the database `name` in $TMPDIR, replacing it; fails the test when that does not work. */
struct store *sample_store(const char *name, size_t questions, size_t pool_size);

#endif
