#include "core/metric/statistics/prediction_powered.h"

#include "core/base/distribution.h"
#include "core/base/memory.h"
#include "core/metric/statistics/estimate.h"

#include <math.h>
#include <stdlib.h>

#define WIDEST 1.05 /* relative to the experts' interval */

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

/* The sums from which mean, weight and variance are computed. */
struct sample_moments {
    double n, n_further, n_alone;
    double labelled, predicted, further; /* means */
    /* sums of squares and products around the means */
    double squares_labelled, squares_predicted, squares_further, products;
    /* over all questions that the experts labelled */
    double experts, squares_experts;
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

/* Returns the weight with the least variance; 0 if the model cannot help. */
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

/* The variance of a mean, and the quantile of Student's t for it. */
struct mean_error {
    double variance, t;
};

/*
 * Returns the end of the interval on a side (-1: the lower one) with one more question. Its value from the experts
 * is `extreme`, the worst or best possible, and that from the model is average. The question moves the mean and
 * adds to the variance.
 */
static double end_with_one(const struct sample_moments *of, const struct mean_error *error, double value,
                           double extreme, double side)
{
    const double shift = (extreme - of->labelled) / (of->n + of->n_alone + 1);
    return value + shift + side * error->t * sqrt(error->variance + shift * shift);
}

static struct mean_interval correct(const struct sample_moments *of, const struct prediction_sample *sample,
                                    double weight, double confidence)
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
    const double value = of->experts - weight * (of->predicted - of->further);
    if (!sample->is_bounded || freedom <= 0)
        return interval_of(value, variance, freedom, confidence);
    const struct mean_error error = {variance, student_quantile((1 - confidence) / 2, freedom)};
    return (struct mean_interval){
        .value = value,
        .low = end_with_one(of, &error, value, sample->are_differences ? -1 : 0, -1),
        .high = end_with_one(of, &error, value, 1, 1),
    };
}

/* Returns the interval from the experts' labels alone. */
static struct mean_interval of_experts(const struct sample_moments *of,
                                       const struct prediction_sample *sample, double confidence)
{
    const size_t n = sample->n_labelled + sample->n_alone;
    struct estimate_kind kind = estimate_kind_of(sample->are_differences, true);
    if (!sample->is_bounded)
        return interval_of(of->experts, of->squares_experts / ((double)n - 1) / (double)n, (double)n - 1,
                           confidence);
    double *values = memory_get_zeroed(n, sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] = i < sample->n_labelled ? sample->labelled[i] : sample->alone[i - sample->n_labelled];
    kind.confidence = confidence;
    const struct estimate estimate = estimate_make(values, n, 1, &kind);
    free(values);
    return (struct mean_interval){of->experts, estimate.low, estimate.high};
}

static bool is_too_wide(const struct mean_interval *corrected, const struct mean_interval *experts)
{
    return corrected->high - corrected->low > WIDEST * (experts->high - experts->low);
}

void prediction_powered_make(struct prediction_powered *out, const struct prediction_sample *sample,
                             double confidence)
{
    const struct sample_moments of = moments_of(sample);
    out->weight = weight_of(&of);
    out->model = (of.predicted * of.n + of.further * of.n_further) / (of.n + of.n_further);
    out->experts = of_experts(&of, sample, confidence);
    out->corrected = out->experts;
    if (out->weight == 0)
        return;
    out->corrected = correct(&of, sample, out->weight, confidence);
    if (!is_too_wide(&out->corrected, &out->experts))
        return;
    out->corrected = out->experts;
    out->weight = 0;
}
