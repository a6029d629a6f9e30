/*
 * Reuses assay databases on the server of the test run (postgresql.h), because creating one for each test would take
 * most of the time. Include support.h first.
 */
#pragma once

#include "core/base/arena.h"

/*
 * Returns the URL of a database to which nobody is connected, filled with what was kept under this name. If nothing was
 * kept under it, the tables are empty and *is_filled is false. The database may be given out again after at least two
 * others were, as soon as nobody is connected to it.
 */
const char *recycled_database(struct arena *arena, const char *name, bool *is_filled);
/* Keeps the present content of the database under this name, for later calls of recycled_database. */
void recycled_keep(const char *url, const char *name);
