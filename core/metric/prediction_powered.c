#include "core/metric/prediction_powered.h"

#include "core/base/distribution.h"

#include <math.h>
#include <stdbool.h>

#define WIDEST 1.05 /* beside the experts' interval */

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
    double n, n_further, n_alone;
    double labelled, predicted, further;                                   /* means */
    double squares_labelled, squares_predicted, squares_further, products; /* around them */
    double experts, squares_experts;                                       /* of all that they labelled */
};

static void add_experts(struct sample_moments *of, const struct prediction_sample *sample)
{
    const double mean_alone = of->n_alone > 0 ? sum_of(sample->alone, sample->n_alone) / of->n_alone : 0;
    const double apart = of->n_alone > 0 ? mean_alone - of->labelled : 0;
    const double share = of->n_alone / (of->n + of->n_alone);
    of->experts = of->labelled + share * apart;
    of->squares_experts =
        of->squares_labelled +
        sum_of_products(sample->alone, mean_alone, sample->alone, mean_alone, sample->n_alone) +
        of->n * share * apart * apart;
}

static struct sample_moments moments_of(const struct prediction_sample *sample)
{
    const size_t n = sample->n_labelled, n_further = sample->n_further;
    struct sample_moments of = {
        .n = (double)n,
        .n_further = (double)n_further,
        .n_alone = (double)sample->n_alone,
        .labelled = sum_of(sample->labelled, n) / (double)n,
        .predicted = sum_of(sample->predicted, n) / (double)n,
        .further = n_further > 0 ? sum_of(sample->further, n_further) / (double)n_further : 0,
    };
    of.squares_labelled = sum_of_products(sample->labelled, of.labelled, sample->labelled, of.labelled, n);
    of.squares_predicted =
        sum_of_products(sample->predicted, of.predicted, sample->predicted, of.predicted, n);
    of.products = sum_of_products(sample->labelled, of.labelled, sample->predicted, of.predicted, n);
    of.squares_further = sum_of_products(sample->further, of.further, sample->further, of.further, n_further);
    add_experts(&of, sample);
    return of;
}

/* That of the least variance; 0 where the model can't help. */
static double weight_of(const struct sample_moments *of)
{
    if (of->n < PREDICTION_POWERED_LEAST || of->n_further < 2)
        return 0;
    double covariance = of->products / (of->n - 1);
    double of_residuals = of->squares_predicted / (of->n - 1) / of->n;
    double of_further = of->squares_further / (of->n_further - 1) / of->n_further;
    double spread = of_residuals + of_further;
    return spread > 0 ? covariance / (of->n + of->n_alone) / spread : 0;
}

static struct mean_interval correct(const struct sample_moments *of, double weight, double confidence)
{
    const double n_experts = of->n + of->n_alone;
    const double slope = weight * n_experts / of->n; /* of the experts' values on the model's */
    const double residuals =
        of->squares_labelled - 2 * slope * of->products + slope * slope * of->squares_predicted;
    const double judged = residuals / (of->n - 2) * of->n / (n_experts * n_experts) +
                          weight * weight * of->squares_further / (of->n_further - 1) / of->n_further;
    const double alone = (of->squares_experts - of->squares_labelled) / (n_experts - 1) / n_experts;
    const double variance = judged + alone;
    double freedom = of->n - 2;
    if (of->n_alone > 0 && variance > 0)
        freedom = variance * variance / (judged * judged / (of->n - 2) + alone * alone / of->n_alone);
    return interval_of(of->experts - weight * (of->predicted - of->further), variance, freedom, confidence);
}

static bool is_too_wide(const struct mean_interval *corrected, const struct mean_interval *experts)
{
    return corrected->high - corrected->low > WIDEST * (experts->high - experts->low);
}

void prediction_powered_make(struct prediction_powered *out, const struct prediction_sample *sample,
                             double confidence)
{
    const struct sample_moments of = moments_of(sample);
    const double n_experts = of.n + of.n_alone;
    out->weight = weight_of(&of);
    out->model = (of.predicted * of.n + of.further * of.n_further) / (of.n + of.n_further);
    out->experts =
        interval_of(of.experts, of.squares_experts / (n_experts - 1) / n_experts, n_experts - 1, confidence);
    out->corrected = out->experts;
    if (out->weight == 0)
        return;
    out->corrected = correct(&of, out->weight, confidence);
    if (!is_too_wide(&out->corrected, &out->experts))
        return;
    out->corrected = out->experts;
    out->weight = 0;
}
