/*
 * A document of a question and its grade: what the judges' votes come to
 * (core/judge), and what runs are measured by (core/metric).
 */
#ifndef ASSAY_CORE_BASE_JUDGMENT_H
#define ASSAY_CORE_BASE_JUDGMENT_H

#include "core/base/bytes.h"

struct judgment {
    struct bytes docid;
    double grade;
};

#endif
