/*
 * For this folder alone: the copy of a database that is about to be brought up to date, or repaired.
 */
#ifndef ASSAY_CORE_STORE_COPY_H
#define ASSAY_CORE_STORE_COPY_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct db;

/*
 * Keeps a copy: complete, beside the database, "labels.db.ENDING" or, where there is such a file already,
 * "labels.db.ENDING.2" and so on. To be called in the write transaction that is to change it, before anything is
 * written, so that nobody's votes come between, and one program alone makes a copy. `name` becomes the copy's path.
 */
bool copy_keep(struct db *db, const char *ending, struct buffer *name, struct err *err)
    __attribute__((warn_unused_result));
/* Takes the copy away again: the database is as it was. */
void copy_remove(const struct buffer *name);

#endif
