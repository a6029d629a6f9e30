#include "core/metric/statistics/decision.h"

#include "core/base/distribution.h"

#include <math.h>

enum { DEVIATIONS = 25 };

static const double usual_deviation = 0.2, deviation_spread = 0.5; /* of log s */
static const double usual_effect = 0.3;                            /* δ / s */
static const double widest = 4;     /* range of log s that is summed over, in standard deviations */
static const double certain = 1e-9; /* a smaller variance counts as 0 */

/* The posterior of δ for a given s. */
struct posterior {
    double mean, variance;
    double log_weight;
};

static struct posterior posterior_at(double deviation, const struct decision_evidence *evidence, size_t n)
{
    const double belief = usual_effect * usual_effect * deviation * deviation;
    double precision = 1 / belief, sum = 0, log_likelihood = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        const double variance = deviation * deviation + evidence[i].variance;
        if (!isfinite(variance))
            continue;
        precision += 1 / variance;
        sum += evidence[i].difference / variance;
        squares += evidence[i].difference * evidence[i].difference / variance;
        log_likelihood -= log(variance) / 2;
    }
    log_likelihood -= (log(belief * precision) + squares - sum * sum / precision) / 2;
    return (
        struct posterior){.mean = sum / precision, .variance = 1 / precision, .log_weight = log_likelihood};
}

struct run_decision decision_make(const struct decision_evidence *evidence, size_t n)
{
    struct posterior posteriors[DEVIATIONS];
    double deviations[DEVIATIONS], most = -INFINITY, weights = 0;
    struct run_decision decision = {0};
    for (size_t i = 0; i < DEVIATIONS; i++) {
        const double step = widest * (2 * (double)i / (DEVIATIONS - 1) - 1);
        deviations[i] = usual_deviation * exp(deviation_spread * step);
        posteriors[i] = posterior_at(deviations[i], evidence, n);
        posteriors[i].log_weight -= step * step / 2;
        most = fmax(most, posteriors[i].log_weight);
    }
    for (size_t i = 0; i < DEVIATIONS; i++) {
        const double weight = exp(posteriors[i].log_weight - most);
        weights += weight;
        decision.probability += weight * normal_tail(-posteriors[i].mean / sqrt(posteriors[i].variance));
        decision.difference += weight * posteriors[i].mean;
        decision.deviation += weight * deviations[i];
    }
    decision.probability /= weights;
    decision.difference /= weights;
    decision.deviation /= weights;
    return decision;
}

bool decision_is_made(const struct run_decision *decision)
{
    return decision->probability >= DECISION_CONFIDENCE || decision->probability <= 1 - DECISION_CONFIDENCE;
}

struct decision_evidence decision_evidence_of(double mean_before, double variance_before, double mean,
                                              double variance)
{
    if (variance_before < certain || variance < certain)
        return (struct decision_evidence){.difference = mean, .variance = 0};
    const double precision = 1 / variance - 1 / variance_before;
    if (precision <= 0)
        return (struct decision_evidence){.difference = 0, .variance = INFINITY};
    return (struct decision_evidence){.difference =
                                          (mean / variance - mean_before / variance_before) / precision,
                                      .variance = 1 / precision};
}

double decision_gain(const struct run_decision *decision, const struct decision_evidence *now,
                     const struct decision_evidence *then)
{
    const double spread = decision->deviation * decision->deviation;
    const double before = isfinite(now->variance) ? 1 / (spread + now->variance) : 0;
    return (isfinite(then->variance) ? 1 / (spread + then->variance) : 0) - before;
}
