/*
 * A copy of a database, to go back to: a database like any other, in one file.
 */
#ifndef ASSAY_CORE_STORE_UPKEEP_BACKUP_H
#define ASSAY_CORE_STORE_UPKEEP_BACKUP_H

#include "core/base/err.h"

#include <stdint.h>

struct store;

/* The content of a copy. */
struct backup_counts {
    int64_t answers; /* also skips and what was taken back */
    int64_t votes;   /* that stand */
};

/*
 * Writes what is committed by now into a file at `path`, while others vote; they do not wait for it. The file is its
 * owner's alone, found to hold together, and on the disk, before it gets its name: until then nothing has changed there.
 *
 * A file with this name is replaced if it is a database without a question or an answer that this one lacks, or if
 * `replaces_anything`; but never a file of an open database. A database that does not hold together is not copied:
 * ERR_DATABASE. `now` is for store_check.
 */
bool store_backup(struct store *store, const char *path, bool replaces_anything, int64_t now,
                  struct backup_counts *counts, struct err *err) __attribute__((warn_unused_result));

#endif
