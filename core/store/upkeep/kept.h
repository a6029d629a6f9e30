/*
 * For this folder alone: what is kept of questions and votes, against what it follows from.
 */
#ifndef ASSAY_CORE_STORE_UPKEEP_KEPT_H
#define ASSAY_CORE_STORE_UPKEEP_KEPT_H

#include "core/store/upkeep/sound.h"
#include "core/store/votes/standing.h"

/* standing_visit that beside it compares what is kept, as store_begin_reading_sums (sound.h) says, unless that was done. */
standing_reading kept_visit;
/*
 * Calls `report` with each thing that is wrong, in words, but for what other checks name better; *is_right: nothing is. False:
 * it could not be compared to the end, because of an error or since the votes are damaged; what was reported until then is true.
 */
bool kept_report(struct store *store, check_report *report, void *context, bool *is_right, struct err *err)
    __attribute__((warn_unused_result));

#endif
