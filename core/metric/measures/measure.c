#include "core/metric/measures/measure.h"

#include <math.h>

struct measure measure_of(const struct measure_row *row)
{
    return (struct measure){
        .row = row,
        .cutoff = INFINITY,
        .rel = row->is_graded ? NAN : 1,
        .p = row->p,
        .beta = 1,
        .alpha = 0.5,
        .patience = 0.5,
        .half_life = 224,
        .words = 500,
        .max_rel = 4,
        .goal = 1,
        .worth = {1, -1, 0},
        .normalize = true,
    };
}

double measure_value(const struct measure *measure, const struct ranking *ranking)
{
    if (measure->row->range == RANGE_TEXT)
        return 0;
    struct ranking seen = *ranking;
    if (measure->judged_only) {
        seen.hits = ranking->condensed;
        seen.n_hits = ranking->n_condensed;
        seen.n_retrieved = ranking->n_condensed;
    }
    double value = measure->row->value(measure, &seen);
    /* Rounding may bring a sum slightly above 1. */
    return measure->row->range == RANGE_UNIT ? fmin(value, 1) : value;
}

double measure_total(const struct measure_row *row, double sum, double weight)
{
    if (row->is_sum)
        return sum;
    if (weight <= 0)
        return 0;
    return row->is_geometric ? exp(sum / weight) : sum / weight;
}

double measure_merit(const struct measure_row *row, double value)
{
    return row->is_lack ? -value : value;
}
