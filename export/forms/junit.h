/* Verdicts for build servers, in the XML format of JUnit. */
#pragma once

#include "core/base/bytes.h"

struct junit_case {
    struct bytes name;
    const char *failure; /* kind of the failure; NULL: passed */
    struct bytes text;   /* details */
};

void junit_write(const char *suite, const struct junit_case *cases, size_t n, struct buffer *out);
