/*
 * The randomisation test counts the combinations of signs for which the sum of the differences is as extreme as the
 * observed one. With few questions it uses all combinations: the sums of each half are computed once and added in
 * pairs. With many it draws signs, one byte for eight questions, and looks up their sum.
 *
 * All random numbers come from the seed of the plan, so a test is repeatable to the last digit, whatever else is
 * computed in parallel.
 */
#include "core/metric/statistics/significance.h"

#include "core/base/bug.h"
#include "core/base/distribution.h"
#include "core/base/memory.h"
#include "core/base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const test_names[] = {
    [TEST_RANDOMISATION] = "randomisation",
    [TEST_T] = "t",
    [TEST_WILCOXON] = "wilcoxon",
    [TEST_SIGN] = "sign",
};

const struct words significance_test_words = WORDS_OF(test_names);

/* The stream of the seed for this test. Intervals use another one (inversion.c). */
enum { STREAM_SIGNS = 0 };

/* --- The randomisation test ----------------------------------------------- */

/* The differences that are not 0; the others are the same with either sign. */
struct signed_sum {
    const double *terms;
    size_t n;
    double threshold; /* a sum is as extreme as the observed one if its size is at least this */
};

/*
 * Computes the sum of `n` numbers for each of the 2^n combinations of signs. In sums[bits], number i is positive if
 * bit i is set, and negated if not.
 */
static void sum_all_signs(const double *numbers, size_t n, double *sums)
{
    sums[0] = 0;
    for (size_t i = 0; i < n; i++)
        sums[0] -= numbers[i];
    for (size_t bits = 1; bits < (size_t)1 << n; bits++)
        sums[bits] = sums[bits & (bits - 1)] + 2 * numbers[__builtin_ctzll(bits)];
}

static size_t count_extreme(const struct signed_sum *observed, const double *sums, size_t n, double plus)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += fabs(sums[i] + plus) >= observed->threshold;
    return count;
}

/*
 * Returns the share of all combinations of signs that are as extreme. The sums of both halves are computed once,
 * then paired.
 */
static double exact_p(const struct signed_sum *observed)
{
    double low[1 << (SIGNIFICANCE_EXACT / 2)];
    double high[1 << (SIGNIFICANCE_EXACT - SIGNIFICANCE_EXACT / 2)];
    size_t n_low = observed->n / 2;
    size_t n_high = observed->n - n_low;
    size_t count = 0;
    sum_all_signs(observed->terms, n_low, low);
    sum_all_signs(observed->terms + n_low, n_high, high);
    for (size_t i = 0; i < (size_t)1 << n_high; i++)
        count += count_extreme(observed, low, (size_t)1 << n_low, high[i]);
    return (double)count / (double)((size_t)1 << observed->n);
}

enum {
    GROUP = 8,    /* terms whose signs are drawn as one byte, and whose sum is looked up */
    BATCH = 2048, /* permutations at a time: their sums stay in the fastest cache */
};

/* Adds a group of terms to each sum, with random signs for each. */
static void add_group(const double *terms, size_t n, double *sums, struct random_source *random)
{
    double of_signs[1 << GROUP];
    sum_all_signs(terms, n, of_signs);
    uint64_t mask = ((uint64_t)1 << n) - 1;
    for (size_t i = 0; i < BATCH; i += sizeof(uint64_t)) {
        uint64_t word = random_next(random);
        for (size_t j = 0; j < sizeof word; j++, word >>= GROUP)
            sums[i + j] += of_signs[word & mask];
    }
}

/*
 * Adding question by question would take n steps per permutation. Adding a group at a time takes n / 8 steps, so
 * 100,000 permutations of 7,000 questions take a tenth of a second.
 */
static double sampled_p(const struct signed_sum *observed, const struct significance_plan *plan)
{
    struct random_source random = random_from(plan->seed, STREAM_SIGNS);
    size_t count = 0;
    for (size_t done = 0; done < plan->permutations; done += BATCH) {
        double sums[BATCH] = {0};
        size_t wanted = plan->permutations - done;
        for (size_t i = 0; i < observed->n; i += GROUP)
            add_group(observed->terms + i, observed->n - i < GROUP ? observed->n - i : GROUP, sums, &random);
        count += count_extreme(observed, sums, wanted < BATCH ? wanted : BATCH, 0);
    }
    return ((double)count + 1) / ((double)plan->permutations + 1);
}

