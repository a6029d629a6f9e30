/*
 * Expected failures. A fallible function returns bool, takes a struct err *
 * last and fills it when it returns false: a code for the caller's decisions
 * and one sentence for the user that names the file, the line, the thing and
 * what to do. Context is put in front on the way up. Only cli/main.c prints it.
 */
#ifndef ASSAY_CORE_BASE_ERR_H
#define ASSAY_CORE_BASE_ERR_H

#include <stdbool.h>

enum err_code {
    ERR_NONE = 0,
    ERR_USAGE,       /* the words of the call are wrong: exit status 2 */
    ERR_INPUT,       /* a file or a value holds what it must not */
    ERR_EMPTY,       /* a file of records has none */
    ERR_REPEATED,    /* a run has a document twice under a question */
    ERR_SYSTEM,      /* the operating system said no */
    ERR_DATABASE,    /* the database said no */
    ERR_ANSWERED,    /* the ballot has its answer already, or is not ours to answer */
    ERR_NO_BALLOT,   /* there is nothing to label where it was asked for */
    ERR_INTERRUPTED, /* the user stopped it */
};

enum { ERR_TEXT_SIZE = 1024 };

struct err {
    enum err_code code;
    char text[ERR_TEXT_SIZE]; /* one line of what a terminal may get, always terminated */
};

/*
 * Records an error and returns false, so that `return err_set(err, …)` reads as
 * it should. What the arguments hold that could harm (they may come from a hostile file)
 * is made visible (unicode_add_visible), and what is longer than the text is cut at a character.
 */
bool err_set(struct err *err, enum err_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* For a caller who asks whether something failed and not why: an error that nobody reads; each thread has its own. */
struct err *err_ignored(void);
/* Of several things that can fail, the first that does is told: err as long as all has worked, then one that nobody reads. */
struct err *err_if(bool all_worked, struct err *err);

/* Puts "context: " in front of the recorded text; returns false. */
bool err_context(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
