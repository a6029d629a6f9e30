/* Shared parts of the formulas. */
#include "core/metric/measures/formula.h"

#include "core/base/memory.h"

#include <math.h>
#include <stdlib.h>

double formula_count_relevant(const struct measure *measure, const struct ranking *ranking)
{
    size_t count = 0;
    while (count < ranking->n_grades && formula_is_relevant(measure, ranking->grades[count]))
        count++;
    return (double)count;
}

double formula_count_relevant_within(const struct measure *measure, const struct ranking *ranking,
                                     double depth)
{
    size_t count = 0;
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= depth; i++)
        count += formula_is_relevant(measure, ranking->hits[i].grade);
    return (double)count;
}

double formula_places_within(const struct ranking *ranking, double depth)
{
    return isfinite(depth) ? depth : (double)ranking->n_retrieved;
}

double formula_precision(const struct measure *measure, const struct ranking *ranking)
{
    return formula_ratio(formula_count_relevant_within(measure, ranking, measure->cutoff),
                         formula_places_within(ranking, measure->cutoff));
}

double formula_success(const struct measure *measure, const struct ranking *ranking)
{
    return formula_count_relevant_within(measure, ranking, measure->cutoff) > 0 ? 1 : 0;
}

double formula_precision_at_multiple(const struct measure *measure, const struct ranking *ranking)
{
    double depth = trunc(measure->cutoff * formula_count_relevant(measure, ranking) + 0.9); /* as trec_eval */
    return formula_ratio(formula_count_relevant_within(measure, ranking, depth), depth);
}

double formula_sum_of_precisions(const struct measure *measure, const struct ranking *ranking)
{
    double relevant = 0;
    double sum = 0;
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= measure->cutoff; i++) {
        if (formula_is_relevant(measure, ranking->hits[i].grade))
            sum += ++relevant / (double)ranking->hits[i].rank;
    }
    return sum;
}

double formula_average_precision(const struct measure *measure, const struct ranking *ranking)
{
    return formula_ratio(formula_sum_of_precisions(measure, ranking),
                         formula_count_relevant(measure, ranking));
}

int formula_compare_descending(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left < right) - (left > right);
}

double *formula_ideal_gains(const struct measure *measure, const struct ranking *ranking)
{
    double *gains = memory_get(ranking->n_grades * sizeof *gains);
    for (size_t i = 0; i < ranking->n_grades; i++)
        gains[i] = formula_gain(measure, ranking->grades[i]);
    if (measure->n_gains > 0) /* gains= may give a higher grade a lower gain */
        qsort(gains, ranking->n_grades, sizeof *gains, formula_compare_descending);
    return gains;
}
