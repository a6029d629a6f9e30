#include "core/store/database/trace.h"

#include "core/store/trace.h"

static struct store_trace trace;

void store_trace_all(struct store_trace wanted)
{
    trace = wanted;
}

struct trace_mark trace_begin(const struct db *db)
{
    return trace.now == NULL ? (struct trace_mark){0}
                             : (struct trace_mark){.at = trace.now(), .trips = db_count_trips(db)};
}

void trace_add(const struct db *db, struct trace_mark since, struct db_cost *cost)
{
    if (trace.now == NULL)
        return;
    cost->microseconds += trace.now() - since.at;
    cost->trips += db_count_trips(db) - since.trips;
}

void trace_tell(const char *statement, const struct db_cost *cost)
{
    if (trace.now != NULL)
        trace.tell(statement, cost->microseconds, cost->trips);
}
