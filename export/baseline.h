/*
 * Writes baselines as JSON lines: what they were made from, then one line per question. import/baseline.h reads them.
 */
#pragma once

#include "core/metric/baseline.h"

void baseline_write(const struct baseline *baseline, struct buffer *out);
