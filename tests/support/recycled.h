/*
 * Databases of assay on the server of the run (postgresql.h) that are used again: to make one for each test would take most
 * of the time. Include support.h first.
 */
#ifndef ASSAY_TESTS_SUPPORT_RECYCLED_H
#define ASSAY_TESTS_SUPPORT_RECYCLED_H

#include "core/base/arena.h"

/*
 * The URL of one to which nobody is connected, with what was kept under this name; where nothing is, with empty tables, and
 * *is_filled is false. It is given out again after two others were, once nobody is connected to it.
 */
const char *recycled_database(struct arena *arena, const char *name, bool *is_filled);
/* What is in it now shall be in it whenever the name is asked for. */
void recycled_keep(const char *url, const char *name);

#endif
