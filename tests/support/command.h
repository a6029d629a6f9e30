/*
 * Commands run inside the test: what they write is caught, and main's dispatch is not needed. Their clock and their seed
 * are the same each time.
 */
#ifndef ASSAY_TESTS_SUPPORT_COMMAND_H
#define ASSAY_TESTS_SUPPORT_COMMAND_H

#include "tests/support/support.h"

#include <stdio.h>

/* What became of a call; released by called_release. */
struct called {
    bool done;
    char *out;     /* what it wrote on standard output */
    char *remarks; /* and on standard error */
    struct err err;
};

enum { CALL_WORDS = 24 };

/* Runs words[0] with the words behind it, up to NULL, on one processor. */
struct called call_command(const char *const words[CALL_WORDS]);
/* The same, and what it reads from standard input is read from `in`. */
struct called call_command_reading(const char *const words[CALL_WORDS], FILE *in);
#define CALL(...) call_command((const char *const[CALL_WORDS]){__VA_ARGS__})
/* What is called from now on writes here, and nothing of it is caught: for who looks on from outside. */
void call_write_to(FILE *out, FILE *remarks);
/* What is called from now on is interrupted once this says so; NULL: never. */
void call_interrupted_by(bool (*interrupted)(void));
void called_release(struct called *called);

/* Fails the test unless the call was done and wrote just this on standard output. Releases it. */
void assert_wrote(struct called called, const char *expected);

#endif
