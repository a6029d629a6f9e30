/*
 * For this folder alone: copies of a database that are there whole, or not at all.
 */
#ifndef ASSAY_CORE_STORE_UPKEEP_COPY_H
#define ASSAY_CORE_STORE_UPKEEP_COPY_H

#include "core/base/bytes.h"
#include "core/base/err.h"

#include <sys/types.h>

struct db;

/* Makes the finished file `part` durable, with these rights, under the name `whole`; its folder, too. */
bool copy_settle(const char *part, const char *whole, mode_t rights, struct err *err)
    __attribute__((warn_unused_result));

/*
 * Keeps a copy of a database that is about to be repaired: complete, beside it, "labels.db.ENDING" or,
 * where there is such a file already, "labels.db.ENDING.2" and so on. To be called in the write transaction that is to change it,
 * before anything is written, so that nobody's votes come between, and one program alone makes a copy. `name` becomes the
 * copy's path.
 */
bool copy_keep(struct db *db, const char *ending, struct buffer *name, struct err *err)
    __attribute__((warn_unused_result));
/* Takes the copy away again: the database is as it was. */
void copy_remove(const struct buffer *name);

/* Removes a copy that came to nothing, with the journal that SQLite may have had to leave. */
void copy_discard(const char *path);

#endif
