/* How long a driver takes, and how often it waits for a server; nothing is looked at unless somebody wants to know. */
#ifndef ASSAY_CORE_STORE_DATABASE_TRACE_H
#define ASSAY_CORE_STORE_DATABASE_TRACE_H

#include "core/store/database/db.h"

struct trace_mark {
    int64_t at, trips;
};

/* Before the driver is called, and behind it: adds what the call took. */
struct trace_mark trace_begin(const struct db *db);
void trace_add(const struct db *db, struct trace_mark since, struct db_cost *cost);
/* Tells what it took in all. */
void trace_tell(const char *statement, const struct db_cost *cost);

#endif
