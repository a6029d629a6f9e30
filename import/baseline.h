/*
 * Baselines that were saved: JSON lines of export/baseline.h.
 */
#ifndef ASSAY_IMPORT_BASELINE_H
#define ASSAY_IMPORT_BASELINE_H

#include "core/base/err.h"
#include "core/metric/baseline.h"

/* Whether the file is one, by its first bytes: it can't be a run then. */
bool baseline_recognise(const char *path, bool *is_baseline, struct err *err)
    __attribute__((warn_unused_result));
/* ERR_INPUT names the line that is not as it was written, or says that the file is not whole; `out` is empty then. */
bool baseline_read(const char *path, struct baseline *out, struct err *err)
    __attribute__((warn_unused_result));

#endif
