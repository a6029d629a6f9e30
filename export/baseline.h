/*
 * Writes baselines as JSON lines: what they were made from, then one line per question. import/baseline.h reads them.
 */
#ifndef ASSAY_EXPORT_BASELINE_H
#define ASSAY_EXPORT_BASELINE_H

#include "core/metric/baseline.h"

void baseline_write(const struct baseline *baseline, struct buffer *out);

#endif
