/*
 * Moments as text in ISO 8601, the form that JSON uses.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/must_check.h"

/* The last millisecond of the year 9999, where the supported range ends. */
#define MOMENT_MAX INT64_C(253402300799999)

/*
 * Reads "2026-11-21T20:31:05.123Z" as milliseconds since 1970-01-01 UTC. Seconds and fractions are optional; digits
 * after the milliseconds are ignored. Instead of Z, an offset such as +01:00 may follow; one of the two is
 * required. Returns false if the text has another form, or if the moment is not from 1970 to 9999.
 */
MUST_CHECK bool moment_parse(struct bytes text, int64_t *milliseconds);

/* Adds "2026-11-21 20:31:05 UTC", for people; the moment is from 0 to MOMENT_MAX. */
void moment_add_for_people(struct buffer *text, int64_t milliseconds);
