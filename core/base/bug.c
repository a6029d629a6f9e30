#include "core/base/bug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void (*restore_before_abort)(void);

void bug_on_abort(void (*restore)(void))
{
    restore_before_abort = restore;
}

void bug_restore(void)
{
    void (*restore)(void) = restore_before_abort;
    restore_before_abort = NULL; /* a bug inside it must not call it again */
    if (restore != NULL)
        restore();
}

void bug_abort(const char *file, int line, const char *format, ...)
{
    bug_restore();
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "assay: bug at %s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}
