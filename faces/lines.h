/* Reading and writing lines, shared by the faces --plain and --json. */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

#include <stdio.h>

struct lines {
    FILE *in;
    char *line;
    size_t capacity;
};

void lines_release(struct lines *lines);
/*
 * Reads the next line, without its ending, valid until the next call. Returns false at the end of the input or on a
 * signal.
 */
bool lines_next(struct lines *lines, struct bytes *line);
/* Writes the text and flushes it. ERR_SYSTEM: it could not be written. */
MUST_CHECK bool lines_write(FILE *out, const struct buffer *text, struct err *err);
