/*
 * Estimates: what the values of some questions say about the mean over all questions of this kind.
 *
 * The interval for a measure between 0 and 1, or for differences of two, has the bounds of
 * core/metric/statistics/bounds.h: a Bayesian bootstrap with one more question, the worst or the best possible one.
 * It keeps its confidence even with few questions, whatever the values are. For values that are all 0 or 1 it is
 * the interval of Clopper & Pearson.
 *
 * A measure without a greatest value has no such bounds. Then the greatest observed value (for differences, in
 * either direction) is used as the greatest possible one, and the interval is less reliable. If all values are 0
 * there is no interval.
 *
 * One question gives no interval, because a single value does not show how values vary.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct estimate {
    size_t n; /* questions */
    double mean;
    double deviation; /* of the values, with n - 1; NAN with fewer than two questions, like all that follow */
    double standard_error; /* deviation / √n */
    double low, high;      /* the interval of the mean */
    /* mean / deviation: Cohen's d_z of paired differences; 0 if all are 0, otherwise infinite without deviation. */
    double effect;
};

/*
 * Changes values that are multiplied by the weights of their questions (`shares`, 1 on average; NULL: all are
 * equal, and nothing changes). The plain mean of the new values is the same, and its uncertainty is that of the
 * weighted mean. A weighted mean is a ratio of two means, and this is its linear form (Cochran, Sampling
 * Techniques, 1977, section 6.3). There are n rows of `width` values; the first n_columns of each are changed.
 */
void estimate_linearise(double *values, const double *shares, size_t n, size_t n_columns, size_t width);

/* Returns the mean and the variation of the values, without an interval. */
struct estimate estimate_moments(const double *values, size_t n, size_t stride);

/* The kind of an estimate, and its confidence. */
struct estimate_kind {
    bool are_differences; /* between two runs; otherwise values of one run */
    bool is_bounded; /* the measure is between 0 and 1; otherwise the observed values are used as its ends */
    double heaviest; /* greatest share of a question in estimate_linearise; 1: all are equal */
    double confidence; /* 0.95 */
    double times; /* 1; or a factor, for the interval that so many times as many such questions would have */
};

/* Returns the kind for 95 %, with equal weights of all questions. */
struct estimate_kind estimate_kind_of(bool are_differences, bool is_bounded);

/*
 * Returns the mean of n values, `stride` apart, with its interval. Each end is wrong with a probability of at most
 * (1 - confidence) / 2.
 */
struct estimate estimate_make(const double *values, size_t n, size_t stride,
                              const struct estimate_kind *kind);

/*
 * Returns an estimate for at least 2 values of one run, from their sum and the sum of their squares. It is
 * Student's interval; if the measure is bounded, with one more value at the end on the side of each bound. With few
 * questions it is wider than that of estimate_make, by a few hundredths; with many it is within a hundredth of it.
 */
struct estimate estimate_mean_by_sums(size_t n, double sum, double squares, bool is_bounded);

/* Clips the interval to possible values, because the mean cannot lie outside of them. */
void estimate_clip(struct estimate *estimate, double least, double most);
