/*
 * How thorough a test is: `make check` must stay fast; `make torture` (TORTURE=1 in the environment) may take long.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

bool effort_is_large(void);
/* Returns `small` in `make check` and `large` in `make torture`. */
size_t effort(size_t small, size_t large);
/* Reports a figure, which `make torture` shows at its end. */
void effort_report(const char *format, ...) __attribute__((format(printf, 1, 2)));
