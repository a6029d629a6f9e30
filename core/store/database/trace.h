/* Measures the time that a driver takes, and its waits for a server. Nothing is measured unless a trace is on. */
#pragma once

#include "core/store/database/db.h"

struct trace_mark {
    int64_t at, trips;
};

/* trace_begin is called before a call of the driver, trace_add after it: it adds the cost of the call. */
struct trace_mark trace_begin(const struct db *db);
void trace_add(const struct db *db, struct trace_mark since, struct db_cost *cost);
/* Reports the total cost of a statement. */
void trace_tell(const char *statement, const struct db_cost *cost);
