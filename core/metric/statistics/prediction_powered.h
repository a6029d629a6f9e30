/*
 * Experts correct a model: the mean of a measure over all questions, where experts labelled some of them and a
 * model judged those and many more.
 *
 * The experts' mean is corrected by the difference of the model's means on these questions and elsewhere:
 *
 *     mean = experts' mean - weight · (model's mean there - model's mean elsewhere)
 *
 * The weight minimises the variance: cov(experts, model) / ((1 + n/N) var(model)). This is prediction-powered
 * inference (Angelopoulos, Duchi & Zrnic, PPI++, 2023). For rankings its values are the measures of whole
 * questions, as in PRECISE (Divekar & Majumder, AAAI 2026), because the documents of a question are not drawn by
 * chance, and measures are not sums over them. A useless model gets a weight near 0, and a deliberately wrong one a
 * negative weight. The interval is valid whatever the model does, provided that the questions that experts labelled
 * were chosen by chance alone.
 *
 * If the model did not judge all questions that experts labelled, the experts' mean is over all that they labelled,
 * and "there" are the questions of both. Those were chosen by chance from what the model judged, so their
 * difference from elsewhere is 0 except for chance, wherever the model stopped. The weight is then n/(n + experts'
 * alone) of the weight above. The two parts of the variance have different degrees of freedom, which are combined
 * by Satterthwaite's rule. If the interval would be more than 5 % wider than the experts' own, the experts' own is
 * used.
 *
 * If the measure is bounded, both intervals allow for outcomes that no question of the sample had. The experts'
 * interval is that of estimate_make. Each end of the corrected one has one more question, whose value from the
 * experts is the worst (or best) possible, and whose value from the model is average.
 *
 * The weight comes from the same questions that it is applied to. So the interval is Student's with one degree of
 * freedom less than that of the mean, as for a regression estimator (Cochran, Sampling Techniques, 1977, chapter
 * 7). With few questions the model is not used at all.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* With fewer questions labelled by experts, estimating the weight would widen the interval by more than 5 %. */
enum { PREDICTION_POWERED_LEAST = 20 };

struct prediction_sample {
    const double *labelled;  /* values by the experts' labels … */
    const double *predicted; /* … and by the model's, on the same questions */
    size_t n_labelled;
    const double *further; /* by the model's labels, on questions that experts did not label */
    size_t n_further;
    const double *alone; /* by the experts' labels, on questions that the model did not judge */
    size_t n_alone;
    /* The measure is between 0 and 1; so are the values, or between -1 and 1 if they are differences. */
    bool is_bounded, are_differences;
};

struct mean_interval {
    double value, low, high; /* low and high are NAN with fewer than two questions */
};

struct prediction_powered {
    struct mean_interval corrected;
    struct mean_interval
        experts; /* from all questions that experts labelled; Student's interval if the measure is unbounded */
    double model; /* the model's mean over all questions */
    double weight;
};

/* `confidence`: 0.95. */
void prediction_powered_make(struct prediction_powered *out, const struct prediction_sample *sample,
                             double confidence);
