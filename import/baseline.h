/* Reads saved baselines: JSON lines in the format of export/baseline.h. */
#pragma once

#include "core/base/err.h"
#include "core/metric/baseline.h"

/*
 * Sets *is_baseline to whether the file is a saved baseline, by its first bytes. A baseline can't be a run. Returns
 * false on an error.
 */
MUST_CHECK bool baseline_recognise(const char *path, bool *is_baseline, struct err *err);
/*
 * Reads a saved baseline. ERR_INPUT: a line was changed after it was written, and the error names it, or the file is
 * incomplete. `out` is empty then.
 */
MUST_CHECK bool baseline_read(const char *path, struct baseline *out, struct err *err);
