/*
 * The bootstrap over questions (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13): what was judged of one
 * question is not independent, so whole questions are drawn. Percentiles alone are too narrow: they are taken as far out as
 * Student's interval would be (Hesterberg, The American Statistician 69, 2015). Of fewer than RESAMPLING_LEAST questions they
 * hold too rarely even so, and there is no interval.
 */
#ifndef ASSAY_CORE_METRIC_STATISTICS_RESAMPLING_H
#define ASSAY_CORE_METRIC_STATISTICS_RESAMPLING_H

#include <stddef.h>
#include <stdint.h>

/* A value and its 95 % interval; NAN: there is none. */
struct resampled_estimate {
    double value;
    double low, high;
};

/* How chance is drawn: the same plan on the same judgments gives the same intervals. */
struct resampling {
    size_t rounds; /* at least 1 */
    uint64_t seed;
};

enum { RESAMPLING_ROUNDS = 1000, RESAMPLING_LEAST = 10 };

/* Several values of one resample; `drawn` says how often each question counts. */
typedef void resampled_values(void *context, const uint32_t *drawn, double *values);

/* The values of the questions as they are, with their intervals; without `resampling` (NULL), and of too few questions, without. */
void resample(resampled_values *compute, void *context, size_t n_questions, size_t n_values,
              const struct resampling *resampling, struct resampled_estimate *out);

#endif
