/*
 * Moments in text: ISO 8601, as JSON has them.
 */
#ifndef ASSAY_CORE_BASE_MOMENT_H
#define ASSAY_CORE_BASE_MOMENT_H

#include "core/base/bytes.h"

/* The last millisecond of the year 9999, the last one of the calendar. */
#define MOMENT_MAX INT64_C(253402300799999)

/*
 * Reads "2026-11-21T20:31:05.123Z" as milliseconds since 1970-01-01 UTC. Seconds and fractions may be missing, of a
 * fraction the milliseconds count; in place of Z an offset such as +01:00 may stand, one of them must. False: it is no
 * such text, or no moment from 1970 to 9999.
 */
bool moment_parse(struct bytes text, int64_t *milliseconds) __attribute__((warn_unused_result));

/* Adds "2026-11-21 20:31:05 UTC", for people; 0 to MOMENT_MAX. */
void moment_add_for_people(struct buffer *text, int64_t milliseconds);

#endif
