/* The time, which is passed in: below cli/ nobody reads it. */
#pragma once

#include <stdint.h>

struct clock {
    int64_t (*now)(void *context); /* milliseconds since 1970-01-01 UTC */
    void *context;
};
