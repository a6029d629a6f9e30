/*
 * The real program labelling a small database in a pseudo-terminal. Shared by the tests in tests/pty.
 */
#pragma once

#include "tests/support/pty.h"

#include "core/base/arena.h"

/* Two questions with four documents each: eight ballots. */
struct trial {
    struct arena arena;
    struct pty pty;
    const char *database;
};

/* A cmocka test whose *state is a struct trial. */
#define trial_test(function) cmocka_unit_test_setup_teardown(function, trial_set_up, trial_tear_down)

int trial_set_up(void **state);
int trial_tear_down(void **state);

/* Replaces the database by another one. */
void trial_make_database(struct trial *trial, size_t questions, size_t documents);

/* Returns the path of the program under test. */
const char *trial_program(void);

/* Starts the program in xterm-256color, 80x24, and waits for the first ballot. */
void trial_start(struct trial *trial);

/* Starts the program in a window of this size. `terminal` and `more` (may be NULL) are NAME=VALUE. */
void trial_start_in(struct trial *trial, int rows, int columns, const char *terminal, const char *more);

/* Checks the number of votes that another program finds in the database. */
void trial_assert_votes(const struct trial *trial, int64_t votes);

/* Returns whether these bytes are among what the program has written. */
bool trial_has_written(const struct trial *trial, const char *bytes);
