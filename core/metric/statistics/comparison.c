/* The test and the moments use the differences of the questions, with rounding removed. */
#include "core/metric/statistics/comparison.h"

#include "core/base/memory.h"
#include "core/metric/statistics/inversion.h"

#include <math.h>
#include <stdlib.h>

/* Equal values can differ in their last bits if they are sums in different orders. */
static const double rounding = 1e-12;

double comparison_difference(double baseline, double run)
{
    double size = fmax(1, fmax(fabs(run), fabs(baseline)));
    double difference = run - baseline;
    return fabs(difference) <= rounding * size ? 0 : difference;
}

/* --- Both ----------------------------------------------------------------- */

static double mean_of(const double *column, size_t n, size_t n_columns)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += column[i * n_columns];
    return sum / (double)n;
}

/* The input and output of the comparisons by all measures. */
struct comparing {
    struct comparison *out;
    const struct comparison_plan *plan;
    const double *differences; /* n for each measure, measure after measure */
    const double *shares;      /* by which the differences are multiplied; NULL: all are equal */
    size_t n;
};

static void test_measure(void *context, size_t measure)
{
    const struct comparing *comparing = context;
    const struct significance_plan *plan = &comparing->plan->significance;
    const double *differences = comparing->differences + measure * comparing->n;
    struct comparison *out = &comparing->out[measure];
    for (size_t i = 0; i < comparing->n; i++) {
        out->wins += differences[i] > 0;
        out->ties += differences[i] == 0;
        out->losses += differences[i] < 0;
    }
    out->p = out->p_corrected = significance_p(differences, comparing->n, plan);
    const struct inverted_interval interval =
        inversion_make(differences, comparing->shares, comparing->n, out->p, plan);
    out->difference.low = isfinite(interval.low) ? interval.low : NAN;
    out->difference.high = isfinite(interval.high) ? interval.high : NAN;
}

bool comparison_make(struct comparison *out, const double *baseline, const double *run, const double *shares,
                     size_t n, size_t n_measures, const struct comparison_plan *plan)
{
    double *rows = memory_get(n * n_measures * sizeof *rows);
    double *differences = memory_get(n * n_measures * sizeof *differences);
    struct comparing comparing = {
        .out = out, .plan = plan, .differences = differences, .shares = shares, .n = n};
    for (size_t i = 0; i < n * n_measures; i++)
        rows[i] = differences[i % n_measures * n + i / n_measures] =
            comparison_difference(baseline[i], run[i]);
    estimate_linearise(rows, shares, n, n_measures, n_measures);
    for (size_t measure = 0; measure < n_measures; measure++) {
        out[measure] = (struct comparison){.difference = estimate_moments(rows + measure, n, n_measures),
                                           .p = 1,
                                           .p_corrected = 1};
        if (n > 0) {
            out[measure].baseline_mean = mean_of(baseline + measure, n, n_measures);
            out[measure].run_mean = mean_of(run + measure, n, n_measures);
        }
    }
    bool done = n == 0 || workforce_do(&plan->workforce, n_measures, test_measure, &comparing);
    free(rows);
    free(differences);
    return done;
}

void comparison_correct(struct comparison *family, size_t n, void (*correct)(double *p, size_t n))
{
    double *p = memory_get(n * sizeof *p);
    for (size_t i = 0; i < n; i++)
        p[i] = family[i].p;
    correct(p, n);
    for (size_t i = 0; i < n; i++)
        family[i].p_corrected = p[i];
    free(p);
}

/* --- The rank of the best document ---------------------------------------- */

static double rank_of_best(const struct measure *measure, const struct ranking *ranking)
{
    (void)measure;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        if (ranking->hits[i].grade == ranking->grades[0])
            return ranking->grades[0] > 0 ? (double)ranking->hits[i].rank : 0;
    }
    return 0;
}

const struct measure_row best_document_rank = {
    .name = "rank",
    .cutoff = CUTOFF_NONE,
    .range = RANGE_OPEN,
    .help = "the rank of the first of those documents that the truth grades highest",
    .value = rank_of_best,
};
