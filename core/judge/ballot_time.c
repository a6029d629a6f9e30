#include "core/judge/ballot_time.h"

#include <math.h>

struct ballot_time ballot_time_of(double own_ms, double all_ms)
{
    if (!isnan(own_ms))
        return (struct ballot_time){own_ms, TIME_OF_OWN_VOTES};
    if (!isnan(all_ms))
        return (struct ballot_time){all_ms, TIME_OF_ALL_VOTES};
    return (struct ballot_time){BALLOT_ASSUMED_MS, TIME_ASSUMED};
}

double ballot_time_hours(const struct ballot_time *time, double ballots)
{
    const double hour_ms = 3600 * 1000;
    return ballots * time->ms / hour_ms;
}

void ballot_time_add(const struct ballot_time *time, struct buffer *text)
{
    buffer_add_format(text, "at %s%.3g s a ballot", time->source == TIME_ASSUMED ? "an assumed " : "",
                      time->ms / 1000);
}
