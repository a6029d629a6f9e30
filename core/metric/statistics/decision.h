/*
 * Decides which of two runs is better while labels are still being made. The differences of the questions vary
 * around the unknown mean difference δ:
 *
 *     y_q ~ N(δ, s² + r_q),    δ ~ N(0, (0.3 s)²),    log s ~ N(log 0.2, 0.5²)
 *
 * Here y_q is the difference on question q according to the votes, and r_q its uncertainty, which is infinite
 * without votes. The priors of δ and s match the differences between runs of retrieval experiments
 * (core/metric/statistics/power.h); s is integrated out. A decision holds for all questions of this kind, not only
 * for these.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct decision_evidence {
    double difference; /* y: second run - first run */
    double variance;   /* r; INFINITY: nothing is known, 0: certain */
};

struct run_decision {
    double probability; /* that the second run is better: that δ > 0 */
    double difference;  /* the expected δ */
    double deviation;   /* the expected s */
};

/* The probability that a decision needs, in either direction. */
#define DECISION_CONFIDENCE 0.95

struct run_decision decision_make(const struct decision_evidence *evidence, size_t n);
bool decision_is_made(const struct run_decision *decision);

/*
 * Returns the part of the evidence on a difference that comes from the votes: the prior mean and variance are
 * removed from the posterior ones. Votes without information leave the variance unchanged, and the evidence is 0.
 */
struct decision_evidence decision_evidence_of(double mean_before, double variance_before, double mean,
                                              double variance);

/*
 * Returns how much the information about δ grows if a difference becomes known more precisely; information is 1 /
 * (s² + r).
 */
double decision_gain(const struct run_decision *decision, const struct decision_evidence *now,
                     const struct decision_evidence *then);
