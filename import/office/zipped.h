/*
 * Reads members of a zip archive in memory. The amount that is read from an archive is limited, whatever sizes it
 * claims. No name in it is used as a path. Only zipped.c uses minizip.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

struct zipped;

/* Opens an archive, whose bytes must outlive the handle. ERR_INPUT: the archive is damaged. */
MUST_CHECK bool zipped_open(struct zipped **out, struct bytes archive, struct err *err);
/* NULL is allowed. */
void zipped_close(struct zipped *zipped);
bool zipped_has(struct zipped *zipped, const char *name);
/* Adds a member to `out`. ERR_INPUT: it is missing, encrypted, damaged, or exceeds the limit. */
MUST_CHECK bool zipped_read(struct zipped *zipped, const char *name, struct buffer *out, struct err *err);
