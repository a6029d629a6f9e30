/*
 * Expected failures. A function that can fail returns bool and takes a struct err * as its last parameter. When it
 * returns false, it has filled the err: a code for the caller's decisions, and one sentence for the user that names
 * the file, the line, the thing and what to do. Callers put context in front on the way up. Only cli/main.c prints
 * it.
 */
#pragma once

#include "core/base/must_check.h"

#include <stdbool.h>

enum err_code {
    ERR_NONE = 0,
    ERR_USAGE,       /* the command line is wrong: exit status 2 */
    ERR_INPUT,       /* a file or a value has invalid content */
    ERR_EMPTY,       /* a file of records has no records */
    ERR_REPEATED,    /* a run has a document twice under one question */
    ERR_SYSTEM,      /* the operating system reported a failure */
    ERR_DATABASE,    /* the database reported a failure */
    ERR_ANSWERED,    /* the ballot was already answered, or is not this annotator's */
    ERR_NO_BALLOT,   /* there is no ballot to label */
    ERR_INTERRUPTED, /* the user interrupted it */
};

enum { ERR_TEXT_SIZE = 1024 };

struct err {
    enum err_code code;
    char text[ERR_TEXT_SIZE]; /* one line that is safe for a terminal, always terminated */
};

/*
 * Records an error and returns false, so that callers can write `return err_set(err, …)`. The arguments may come
 * from a hostile file: harmful characters are made visible (unicode_add_visible). A text that is too long is cut at
 * a character.
 */
bool err_set(struct err *err, enum err_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns an error that nobody reads, for a caller that asks only whether something failed. Each thread has its own. */
struct err *err_ignored(void);
/*
 * When several things can fail, the first failure is reported. Returns err while all has worked, and then an error
 * that nobody reads.
 */
struct err *err_if(bool all_worked, struct err *err);

/* Puts "context: " in front of the recorded text; returns false. */
bool err_context(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
