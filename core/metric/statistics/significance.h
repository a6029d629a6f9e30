/*
 * Significance tests: the probability of differences this large by chance, if two runs did not differ. All are
 * two-sided.
 *
 * The literature recommends the randomisation test and the paired t test, which usually agree (Smucker, Allan &
 * Carterette, CIKM 2007; Urbano, Lima & Hanjalic, SIGIR 2019). Wilcoxon's test and the sign test use ranks and
 * signs. They can find differences that the means do not show, and are available on request.
 */
#pragma once

#include "core/base/words.h"
#include "core/base/workforce.h"

enum {
    SIGNIFICANCE_EXACT =
        20, /* up to so many questions that differ, the randomisation test uses all combinations of signs */
    SIGNIFICANCE_EXACT_RANKS = 50, /* up to so many, Wilcoxon's test is exact */
    SIGNIFICANCE_PERMUTATIONS = 100000,
    /* Above this number of dealt values, Tukey's test would take seconds … */
    SIGNIFICANCE_DEALT_MAX = 300000000,
    SIGNIFICANCE_NORMAL =
        1000, /* … so from this number of questions on, the sums are then assumed to be normal */
};

enum significance_test {
    TEST_RANDOMISATION, /* if the two did not differ, the sign of each question's difference would be random */
    TEST_T,             /* Student's test of paired values */
    /*
     * Signed ranks. Questions without a difference are left out, and equal sizes share their ranks. For up to
     * SIGNIFICANCE_EXACT_RANKS that differ, p is exact: over all combinations of signs with these very ranks. For
     * more, the sum is assumed to be normal, with the variance of these ranks and no continuity correction.
     */
    TEST_WILCOXON,
    TEST_SIGN, /* how many of the questions that differ are won */
};

/* By enum significance_test. */
extern const struct words significance_test_words;

/* How random numbers are drawn, if the test needs any. The same plan on the same values gives the same p. */
struct significance_plan {
    enum significance_test test;
    size_t permutations; /* number of random permutations if there are too many to use all; at least 1 */
    uint64_t seed;
};

/* Returns the p of `n` differences; 1 if all are 0. With sampling it is (extreme ones + 1) / (permutations + 1). */
double significance_p(const double *differences, size_t n, const struct significance_plan *plan);

/*
 * Returns by how much the ranks of the positive differences exceed half of all ranks, in Wilcoxon's test: above 0
 * if gains dominate.
 */
double significance_rank_excess(const double *differences, size_t n);

/*
 * Corrections for several comparisons; p is changed in place. Holm's method controls the probability of any false
 * finding (Scandinavian Journal of Statistics 6, 1979). Benjamini & Hochberg's controls the share of false findings
 * among all findings (Journal of the Royal Statistical Society B 57, 1995).
 */
void significance_correct_holm(double *p, size_t n);
void significance_correct_benjamini_hochberg(double *p, size_t n);

/*
 * Tukey's honestly significant differences by randomisation (Carterette, TOIS 30(1), 2012): if the runs did not
 * differ, the values of each question could belong to any run. `values` has n rows, one per question, of n_runs
 * each. p[i * n_runs + j] is the p of run i against run j: the share of permutations in which the best and the
 * worst of all runs are at least as far apart as these two. It falls with their distance. With very many questions
 * the sums of the runs are drawn from the normal distribution that they have over all permutations. Returns false
 * if interrupted.
 */
MUST_CHECK bool significance_tukey(const double *values, size_t n, size_t n_runs,
                                   const struct significance_plan *plan, const struct workforce *workforce,
                                   double *p);
