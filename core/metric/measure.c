#include "core/metric/measure.h"

#include <math.h>

struct measure measure_of(const struct measure_row *row)
{
    return (struct measure){
        .row = row,
        .cutoff = INFINITY,
        .rel = 1,
        .p = row->p,
        .beta = 1,
        .max_rel = 4,
    };
}

double measure_value(const struct measure *measure, const struct ranking *ranking)
{
    struct ranking seen = *ranking;
    if (measure->judged_only) {
        seen.hits = ranking->condensed;
        seen.n_retrieved = ranking->n_hits;
    }
    double value = measure->row->value(measure, &seen);
    /* The last bit of a sum may be rounded up beyond 1. */
    return measure->row->range == RANGE_UNIT ? fmin(value, 1) : value;
}
