/*
 * Bugs end the program at once, because no caller can act on them. Running out of memory does so too
 * (core/base/memory.h). All other failures are a struct err.
 */
#pragma once

/* Ends the program with SIGABRT and a line on stderr that names the source file and line. */
#define BUG(...) bug_abort(__FILE__, __LINE__, __VA_ARGS__)

/* BUG() unless `condition` holds. Never compiled out. */
#define BUG_UNLESS(condition)                                                                                \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            BUG("broken invariant: %s", #condition);                                                         \
    } while (0)

_Noreturn void bug_abort(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Registers `restore`, which runs before the program is aborted. The terminal app passes the function that restores
 * the terminal. NULL removes it.
 */
void bug_on_abort(void (*restore)(void));

/* Restores the terminal, for code that ends the program in another way. A second call does nothing. */
void bug_restore(void);
