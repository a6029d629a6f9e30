/* For this folder alone: copies of a database that are either complete or absent. */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

#include <sys/types.h>

struct db;

/* Renames the finished file `part` to `whole`, with these permissions; makes the file and its folder durable. */
MUST_CHECK bool copy_settle(const char *part, const char *whole, mode_t rights, struct err *err);

/*
 * Keeps a complete copy of a database that is about to be repaired or upgraded, beside it: "labels.db.ENDING"; if there
 * is such a file already, "labels.db.ENDING.2" and so on. Call it in the write transaction that makes the change,
 * before anything is written: then no vote comes in between, and only one program makes a copy. `name` gets the path of
 * the copy.
 */
MUST_CHECK bool copy_keep(struct db *db, const char *ending, struct buffer *name, struct err *err);
/* Removes the copy, because the database is unchanged. */
void copy_remove(const struct buffer *name);

/* Removes an unfinished copy, with the journal that SQLite may have left. */
void copy_discard(const char *path);
