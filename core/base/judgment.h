/*
 * A document of a question and its grade. Votes result in judgments (core/judge), and runs are scored against them
 * (core/metric).
 */
#pragma once

#include "core/base/bytes.h"

struct judgment {
    struct bytes docid;
    double grade;
};
