/* A copy of a database to go back to. It is a database like any other, in one file. */
#pragma once

#include "core/base/err.h"

#include <stdint.h>

struct store;

/* The content of a copy. */
struct backup_counts {
    int64_t answers; /* including skips and withdrawn answers */
    int64_t votes;   /* that stand */
};

/*
 * Writes the committed state into a file at `path`. Others can vote meanwhile, without waiting. The file is readable by
 * its owner alone. It is checked and written to the disk before it gets its name; until then nothing has changed at
 * `path`.
 *
 * An existing file is replaced if it is a database without a question or an answer that this one lacks, or with
 * `replaces_anything`; a file of an open database is never replaced. A database with damage is not copied:
 * ERR_DATABASE. `now` is for store_check.
 */
MUST_CHECK bool store_backup(struct store *store, const char *path, bool replaces_anything, int64_t now,
                             struct backup_counts *counts, struct err *err);
