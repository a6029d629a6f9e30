/* A trace of all statements that databases are asked, for people who want to know what a command costs. */
#ifndef ASSAY_CORE_STORE_TRACE_H
#define ASSAY_CORE_STORE_TRACE_H

#include <stdint.h>

/* Both may be called by several threads. */
struct store_trace {
    int64_t (*now)(void); /* microseconds, which only rise; NULL: nothing is told */
    /* Once a statement of queries.sql has ended, a transaction has begun, or was committed; trips: see store_count_trips. */
    void (*tell)(const char *statement, int64_t microseconds, int64_t trips);
};

/* All databases tell from now on. For the program's start. */
void store_trace_all(struct store_trace trace);

#endif
