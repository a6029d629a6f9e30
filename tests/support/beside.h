/*
 * Direct access to the database of a store, past assay: reads what other programs would see, and writes what a broken
 * program would write.
 */
#pragma once

#include "core/base/arena.h"

#include <sqlite3.h>

struct store;

/* Opens the file of a store that is a file. The caller closes the handle. */
sqlite3 *beside_open(struct store *store);
/*
 * Executes the statements. Returns SQLite's code of the first failure, also on a server: SQLITE_CONSTRAINT if a
 * constraint or a trigger refused a change.
 */
int beside_execute(struct store *store, const char *sql);
/*
 * Return the first column of the first row. The test fails if there is no row. beside_integer returns 1 for true and 0
 * for false. The text lies in the arena.
 */
int64_t beside_integer(struct store *store, const char *sql);
char *beside_text(struct store *store, const char *sql, struct arena *arena);

/* Returns how many problems the check of the store finds. */
size_t store_problems(struct store *store);
/*
 * Returns the sum of the impressions of the candidates of all questions, as counted from the votes, and in *wins the
 * sum of their wins.
 */
int64_t store_impressions(struct store *store, int64_t *wins);
