/*
 * Estimates: what the values of some questions say of the mean over all questions like these.
 *
 * The interval is one of four.
 *
 * The bootstrap's: the questions are drawn again with replacement, many times over, and the interval is what the
 * middle of all these means spans (the percentile interval; Efron & Tibshirani, An Introduction to the Bootstrap,
 * 1993, chapter 13). Percentiles alone are too narrow, by the factor √((n-1)/n) and because they know nothing of
 * Student's tails. So they are taken further out, as far as Student's interval would be: the expanded percentile
 * interval (Hesterberg, What Teachers Should Know About the Bootstrap, The American Statistician 69, 2015).
 *
 * Student's: mean ± t · s / √n. It is symmetric, whatever the values are. With fewer than ESTIMATE_FEW questions it is the
 * better one, since so few have too few resamples to tell their tails from, and it is taken in either case.
 *
 * Wilson's score interval (Journal of the American Statistical Association 22, 1927), where all values are 0 or 1: a
 * run that finds something for each of 20 questions is no proof that it always will, which the other two would say.
 *
 * Tango's score interval (Statistics in Medicine 17, 1998), where all differences are -1, 0 or 1, and some not 0: what Wilson's
 * is for counts. Of 48 questions one that was lost is no proof that more than one in 48 never is.
 *
 * Of one question there is none: its value says nothing of how others vary, nor, where it is 0 or 1, whether all are.
 */
#ifndef ASSAY_CORE_METRIC_ESTIMATE_H
#define ASSAY_CORE_METRIC_ESTIMATE_H

#include "core/base/words.h"
#include "core/base/workforce.h"

#include <stdint.h>

enum {
    ESTIMATE_FEW = 10,
    ESTIMATE_RESAMPLES = 10000, /* the second digit of an end is certain then, the third nearly */
};

enum interval {
    INTERVAL_BOOTSTRAP,
    INTERVAL_STUDENT,
};

/* By enum interval. */
extern const struct words interval_words;

struct estimate {
    size_t n; /* questions */
    double mean;
    double deviation; /* of the values, with n - 1; NAN of fewer than two questions, and so is what follows */
    double standard_error; /* deviation / √n */
    double low, high;      /* the interval of the mean */
    /* mean / deviation: of paired differences Cohen's d_z; 0 of zeros, else infinite without deviation. */
    double effect;
};

/* How the interval is made. The same plan on the same values gives the same estimate, however many threads. */
struct estimate_plan {
    enum interval interval;
    double confidence; /* 0.95: in so many of all worlds the interval holds the true mean */
    size_t resamples;  /* at least 1 */
    uint64_t seed;
    struct workforce workforce;
};

/*
 * Estimates the mean of each column of `values`: n rows, one a question, of n_columns each. All columns see the same
 * resamples. False: told to stop; then there is no estimate.
 */
bool estimate_means(struct estimate *out, const double *values, size_t n, size_t n_columns,
                    const struct estimate_plan *plan) __attribute__((warn_unused_result));
/* The same of values that are differences between two runs. */
bool estimate_differences(struct estimate *out, const double *values, size_t n, size_t n_columns,
                          const struct estimate_plan *plan) __attribute__((warn_unused_result));

/*
 * Makes values times what their questions weigh (`shares`, 1 in the mean; NULL: all the same, and nothing is to be
 * done) into values whose plain mean is the same, and as
 * uncertain as the weighted one: a weighted mean is a ratio of two, and this is its linear form (Cochran, Sampling
 * Techniques, 1977, section 6.3). n rows, the first n_columns of `width`.
 */
void estimate_linearise(double *values, const double *shares, size_t n, size_t n_columns, size_t width);

/* The one of a single column with Student's interval, Wilson's or Tango's, of 95 %: what takes no time. */
struct estimate estimate_mean_at_once(const double *values, size_t n);
struct estimate estimate_difference_at_once(const double *values, size_t n);
/* The same of n values, 1 at least, by their sum and that of their squares. */
struct estimate estimate_mean_by_sums(size_t n, double sum, double squares);

/* The mean and how much the values vary, without an interval. */
struct estimate estimate_moments(const double *values, size_t n, size_t stride);

/* What is estimated, and how surely. */
struct estimate_kind {
    bool are_differences; /* between two runs, else values of one */
    bool is_bounded;      /* the measure is between 0 and 1; else its ends are what was seen of it (below) */
    double
        heaviest; /* the greatest share of a question whose values estimate_linearise has made; 1: all weigh the same */
    double confidence; /* 0.95 */
    double times;      /* 1; or the interval that so many times as many questions like these would have */
};

/*
 * The mean of n values, `stride` apart, with the bounds of core/metric/bounds.h at both ends: each is wrong with a chance of
 * (1 - confidence) / 2 at most. A measure without a greatest value has no such bounds: the greatest value that was seen, of
 * differences in either direction, stands for the greatest there is, and the interval promises less; where all are 0 there
 * is none. Of fewer than two values there is none either.
 */
struct estimate estimate_make(const double *values, size_t n, size_t stride,
                              const struct estimate_kind *kind);

/* No mean lies outside of what values can be: nor does the interval, which Student's may. */
void estimate_clip(struct estimate *estimate, double least, double most);

#endif
