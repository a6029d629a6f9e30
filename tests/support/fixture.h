/*
 * A test's own database with the sample data, made by the program; include support.h first.
 */
#ifndef ASSAY_TESTS_SUPPORT_FIXTURE_H
#define ASSAY_TESTS_SUPPORT_FIXTURE_H

#include "core/base/arena.h"

struct fixture {
    struct arena arena;
    const char *database; /* a fresh one with the sample data and, of it, one run */
};

/* For a cmocka test whose *state is a struct fixture. */
int fixture_set_up(void **state);
int fixture_tear_down(void **state);

/* A file of the sample data. */
const char *fixture_sample(struct fixture *fixture, const char *name);

#endif
