/*
 * Estimates: what the values of some questions say of the mean over all questions like these.
 *
 * The interval of a measure between 0 and 1, or of differences of two, has the bounds of core/metric/statistics/bounds.h at its ends: a
 * Bayesian bootstrap with one question more, the worst or the best there can be. It holds the true mean as often as it is said
 * to, of few questions too, and whatever the values are; of values that are all 0 or 1 it is Clopper & Pearson's.
 *
 * A measure without a greatest value has no such bounds. There the greatest value that was seen, of differences in either
 * direction, stands for the greatest there is, and the interval promises less; where all are 0 there is none.
 *
 * Of one question there is none: its value says nothing of how others vary.
 */
#ifndef ASSAY_CORE_METRIC_STATISTICS_ESTIMATE_H
#define ASSAY_CORE_METRIC_STATISTICS_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>

struct estimate {
    size_t n; /* questions */
    double mean;
    double deviation; /* of the values, with n - 1; NAN of fewer than two questions, and so is what follows */
    double standard_error; /* deviation / √n */
    double low, high;      /* the interval of the mean */
    /* mean / deviation: of paired differences Cohen's d_z; 0 of zeros, else infinite without deviation. */
    double effect;
};

/*
 * Makes values times what their questions weigh (`shares`, 1 in the mean; NULL: all the same, and nothing is to be
 * done) into values whose plain mean is the same, and as
 * uncertain as the weighted one: a weighted mean is a ratio of two, and this is its linear form (Cochran, Sampling
 * Techniques, 1977, section 6.3). n rows, the first n_columns of `width`.
 */
void estimate_linearise(double *values, const double *shares, size_t n, size_t n_columns, size_t width);

/* The mean and how much the values vary, without an interval. */
struct estimate estimate_moments(const double *values, size_t n, size_t stride);

/* The kind of an estimate, and its confidence. */
struct estimate_kind {
    bool are_differences; /* between two runs, else values of one */
    bool is_bounded;      /* the measure is between 0 and 1; else its ends are what was seen of it */
    double
        heaviest; /* the greatest share of a question whose values estimate_linearise has made; 1: all weigh the same */
    double confidence; /* 0.95 */
    double times;      /* 1; or the interval that so many times as many questions like these would have */
};

/* At 95 %, where all questions weigh the same. */
struct estimate_kind estimate_kind_of(bool are_differences, bool is_bounded);

/* The mean of n values, `stride` apart, with its interval. Either end is wrong with a chance of (1 - confidence) / 2 at most. */
struct estimate estimate_make(const double *values, size_t n, size_t stride,
                              const struct estimate_kind *kind);

/*
 * The same of values of one run, 2 at least, by their sum and that of their squares: Student's interval with one value more at
 * the end that each bound is on the side of, where the measure is bounded. Of few questions it is wider than the other
 * one, by a few hundredths, and of many it lies within a hundredth of it.
 */
struct estimate estimate_mean_by_sums(size_t n, double sum, double squares, bool is_bounded);

/* No mean lies outside of what values can be: nor does the interval. */
void estimate_clip(struct estimate *estimate, double least, double most);

#endif
