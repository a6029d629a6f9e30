/*
 * Runs commands inside the test process, without main's dispatch, and captures what they write. Clock and seed are the
 * same in each call.
 */
#pragma once

#include "tests/support/support.h"

#include <stdio.h>

/* The result of a call. Release it with called_release. */
struct called {
    bool done;
    char *out;     /* standard output */
    char *remarks; /* standard error */
    struct err err;
};

enum { CALL_WORDS = 24 };

/* Runs the command words[0] with the arguments that follow, up to NULL, on one processor. */
struct called call_command(const char *const words[CALL_WORDS]);
/* Does the same, with standard input read from `in`. */
struct called call_command_reading(const char *const words[CALL_WORDS], FILE *in);
#define CALL(...) call_command((const char *const[CALL_WORDS]){__VA_ARGS__})
/*
 * From now on, calls write to these streams and nothing is captured, so that an observer outside can read the output.
 * NULL: the output is captured.
 */
void call_write_to(FILE *out, FILE *remarks);
/* From now on, calls are interrupted as soon as this function returns true. NULL: never. */
void call_interrupted_by(bool (*interrupted)(void));
void called_release(struct called *called);

/* Fails the test unless the call succeeded and wrote exactly this to standard output. Releases it. */
void assert_wrote(struct called called, const char *expected);