static double randomisation_p(const double *differences, size_t n, const struct significance_plan *plan)
{
    double *terms = memory_get_zeroed(n, sizeof *terms);
    struct signed_sum observed = {.terms = terms};
    double sum = 0;
    double size = 0;
    for (size_t i = 0; i < n; i++) {
        if (differences[i] != 0)
            terms[observed.n++] = differences[i];
        sum += differences[i];
        size += fabs(differences[i]);
    }
    /* Sums that are equal on paper are added in different orders, so rounding must not make them different. */
    observed.threshold = fabs(sum) - 1e-9 * size;
    double p = observed.n <= SIGNIFICANCE_EXACT ? exact_p(&observed) : sampled_p(&observed, plan);
    free(terms);
    return p;
}

/* --- Student's t ---------------------------------------------------------- */

static double student_p(const double *differences, size_t n)
{
    double sum = 0;
    double squares = 0;
    for (size_t i = 0; i < n; i++)
        sum += differences[i];
    double mean = sum / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (differences[i] - mean) * (differences[i] - mean);
    if (sum == 0 || n < 2)
        return 1;
    double freedom = (double)(n - 1);
    return 2 * student_tail(fabs(mean) / sqrt(squares / freedom / (double)n), freedom);
}

/* --- Wilcoxon's signed ranks ---------------------------------------------- */

static int compare_sizes(const void *a, const void *b)
{
    double left = fabs(*(const double *)a);
    double right = fabs(*(const double *)b);
    return (left > right) - (left < right);
}

/* The ranks of the differences that are not 0, by size. They are doubled, so that those of ties are whole numbers. */
struct signed_ranks {
    size_t n;
    size_t *doubled;
    double positive; /* the sum of the doubled ranks of the positive differences; `all`: of all */
    double all;
    double ties; /* the sum of t³ - t over the groups of t equal sizes */
};

static bool are_of_one_size(double a, double b)
{
    return fabs(fabs(a) - fabs(b)) <= 1e-12 * fmax(1, fabs(a));
}

static void rank_group(struct signed_ranks *ranks, const double *sorted, size_t from, size_t to)
{
    double size = (double)(to - from);
    ranks->ties += size * size * size - size;
    for (size_t i = from; i < to; i++) {
        ranks->doubled[i] = from + to + 1;
        ranks->all += (double)ranks->doubled[i];
        if (sorted[i] > 0)
            ranks->positive += (double)ranks->doubled[i];
    }
}

static void rank_signed(struct signed_ranks *out, const double *differences, size_t n)
{
    double *sorted = memory_get(n * sizeof *sorted);
    *out = (struct signed_ranks){.doubled = memory_get(n * sizeof *out->doubled)};
    for (size_t i = 0; i < n; i++) {
        if (differences[i] != 0)
            sorted[out->n++] = differences[i];
    }
    qsort(sorted, out->n, sizeof *sorted, compare_sizes);
    for (size_t from = 0, to = 0; from < out->n; from = to) {
        for (to = from + 1; to < out->n && are_of_one_size(sorted[from], sorted[to]);)
            to++;
        rank_group(out, sorted, from, to);
    }
    free(sorted);
}

/* Counts, rank by rank, how many of the 2^n combinations of signs give each sum of the positive ranks. */
static double exact_ranks_p(const struct signed_ranks *ranks)
{
    size_t n_sums = (size_t)ranks->all + 1;
    double *counts = memory_get_zeroed(n_sums, sizeof *counts);
    double below = 0;
    double above = 0;
    counts[0] = 1;
    for (size_t i = 0; i < ranks->n; i++) {
        for (size_t sum = n_sums; sum-- > ranks->doubled[i];)
            counts[sum] += counts[sum - ranks->doubled[i]];
    }
    for (size_t sum = 0; sum < n_sums; sum++) {
        below += (double)sum <= ranks->positive ? counts[sum] : 0;
        above += (double)sum >= ranks->positive ? counts[sum] : 0;
    }
    free(counts);
    return fmin(1, 2 * fmin(below, above) / exp2((double)ranks->n));
}

static double normal_ranks_p(const struct signed_ranks *ranks)
{
    double n = (double)ranks->n;
    double variance = n * (n + 1) * (2 * n + 1) / 24 - ranks->ties / 48;
    return 2 * normal_tail(fabs(ranks->positive - ranks->all / 2) / 2 / sqrt(variance));
}

static double wilcoxon_p(const double *differences, size_t n)
{
    struct signed_ranks ranks;
    rank_signed(&ranks, differences, n);
    double p = ranks.n <= SIGNIFICANCE_EXACT_RANKS ? exact_ranks_p(&ranks) : normal_ranks_p(&ranks);
    free(ranks.doubled);
    return p;
}

