#include "tests/support/support.h"

#include "tests/support/effort.h"

#include <stdio.h>
#include <stdlib.h>

bool effort_is_large(void)
{
    return getenv("TORTURE") != NULL;
}

size_t effort(size_t small, size_t large)
{
    return effort_is_large() ? large : small;
}

void effort_report(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("# figure: ", stdout);
    vfprintf(stdout, format, arguments);
    putchar('\n');
    va_end(arguments);
}
