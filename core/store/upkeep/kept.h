/* For this folder alone: compares the stored sums of questions and votes with the rows that they follow from. */
#pragma once

#include "core/store/upkeep/sound.h"
#include "core/store/votes/standing.h"

/*
 * As standing_visit, and compares the stored sums at the same time, as store_begin_reading_sums (sound.h) describes,
 * unless this was done.
 */
standing_reading kept_visit;
/*
 * Calls `report` with a description of each difference, except those that other checks describe better. *is_right:
 * there is none. False: the comparison stopped, because of an error or because the votes are damaged; what was reported
 * until then is true.
 */
MUST_CHECK bool kept_report(struct store *store, check_report *report, void *context, bool *is_right,
                            struct err *err);