double significance_rank_excess(const double *differences, size_t n)
{
    struct signed_ranks ranks;
    rank_signed(&ranks, differences, n);
    free(ranks.doubled);
    return (ranks.positive - ranks.all / 2) / 2;
}

/* --- The sign test -------------------------------------------------------- */

static double sign_p(const double *differences, size_t n)
{
    double wins = 0;
    double losses = 0;
    for (size_t i = 0; i < n; i++) {
        wins += differences[i] > 0;
        losses += differences[i] < 0;
    }
    /* The probability of at least so many heads among as many tosses. */
    double most = fmax(wins, losses);
    return most == 0 ? 1 : fmin(1, 2 * beta_below(0.5, most, wins + losses - most + 1));
}

double significance_p(const double *differences, size_t n, const struct significance_plan *plan)
{
    BUG_UNLESS(plan->permutations > 0);
    switch (plan->test) {
    case TEST_RANDOMISATION:
        return randomisation_p(differences, n, plan);
    case TEST_T:
        return student_p(differences, n);
    case TEST_WILCOXON:
        return wilcoxon_p(differences, n);
    case TEST_SIGN:
        return sign_p(differences, n);
    }
    BUG("a test that is none");
}

/* --- Corrections ---------------------------------------------------------- */

static int compare_p(const void *a, const void *b)
{
    const double *const *left = a;
    const double *const *right = b;
    return (**left > **right) - (**left < **right);
}

/* Returns pointers to the values of p, the smallest first. */
static double **sort_p(double *p, size_t n)
{
    double **sorted = memory_get(n * sizeof *sorted);
    for (size_t i = 0; i < n; i++)
        sorted[i] = &p[i];
    qsort(sorted, n, sizeof(double *), compare_p);
    return sorted;
}

void significance_correct_holm(double *p, size_t n)
{
    double **sorted = sort_p(p, n);
    double corrected = 0; /* never below that of a smaller p */
    for (size_t i = 0; i < n; i++) {
        corrected = fmax(corrected, fmin(1, (double)(n - i) * *sorted[i]));
        *sorted[i] = corrected;
    }
    free(sorted);
}

void significance_correct_benjamini_hochberg(double *p, size_t n)
{
    double **sorted = sort_p(p, n);
    double corrected = 1; /* never above that of a larger p */
    for (size_t i = n; i > 0; i--) {
        corrected = fmin(corrected, (double)n / (double)i * *sorted[i - 1]);
        *sorted[i - 1] = corrected;
    }
    free(sorted);
}

/* --- Tukey's test --------------------------------------------------------- */

enum { PERMUTATIONS_OF_A_TASK = 256 };

struct permuting {
    const double *values;
    size_t n, n_runs;
    const struct significance_plan *plan;
    double *ranges;   /* for each permutation: the sum of the best run - that of the worst */
    double deviation; /* of the sums, if they are assumed to be normal */
};

/*
 * Shuffles the values of a question and deals them to the runs. A word is used as a fraction: multiplied by the
 * number of choices, its part above the point is the draw, and the part below it is the fraction for the next draw,
 * until few bits are left.
 */
static void add_shuffled(double *values, size_t n_runs, double *sums, struct random_source *random)
{
    enum { DRAWS_OF_A_WORD = 6 };
    uint64_t word = 0;
    for (size_t run = 0; run < n_runs; run++) {
        if (run % DRAWS_OF_A_WORD == 0)
            word = random_next(random);
        /* A product of 96 bits: the part above the point, and the part below it. */
        const uint64_t n_left = n_runs - run;
        size_t other = run + (size_t)(((word >> 32) * n_left + ((word & UINT32_MAX) * n_left >> 32)) >> 32);
        double dealt = values[other];
        word *= n_left;
        values[other] = values[run];
        values[run] = dealt;
        sums[run] += dealt;
    }
}

static double range_of(const double *sums, size_t n)
{
    double least = sums[0];
    double most = sums[0];
    for (size_t i = 1; i < n; i++) {
        least = fmin(least, sums[i]);
        most = fmax(most, sums[i]);
    }
    return most - least;
}

/*
 * Goes question by question, so that its values and the sums of all permutations of the task stay in the fastest
 * cache.
 */
static void permute(void *context, size_t task)
{
    const struct permuting *permuting = context;
    struct random_source random = random_from(permuting->plan->seed, task);
    const size_t n_runs = permuting->n_runs;
    const size_t first = task * PERMUTATIONS_OF_A_TASK;
    const size_t left = permuting->plan->permutations - first;
    const size_t n = left < PERMUTATIONS_OF_A_TASK ? left : PERMUTATIONS_OF_A_TASK;
    double *values = memory_get(n_runs * sizeof *values);
    double *sums = memory_get_zeroed(n * n_runs, sizeof *sums);
    for (size_t q = 0; q < permuting->n; q++) {
        memcpy(values, permuting->values + q * n_runs, n_runs * sizeof *values);
        for (size_t i = 0; i < n; i++)
            add_shuffled(values, n_runs, sums + i * n_runs, &random);
    }
    for (size_t i = 0; i < n; i++)
        permuting->ranges[first + i] = range_of(sums + i * n_runs, n_runs);
    free(sums);
    free(values);
}

