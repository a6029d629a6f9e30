/*
 * Shared by all tests in C. Include it first: it includes cmocka and the headers that cmocka needs.
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/arena.h"
#include "core/base/err.h"

/* Returns the path of a file of the repository, whose root is $SOURCE or, without that, the current folder. */
const char *support_source(struct arena *arena, const char *relative);
/* Quotes text, for example a path, as one word of a shell command. */
const char *support_shell_word(struct arena *arena, const char *text);
/* Writes a file of this name with this content in $TMPDIR. Returns its path. */
const char *support_file(struct arena *arena, const char *name, struct bytes content);

/*
 * Fails the test at the caller's line unless the numbers differ by at most `tolerance`. NaN is not close to anything.
 */
#define assert_close(actual, expected, tolerance)                                                            \
    support_assert_close((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)
void support_assert_close(double actual, double expected, double tolerance, const char *what,
                          const char *file, int line);

/* Fails the test unless `call` returned false and its error has this code and exactly this text. */
#define assert_error(ok, error, expected_code, expected_text)                                                \
    do {                                                                                                     \
        assert_false(ok);                                                                                    \
        assert_string_equal((error).text, (expected_text));                                                  \
        assert_int_equal((error).code, (expected_code));                                                     \
    } while (0)

/* Ends the test as neither passed nor failed. tests/run.sh shows the reason. */
_Noreturn void skip_because(const char *reason);
