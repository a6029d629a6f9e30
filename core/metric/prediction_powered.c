#include "core/metric/prediction_powered.h"

#include "core/base/distribution.h"

#include <math.h>

static double sum_of(const double *values, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

static double sum_of_products(const double *a, double mean_a, const double *b, double mean_b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (a[i] - mean_a) * (b[i] - mean_b);
    return sum;
}

static struct mean_interval interval_of(double value, double variance, double freedom, double confidence)
{
    const double reach = freedom > 0 ? student_quantile((1 - confidence) / 2, freedom) * sqrt(variance) : NAN;
    return (struct mean_interval){.value = value, .low = value - reach, .high = value + reach};
}

/* The sums that mean, weight and variance are made of. */
struct sample_moments {
    double labelled, predicted, further;                                   /* means */
    double squares_labelled, squares_predicted, squares_further, products; /* around them */
};

static struct sample_moments moments_of(const struct prediction_sample *sample)
{
    const size_t n = sample->n_labelled, n_further = sample->n_further;
    struct sample_moments of = {
        .labelled = sum_of(sample->labelled, n) / (double)n,
        .predicted = sum_of(sample->predicted, n) / (double)n,
        .further = n_further > 0 ? sum_of(sample->further, n_further) / (double)n_further : 0,
    };
    of.squares_labelled = sum_of_products(sample->labelled, of.labelled, sample->labelled, of.labelled, n);
    of.squares_predicted =
        sum_of_products(sample->predicted, of.predicted, sample->predicted, of.predicted, n);
    of.products = sum_of_products(sample->labelled, of.labelled, sample->predicted, of.predicted, n);
    of.squares_further = sum_of_products(sample->further, of.further, sample->further, of.further, n_further);
    return of;
}

/* That of the least variance; 0 where the model can't help. */
static double weight_of(const struct sample_moments *of, double n, double n_further)
{
    if (n < PREDICTION_POWERED_LEAST || n_further < 2)
        return 0;
    double covariance = of->products / (n - 1);
    double of_residuals = of->squares_predicted / (n - 1) / n;
    double of_further = of->squares_further / (n_further - 1) / n_further;
    double spread = of_residuals + of_further;
    return spread > 0 ? covariance / n / spread : 0;
}

void prediction_powered_make(struct prediction_powered *out, const struct prediction_sample *sample,
                             double confidence)
{
    const double n = (double)sample->n_labelled, n_further = (double)sample->n_further;
    const struct sample_moments of = moments_of(sample);
    const double weight = weight_of(&of, n, n_further);
    out->weight = weight;
    out->model = (of.predicted * n + of.further * n_further) / (n + n_further);
    out->experts = interval_of(of.labelled, of.squares_labelled / (n - 1) / n, n - 1, confidence);
    out->corrected = out->experts;
    if (weight == 0)
        return;
    double residuals =
        of.squares_labelled - 2 * weight * of.products + weight * weight * of.squares_predicted;
    double variance =
        residuals / (n - 2) / n + weight * weight * of.squares_further / (n_further - 1) / n_further;
    out->corrected =
        interval_of(of.labelled - weight * (of.predicted - of.further), variance, n - 2, confidence);
}