/*
 * Over all permutations, a dealt value of a question has the variance s² of its values, and any two of n have the
 * covariance -s²/(n-1). Apart from what all runs have in common, that equals n independent values with the variance
 * s² n/(n-1).
 */
static double deviation_of_sums(const struct permuting *permuting)
{
    const double n_runs = (double)permuting->n_runs;
    double variance = 0;
    for (size_t q = 0; q < permuting->n; q++) {
        const double *values = permuting->values + q * permuting->n_runs;
        double sum = 0, squares = 0;
        for (size_t run = 0; run < permuting->n_runs; run++)
            sum += values[run];
        for (size_t run = 0; run < permuting->n_runs; run++)
            squares += (values[run] - sum / n_runs) * (values[run] - sum / n_runs);
        variance += squares / (n_runs - 1);
    }
    return sqrt(variance);
}

static void draw_sums(void *context, size_t task)
{
    const struct permuting *permuting = context;
    struct random_source random = random_from(permuting->plan->seed, task);
    const size_t first = task * PERMUTATIONS_OF_A_TASK;
    const size_t left = permuting->plan->permutations - first;
    double *sums = memory_get(permuting->n_runs * sizeof *sums);
    for (size_t i = 0; i < left && i < PERMUTATIONS_OF_A_TASK; i++) {
        for (size_t run = 0; run < permuting->n_runs; run++)
            sums[run] = permuting->deviation * random_normal(&random);
        permuting->ranges[first + i] = range_of(sums, permuting->n_runs);
    }
    free(sums);
}

static bool are_normal(const struct permuting *permuting)
{
    return permuting->n >= SIGNIFICANCE_NORMAL &&
           permuting->n * permuting->n_runs > SIGNIFICANCE_DEALT_MAX / permuting->plan->permutations;
}

static int compare_ranges(const void *a, const void *b)
{
    const double *left = a;
    const double *right = b;
    return (*left > *right) - (*left < *right);
}

/* Returns how many of the ranges, which are ascending, are at least the threshold. */
static size_t count_ranges(const struct permuting *permuting, double threshold)
{
    size_t low = 0;
    size_t high = permuting->plan->permutations;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (permuting->ranges[middle] >= threshold)
            high = middle;
        else
            low = middle + 1;
    }
    return permuting->plan->permutations - low;
}

static double range_p(const struct permuting *permuting, size_t run, size_t other)
{
    double distance = 0;
    double size = 0;
    for (size_t q = 0; q < permuting->n; q++) {
        const double *values = permuting->values + q * permuting->n_runs;
        distance += values[run] - values[other];
        size += fabs(values[run]) + fabs(values[other]);
    }
    /* Sums that are equal on paper are added in different orders. */
    size_t count = count_ranges(permuting, fabs(distance) - 1e-9 * size);
    return ((double)count + 1) / ((double)permuting->plan->permutations + 1);
}

static void compare_all(const struct permuting *permuting, double *p)
{
    const size_t n_runs = permuting->n_runs;
    qsort(permuting->ranges, permuting->plan->permutations, sizeof(double), compare_ranges);
    for (size_t run = 0; run < n_runs; run++) {
        for (size_t other = 0; other <= run; other++)
            p[run * n_runs + other] = p[other * n_runs + run] = range_p(permuting, run, other);
    }
}

bool significance_tukey(const double *values, size_t n, size_t n_runs, const struct significance_plan *plan,
                        const struct workforce *workforce, double *p)
{
    struct permuting permuting = {
        .values = values,
        .n = n,
        .n_runs = n_runs,
        .plan = plan,
        .ranges = memory_get(plan->permutations * sizeof(double)),
    };
    size_t n_tasks = (plan->permutations + PERMUTATIONS_OF_A_TASK - 1) / PERMUTATIONS_OF_A_TASK;
    if (are_normal(&permuting))
        permuting.deviation = deviation_of_sums(&permuting);
    bool done = workforce_do(workforce, n_tasks, are_normal(&permuting) ? draw_sums : permute, &permuting);
    if (done)
        compare_all(&permuting, p);
    free(permuting.ranges);
    return done;
}
