/*
 * Reads whole files.
 */
#pragma once

#include "core/base/arena.h"

#include <stdio.h>

/* Returns the content of a file, followed by a NUL. The test fails if the file does not exist. */
struct bytes content_of(struct arena *arena, const char *path);
/* Does the same for an open file, from its current position to its end. */
struct bytes content_read(struct arena *arena, FILE *file);
