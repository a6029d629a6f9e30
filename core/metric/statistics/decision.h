/*
 * Which of two runs is better, as far as labels that are still being made tell. The questions' differences vary around the
 * one that is asked for, δ:
 *
 *     y_q ~ N(δ, s² + r_q),    δ ~ N(0, (0.3 s)²),    log s ~ N(log 0.2, 0.5²)
 *
 * with y_q what the votes on question q say of its difference and r_q how unsure that is: infinitely, without votes. The
 * beliefs about δ and s are what runs of retrieval experiments differ by (core/metric/statistics/power.h); s is summed over. A
 * decision holds for questions like these, not only for these.
 */
#ifndef ASSAY_CORE_METRIC_STATISTICS_DECISION_H
#define ASSAY_CORE_METRIC_STATISTICS_DECISION_H

#include <stdbool.h>
#include <stddef.h>

struct decision_evidence {
    double difference; /* y, of the second run from the first */
    double variance;   /* r; INFINITY: nothing is known, 0: for certain */
};

struct run_decision {
    double probability; /* that the second run is better: that δ > 0 */
    double difference;  /* the expected δ */
    double deviation;   /* the expected s */
};

/* So sure it must be, either way. */
#define DECISION_CONFIDENCE 0.95

struct run_decision decision_make(const struct decision_evidence *evidence, size_t n);
bool decision_is_made(const struct run_decision *decision);

/*
 * The evidence on a difference that comes only from the votes: the prior mean and variance are taken out of the posterior ones.
 * After votes that say nothing the variance is unchanged and the evidence is 0.
 */
struct decision_evidence decision_evidence_of(double mean_before, double variance_before, double mean,
                                              double variance);

/* How much more is known of δ when a difference becomes known so much better: information is 1 / (s² + r). */
double decision_gain(const struct run_decision *decision, const struct decision_evidence *now,
                     const struct decision_evidence *then);

#endif
