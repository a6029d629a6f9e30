/*
 * Gain measures with more than a discount by rank: nDCG averaged over several ranks, and Buckley's G. They go
 * through the ranks of the judged documents. In between, DCG stays the same and the ideal DCG grows.
 */
#include "core/metric/measures/formula.h"

#include <math.h>
#include <stdlib.h>

/* Returns how many first ranks of the ideal ranking have a gain. */
static size_t count_gains(const double *gains, size_t n)
{
    size_t count = 0;
    while (count < n && gains[count] > 0)
        count++;
    return count;
}

double formula_ndcg_at_relevant(const struct measure *measure, const struct ranking *ranking)
{
    double *gains = formula_ideal_gains(measure, ranking);
    const size_t n_gains = count_gains(gains, ranking->n_grades);
    double sum = 0;
    double dcg = 0;
    double ideal = 0;
    size_t place = 0; /* `ideal` covers the first `place` ranks of the ideal ranking */
    size_t found = 0;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        const struct hit *hit = &ranking->hits[i];
        double gain = formula_gain(measure, hit->grade);
        if (gain <= 0)
            continue;
        for (; place < n_gains && place < hit->rank; place++)
            ideal += formula_discounted(gains[place], place + 1);
        dcg += formula_discounted(gain, hit->rank);
        sum += dcg / ideal;
        found++;
    }
    for (; place < n_gains; place++)
        ideal += formula_discounted(gains[place], place + 1);
    free(gains);
    sum += (double)(n_gains - found) *
           formula_ratio(dcg, ideal); /* documents not retrieved count with the final nDCG */
    return formula_ratio(sum, (double)n_gains);
}

double formula_ndcg_at_levels(const struct measure *measure, const struct ranking *ranking)
{
    double *gains = formula_ideal_gains(measure, ranking);
    const size_t n_gains = count_gains(gains, ranking->n_grades);
    double sum = 0;
    double levels = 0;
    double dcg = 0;
    double ideal = 0;
    size_t hit = 0;
    for (size_t rank = 1; rank <= n_gains; rank++) {
        ideal += formula_discounted(gains[rank - 1], rank);
        for (; hit < ranking->n_hits && ranking->hits[hit].rank == rank; hit++)
            dcg += formula_discounted(formula_gain(measure, ranking->hits[hit].grade), rank);
        if (rank < n_gains && gains[rank] == gains[rank - 1])
            continue;
        sum += dcg / ideal;
        levels++;
    }
    for (; hit < ranking->n_hits; hit++)
        dcg += formula_discounted(formula_gain(measure, ranking->hits[hit].grade), ranking->hits[hit].rank);
    free(gains);
    if (n_gains > 0 && ranking->n_retrieved > n_gains + 1) { /* the level of gain 0 ends with the ranking */
        sum += dcg / ideal;
        levels++;
    }
    return formula_ratio(sum, levels);
}

double formula_q_measure(const struct measure *measure, const struct ranking *ranking)
{
    double *gains = formula_ideal_gains(measure, ranking);
    double sum = 0;
    double relevant = 0;
    double gained = 0;
    double ideal = 0;
    size_t place = 0;
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= measure->cutoff; i++) {
        const size_t rank = ranking->hits[i].rank;
        double gain = formula_gain(measure, ranking->hits[i].grade);
        if (gain <= 0)
            continue;
        for (; place < ranking->n_grades && place < rank; place++)
            ideal += gains[place];
        gained += gain;
        relevant++;
        sum += (relevant + measure->beta * gained) / ((double)rank + measure->beta * ideal);
    }
    double all = (double)count_gains(gains, ranking->n_grades);
    free(gains);
    return formula_ratio(sum, all);
}

double formula_normalized_gain(const struct measure *measure, const struct ranking *ranking)
{
    double *gains = formula_ideal_gains(measure, ranking);
    double ideal = 0;
    for (size_t i = 0; i < ranking->n_grades; i++)
        ideal += gains[i];
    double sum = 0;
    double gained = 0;
    double cost = 0; /* of the ranks so far: the ideal's gains, but at least 1 per rank */
    size_t rank = 0;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        double gain = formula_gain(measure, ranking->hits[i].grade);
        for (; rank < ranking->hits[i].rank && rank < ranking->n_grades; rank++)
            cost += fmax(gains[rank], 1);
        cost += (double)(ranking->hits[i].rank - rank);
        rank = ranking->hits[i].rank;
        gained += gain;
        sum += gain / log2(2 + cost - gained);
    }
    free(gains);
    return formula_ratio(sum, ideal);
}

double formula_binary_gain(const struct measure *measure, const struct ranking *ranking)
{
    double sum = 0;
    double relevant = 0;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        if (formula_is_relevant(measure, ranking->hits[i].grade))
            sum += 1 / log2(2 + (double)ranking->hits[i].rank - ++relevant);
    }
    return formula_ratio(sum, formula_count_relevant(measure, ranking));
}
