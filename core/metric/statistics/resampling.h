/*
 * The bootstrap over questions (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13). Judgments
 * of one question are not independent, so whole questions are drawn. Percentile intervals alone are too narrow, so
 * the percentiles are moved outwards to match Student's interval (Hesterberg, The American Statistician 69, 2015).
 * With fewer than RESAMPLING_LEAST questions even these intervals are too often wrong, so there are none.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A value and its 95 % interval, NAN if there is none. */
struct resampled_estimate {
    double value;
    double low, high;
};

/* How random numbers are drawn: the same plan on the same judgments gives the same intervals. */
struct resampling {
    size_t rounds; /* at least 1 */
    uint64_t seed;
};

enum { RESAMPLING_ROUNDS = 1000, RESAMPLING_LEAST = 10 };

/* Questions of one kind contribute the same to all values, so only how often each kind is drawn matters. */
struct resampled_questions {
    size_t n, n_kinds;
    const uint32_t *kinds; /* of each question; NULL: each is a kind of its own */
};

/* Computes several values of one resample; `drawn` says how often each kind of question counts. */
typedef void resampled_values(void *context, const uint32_t *drawn, double *values);

/*
 * Computes the values of all questions with their intervals. Without `resampling` (NULL), or with too few
 * questions, there are no intervals.
 */
void resample(resampled_values *compute, void *context, const struct resampled_questions *questions,
              size_t n_values, const struct resampling *resampling, struct resampled_estimate *out);
