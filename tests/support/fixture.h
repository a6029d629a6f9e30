/*
 * A database of the test's own with the sample data, made by the program. Include support.h first.
 */
#pragma once

#include "core/base/arena.h"

struct fixture {
    struct arena arena;
    const char *database; /* a new database with the sample data and one of its runs */
};

/* Set-up and tear-down of a cmocka test whose *state is a struct fixture. */
int fixture_set_up(void **state);
int fixture_tear_down(void **state);

/* A database that many tests begin with. */
struct fixture_copy {
    struct arena memory;
    struct bytes content; /* empty: there is none yet */
};

/*
 * Makes the database what `fill` made of it. `fill` is called once for a copy; later the database gets the content that
 * is kept in the copy, because programs that import and label take longer than most tests.
 */
void fixture_fill(struct fixture *fixture, struct fixture_copy *copy, void (*fill)(struct fixture *fixture));

/* Returns the path of a file of the sample data. */
const char *fixture_sample(struct fixture *fixture, const char *name);
