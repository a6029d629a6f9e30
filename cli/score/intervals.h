/* The means of runs with their intervals: what `assay eval --interval` prints. */
#ifndef ASSAY_CLI_SCORE_INTERVALS_H
#define ASSAY_CLI_SCORE_INTERVALS_H

#include "cli/shared/scores.h"

/*
 * A row for each run, slice, where there are some, and measure, in a format of tables; counts have no interval, nor has a
 * slice that is too small. ERR_INTERRUPTED: told to stop.
 */
bool intervals_print(struct scores *scores, size_t format, struct world *world, struct err *err)
    __attribute__((warn_unused_result));

#endif
