/*
 * Another way into the database of a store: what other programs see, and what a broken one would do.
 */
#ifndef ASSAY_TESTS_SUPPORT_BESIDE_H
#define ASSAY_TESTS_SUPPORT_BESIDE_H

#include "core/base/arena.h"

#include <sqlite3.h>

struct store;

/* Of a file alone. */
sqlite3 *beside_open(struct store *store);
/* SQLite's code of the first thing that failed, on a server too: SQLITE_CONSTRAINT for what a constraint or a trigger refuses. */
int beside_execute(struct store *store, const char *sql);
/* The first column of the first row, which must be there; of what is true 1, of what is not 0. */
int64_t beside_integer(struct store *store, const char *sql);
char *beside_text(struct store *store, const char *sql, struct arena *arena);

/* How many problems the check of the store finds. */
size_t store_problems(struct store *store);
/* Impressions of the candidates of all questions, as the votes say; *wins likewise. */
int64_t store_impressions(struct store *store, int64_t *wins);

#endif
