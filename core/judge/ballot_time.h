/*
 * The time that a ballot takes, for all places that turn ballots into minutes. It is measured, because a contract
 * takes longer to read than a product title, and people read at different speeds. Only votes are measured: a skip, a
 * keep or drop at a glance, the second choice after a vote and practice are not part of it.
 */
#pragma once

#include "core/base/bytes.h"

enum { BALLOT_ASSUMED_MS = 25 * 1000 }; /* about 85 words at 250 a minute, and 4 s to decide */

enum ballot_time_source {
    TIME_OF_OWN_VOTES,
    TIME_OF_ALL_VOTES, /* of all annotators */
    TIME_ASSUMED,      /* BALLOT_ASSUMED_MS, because there are too few votes */
};

struct ballot_time {
    double ms;
    enum ballot_time_source source;
};

/*
 * Returns the time from the votes of the annotator in question, else from the votes of all annotators, else the
 * assumed time. Both times are those of vote_time_of (annotator.h), NAN with too few votes. `own_ms` is NAN, too, for
 * work that all annotators share.
 */
struct ballot_time ballot_time_of(double own_ms, double all_ms);

/* Returns the hours that so many ballots take; NAN for NAN. forecast_add_hours (forecast.h) writes them. */
double ballot_time_hours(const struct ballot_time *time, double ballots);

/* Adds "at 24.3 s a ballot", or "at an assumed 25 s a ballot". */
void ballot_time_add(const struct ballot_time *time, struct buffer *text);
