/* The means of runs with their intervals: the output of `assay eval --interval`. */
#pragma once

#include "cli/shared/scores.h"

/*
 * Prints a row for each run, slice (if any) and measure, in a format of tables. Counts have no interval, and neither
 * have slices that are too small. ERR_INTERRUPTED: it was stopped.
 */
MUST_CHECK bool intervals_print(struct scores *scores, size_t format, struct world *world, struct err *err);
