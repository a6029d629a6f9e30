/*
 * Experts correct a machine: what the mean of a measure is over all questions, where experts labelled some of them and
 * a model judged those and many more.
 *
 * The model's mean over all is corrected by how far it is off where experts looked, and it counts as much as it is worth:
 *
 *     mean = experts' mean - weight · (model's mean there - model's mean elsewhere)
 *
 * with the weight of the least variance, cov(experts, model) / ((1 + n/N) var(model)): prediction-powered inference
 * (Angelopoulos, Duchi & Zrnic, PPI++, 2023; of rankings its values are the measures of whole questions, as in PRECISE,
 * Divekar & Majumder, AAAI 2026: below the question documents are not drawn by chance, and measures are no sums over them).
 * A model that knows nothing weighs next to nothing, one that is wrong on purpose weighs below 0; the interval holds
 * whatever the model does, as long as chance and nobody else chose which questions experts labelled.
 *
 * Where the model did not judge all that experts labelled, the experts' mean is that of all they labelled, and "there" are the
 * questions of both. Chance chose those among what the model judged, so their difference from elsewhere is 0 but for chance,
 * wherever the model stopped; the weight is n/(n + experts' alone) of the above. The two parts of the variance have degrees
 * of freedom of their own, and are put together by Satterthwaite's rule. Were the interval wider than the experts' by more
 * than 5 %, they stand alone.
 *
 * Where the measure is bounded, both intervals allow for what no question of the sample had: the experts' is that of
 * estimate_make, and each end of the corrected one has one question more, that the experts find as bad (or as good) as can be
 * and the model as the others.
 *
 * The weight comes from the questions that it is used on. So the interval is Student's with one degree of freedom less than
 * the mean's, as that of a regression estimator is (Cochran, Sampling Techniques, 1977, chapter 7), and with few questions the
 * model is not asked at all.
 */
#ifndef ASSAY_CORE_METRIC_STATISTICS_PREDICTION_POWERED_H
#define ASSAY_CORE_METRIC_STATISTICS_PREDICTION_POWERED_H

#include <stdbool.h>
#include <stddef.h>

/* With fewer questions of experts the weight would cost more than 5 % of the interval's width. */
enum { PREDICTION_POWERED_LEAST = 20 };

struct prediction_sample {
    const double *labelled;  /* by the experts' labels … */
    const double *predicted; /* … and by the model's, of the same questions */
    size_t n_labelled;
    const double *further; /* by the model's, of the questions that experts did not label */
    size_t n_further;
    const double *alone; /* by the experts' labels, of the questions that the model did not judge */
    size_t n_alone;
    /* The measure is between 0 and 1: then so are the values, or between -1 and 1 where they are differences. */
    bool is_bounded, are_differences;
};

struct mean_interval {
    double value, low, high; /* low and high NAN: of fewer than two questions */
};

struct prediction_powered {
    struct mean_interval corrected;
    struct mean_interval
        experts;  /* from all questions that experts labelled; Student's where the measure is open */
    double model; /* its mean over all questions */
    double weight;
};

/* `confidence`: 0.95. */
void prediction_powered_make(struct prediction_powered *out, const struct prediction_sample *sample,
                             double confidence);

#endif
