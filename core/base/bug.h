/*
 * Bugs: what nobody up the stack can act on ends the program at once. So does memory
 * that is out (core/base/memory.h); everything else is a struct err.
 */
#ifndef ASSAY_CORE_BASE_BUG_H
#define ASSAY_CORE_BASE_BUG_H

/* Ends the program with SIGABRT and a line on stderr that names the place. */
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
 * `restore` runs before the program is aborted: the terminal app passes the
 * function that gives the terminal back. NULL takes it away.
 */
void bug_on_abort(void (*restore)(void));

/* Gives the terminal back, for code that ends the program in another way. A second call does nothing. */
void bug_restore(void);

#endif
