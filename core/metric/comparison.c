/*
 * Both the test and the estimate work on the differences of the questions, with rounding taken out of them.
 *
 * The test counts the choices of signs under which the sum of the differences is as extreme as it is. With
 * few questions it tries them all: the sums of each half are made once and added in pairs. With many it
 * draws signs, a byte for eight questions, and looks their sum up.
 *
 * All chance comes from the seed of the plan, so that a comparison can be repeated to the last digit, whatever
 * else is computed beside it.
 */
#include "core/metric/comparison.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/base/random.h"

#include <math.h>
#include <stdlib.h>

/* Values of the same worth can differ in their last bits, when they are sums in another order. */
static const double rounding = 1e-12;

/* Of the seed: what it draws does not depend on what the estimate does. */
enum { STREAM_SIGNS = 0 };

double comparison_difference(double baseline, double run)
{
    double size = fmax(1, fmax(fabs(run), fabs(baseline)));
    double difference = run - baseline;
    return fabs(difference) <= rounding * size ? 0 : difference;
}

/* --- The randomisation test ----------------------------------------------- */

/* The differences that are not 0: the others are the same under either sign. */
struct signed_sum {
    const double *terms;
    size_t n;
    double threshold; /* a sum is as extreme as the one observed when its size is at least this */
};

/*
 * The sum of `n` numbers under each of the 2^n choices of signs: in sums[bits], number i counts as
 * it is where bit i is set, and negated where it is not.
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

/* The share of all choices of signs that is as extreme. Both halves are summed once, then paired. */
static double exact_p(const struct signed_sum *observed)
{
    double low[1 << (COMPARISON_EXACT / 2)];
    double high[1 << (COMPARISON_EXACT - COMPARISON_EXACT / 2)];
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
    GROUP = 8,    /* terms whose signs are drawn as one byte, and looked up as one sum */
    BATCH = 2048, /* permutations under way: their sums stay in the nearest cache */
};

/* Adds a group of terms to each sum, under signs of its own. */
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
 * Adding up question by question would take n steps a permutation. A group at a time takes n / 8,
 * which makes 100,000 permutations of 7,000 questions a tenth of a second.
 */
static double sampled_p(const struct signed_sum *observed, const struct comparison_plan *plan)
{
    struct random_source random = random_from(plan->estimate.seed, STREAM_SIGNS);
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

static double randomisation_p(const double *differences, size_t n, const struct comparison_plan *plan)
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
    /* Sums that would be equal on paper are added in different orders: rounding must not tell them apart. */
    observed.threshold = fabs(sum) - 1e-9 * size;
    double p = observed.n <= COMPARISON_EXACT ? exact_p(&observed) : sampled_p(&observed, plan);
    free(terms);
    return p;
}

/* --- Both ----------------------------------------------------------------- */

static double mean_of(const double *column, size_t n, size_t n_columns)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += column[i * n_columns];
    return sum / (double)n;
}

/* What the comparisons by all measures are made from. */
struct comparing {
    struct comparison *out;
    const struct comparison_plan *plan;
    const double *differences; /* measure after measure, n of each */
    size_t n;
};

static void test_measure(void *context, size_t measure)
{
    const struct comparing *comparing = context;
    const double *differences = comparing->differences + measure * comparing->n;
    struct comparison *out = &comparing->out[measure];
    for (size_t i = 0; i < comparing->n; i++) {
        out->wins += differences[i] > 0;
        out->ties += differences[i] == 0;
        out->losses += differences[i] < 0;
    }
    out->p = out->p_holm = randomisation_p(differences, comparing->n, comparing->plan);
}

static bool test_measures(struct comparison *out, const double *rows, size_t n, size_t n_measures,
                          const struct comparison_plan *plan)
{
    double *differences = memory_get(n * n_measures * sizeof *differences);
    struct comparing comparing = {.out = out, .plan = plan, .differences = differences, .n = n};
    for (size_t i = 0; i < n * n_measures; i++)
        differences[i % n_measures * n + i / n_measures] = rows[i];
    bool done = workforce_do(&plan->estimate.workforce, n_measures, test_measure, &comparing);
    free(differences);
    return done;
}

static bool estimate_measures(struct comparison *out, const double *rows, size_t n, size_t n_measures,
                              const struct comparison_plan *plan)
{
    struct estimate *estimates = memory_get_zeroed(n_measures, sizeof *estimates);
    bool done = estimate_differences(estimates, rows, n, n_measures, &plan->estimate);
    for (size_t measure = 0; measure < n_measures; measure++)
        out[measure].difference = estimates[measure];
    free(estimates);
    return done;
}

bool comparison_make(struct comparison *out, const double *baseline, const double *run, size_t n,
                     size_t n_measures, const struct comparison_plan *plan)
{
    BUG_UNLESS(plan->permutations > 0);
    double *rows = memory_get(n * n_measures * sizeof *rows);
    for (size_t i = 0; i < n * n_measures; i++)
        rows[i] = comparison_difference(baseline[i], run[i]);
    for (size_t measure = 0; measure < n_measures; measure++) {
        out[measure] = (struct comparison){.p = 1, .p_holm = 1};
        if (n > 0) {
            out[measure].baseline_mean = mean_of(baseline + measure, n, n_measures);
            out[measure].run_mean = mean_of(run + measure, n, n_measures);
        }
    }
    bool done = estimate_measures(out, rows, n, n_measures, plan) &&
                (n == 0 || test_measures(out, rows, n, n_measures, plan));
    free(rows);
    return done;
}

static int compare_p(const void *a, const void *b)
{
    const struct comparison *const *left = a;
    const struct comparison *const *right = b;
    return ((*left)->p > (*right)->p) - ((*left)->p < (*right)->p);
}

void comparison_correct(struct comparison *family, size_t n)
{
    struct comparison **by_p = memory_get_zeroed(n, sizeof *by_p);
    for (size_t i = 0; i < n; i++)
        by_p[i] = &family[i];
    qsort(by_p, n, sizeof(struct comparison *), compare_p);
    double corrected = 0; /* never below that of a smaller p */
    for (size_t i = 0; i < n; i++) {
        corrected = fmax(corrected, fmin(1, (double)(n - i) * by_p[i]->p));
        by_p[i]->p_holm = corrected;
    }
    free(by_p);
}

/* --- The rank of the best document ---------------------------------------- */

static double rank_of_best(const struct measure *measure, const struct ranking *ranking)
{
    (void)measure;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        if (ranking->hits[i].grade == ranking->grades[0])
            return ranking->grades[0] > 0 ? (double)ranking->hits[i].rank : 0;
    }
    return 0;
}

const struct measure_row best_document_rank = {
    .name = "rank",
    .cutoff = CUTOFF_NONE,
    .range = RANGE_OPEN,
    .help = "the rank of the first of those documents that the truth grades highest",
    .value = rank_of_best,
};
