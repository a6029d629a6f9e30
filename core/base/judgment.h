/*
 * A document of a question and its grade. Votes result in judgments (core/judge), and runs are scored against them
 * (core/metric).
 */
#ifndef ASSAY_CORE_BASE_JUDGMENT_H
#define ASSAY_CORE_BASE_JUDGMENT_H

#include "core/base/bytes.h"

struct judgment {
    struct bytes docid;
    double grade;
};

#endif
