/*
 * How much a test tries: `make check` must stay quick, `make torture` (TORTURE=1 in the environment) need not.
 */
#ifndef ASSAY_TESTS_SUPPORT_EFFORT_H
#define ASSAY_TESTS_SUPPORT_EFFORT_H

#include <stdbool.h>
#include <stddef.h>

bool effort_is_large(void);
/* `small` in `make check`, `large` in `make torture`. */
size_t effort(size_t small, size_t large);
/* A figure, which `make torture` shows at its end. */
void effort_report(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
