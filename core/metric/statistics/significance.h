/*
 * Tests of significance: how likely differences this large are by chance, had two runs none. All are two-sided.
 *
 * The randomisation test and the paired t test are what the literature recommends, and they mostly agree (Smucker, Allan
 * & Carterette, CIKM 2007; Urbano, Lima & Hanjalic, SIGIR 2019). Wilcoxon's and the sign test look at ranks and signs:
 * they can find what the means don't show, and are there for who asks.
 */
#ifndef ASSAY_CORE_METRIC_STATISTICS_SIGNIFICANCE_H
#define ASSAY_CORE_METRIC_STATISTICS_SIGNIFICANCE_H

#include "core/base/words.h"
#include "core/base/workforce.h"

enum {
    SIGNIFICANCE_EXACT =
        20, /* up to so many questions that differ, the randomisation test tries all choices of signs */
    SIGNIFICANCE_EXACT_RANKS = 50, /* up to so many Wilcoxon's test is exact */
    SIGNIFICANCE_PERMUTATIONS = 100000,
    /* More values than that are not dealt in all permutations of Tukey's test, which would take seconds … */
    SIGNIFICANCE_DEALT_MAX = 300000000,
    SIGNIFICANCE_NORMAL = 1000, /* … but of so many questions the sums are taken to be normal */
};

enum significance_test {
    TEST_RANDOMISATION, /* had the two no difference, the sign of each question's would be a matter of chance */
    TEST_T,             /* Student's, of paired values */
    /*
     * Signed ranks; questions without a difference are left out, equal sizes share their ranks. Of up to
     * SIGNIFICANCE_EXACT_RANKS that differ p is exact: that of all choices of signs with these very ranks. Of more the sum is
     * taken to be normal, with the variance of these ranks and no correction for continuity.
     */
    TEST_WILCOXON,
    TEST_SIGN, /* how many of the questions that differ are won */
};

/* By enum significance_test. */
extern const struct words significance_test_words;

/* How chance is drawn, where it is. The same plan on the same values gives the same p. */
struct significance_plan {
    enum significance_test test;
    size_t permutations; /* that are tried where there are too many for all; at least 1 */
    uint64_t seed;
};

/* The p of `n` differences; 1 where none is. Sampled: (extreme ones + 1) / (permutations + 1). */
double significance_p(const double *differences, size_t n, const struct significance_plan *plan);

/*
 * By how much the ranks of the positive differences exceed half of all, in Wilcoxon's test: above 0 where they are mostly
 * gains.
 */
double significance_rank_excess(const double *differences, size_t n);

/*
 * Corrections for several comparisons, of p in place: Holm's keeps the chance of any false finding (Scandinavian Journal
 * of Statistics 6, 1979), Benjamini & Hochberg's the share of false ones among the findings (Journal of the
 * Royal Statistical Society B 57, 1995).
 */
void significance_correct_holm(double *p, size_t n);
void significance_correct_benjamini_hochberg(double *p, size_t n);

/*
 * Tukey's honestly significant differences by randomisation (Carterette, TOIS 30(1), 2012): had the runs no difference,
 * the values of each question could be anyone's. `values` are n rows, one a question, of n_runs each; p[i * n_runs + j]
 * is that of run i against run j: the share of permutations under which the best and the worst of all runs are as far
 * apart as these two. It falls with their distance. Of very many questions the sums of the runs are drawn from the normal
 * distribution that they have over all permutations. False: told to stop.
 */
bool significance_tukey(const double *values, size_t n, size_t n_runs, const struct significance_plan *plan,
                        const struct workforce *workforce, double *p) __attribute__((warn_unused_result));

#endif
