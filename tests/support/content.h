/*
 * What is in files, whole.
 */
#ifndef ASSAY_TESTS_SUPPORT_CONTENT_H
#define ASSAY_TESTS_SUPPORT_CONTENT_H

#include "core/base/arena.h"

#include <stdio.h>

/* What is in a file, which must be there; a NUL follows it. */
struct bytes content_of(struct arena *arena, const char *path);
/* The same of a file that is open, from where it stands to its end. */
struct bytes content_read(struct arena *arena, FILE *file);

#endif
