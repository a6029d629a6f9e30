/* A trace of all statements that databases execute, to show what a command costs. */
#pragma once

#include <stdint.h>

/* Several threads may call both functions. */
struct store_trace {
    int64_t (*now)(void); /* microseconds of a monotonic clock; NULL: no trace */
    /*
     * Called when a statement of queries.sql has ended, and when a transaction has begun or was committed. For `trips`
     * see store_count_trips.
     */
    void (*tell)(const char *statement, int64_t microseconds, int64_t trips);
};

/* Traces all databases from now on. Call it at the program's start. */
void store_trace_all(struct store_trace trace);
