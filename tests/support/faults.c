#include "tests/support/faults.h"

#include "core/base/bug.h"

#include <dlfcn.h>
#include <sqlite3.h>
#include <stdbool.h>

static size_t failing;
static size_t calls;
static bool is_inside; /* sqlite3_exec, which may call sqlite3_step for its own */

void faults_set(size_t call)
{
    failing = call;
    calls = 0;
}

size_t faults_calls(void)
{
    return calls;
}

static bool fails(void)
{
    return !is_inside && ++calls == failing;
}

typedef int step_function(sqlite3_stmt *);
typedef int exec_function(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);

int sqlite3_step(sqlite3_stmt *statement)
{
    static step_function *step;
    if (step == NULL)
        *(void **)&step = dlsym(RTLD_NEXT, "sqlite3_step");
    BUG_UNLESS(step != NULL);
    return fails() ? SQLITE_FULL : step(statement);
}

int sqlite3_exec(sqlite3 *handle, const char *sql, int (*row)(void *, int, char **, char **), void *context,
                 char **message)
{
    static exec_function *exec;
    if (exec == NULL)
        *(void **)&exec = dlsym(RTLD_NEXT, "sqlite3_exec");
    BUG_UNLESS(exec != NULL);
    if (fails())
        return SQLITE_FULL;
    is_inside = true;
    int code = exec(handle, sql, row, context, message);
    is_inside = false;
    return code;
}
