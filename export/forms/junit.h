/*
 * Verdicts as build servers show them: the XML that JUnit's runner has made usual.
 */
#ifndef ASSAY_EXPORT_FORMS_JUNIT_H
#define ASSAY_EXPORT_FORMS_JUNIT_H

#include "core/base/bytes.h"

struct junit_case {
    struct bytes name;
    const char *failure; /* what kind of failure it is; NULL: it has passed */
    struct bytes text;   /* what there is to say of it */
};

void junit_write(const char *suite, const struct junit_case *cases, size_t n, struct buffer *out);

#endif
