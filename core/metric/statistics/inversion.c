#include "core/metric/statistics/inversion.h"

#include "core/base/bug.h"
#include "core/base/distribution.h"
#include "core/base/memory.h"
#include "core/base/random.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static const double level = 0.05;

/* The differences to shift: the shift d moves question i by d times its share. */
struct shifted {
    const double *differences;
    const double *shares; /* NULL: 1 */
    size_t n;
};

static double share_at(const struct shifted *of, size_t i)
{
    return of->shares != NULL ? of->shares[i] : 1;
}

static const struct inverted_interval none = {.low = NAN, .high = NAN};

static int compare_doubles(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* --- The randomisation test ----------------------------------------------- */

enum {
    GROUP = 8,          /* questions whose subsets are drawn as one byte */
    STREAM_SUBSETS = 1, /* stream of the seed; the test uses another one */
};

/* The means of subsets. The empty subset has no mean, but counts as beyond every shift. */
struct subset_means {
    double *means;
    size_t n, n_all;
    double rounding; /* a sum that is not larger counts as 0 */
};

static void add_mean(struct subset_means *out, double sum, double share)
{
    out->n_all++;
    if (share > 0)
        out->means[out->n++] = fabs(sum) <= out->rounding ? 0 : sum / share;
}

/* Computes the sum of the numbers whose bits are set, for all combinations of bits. */
static void sum_subsets(const double *numbers, size_t n, double *sums)
{
    sums[0] = 0;
    for (size_t bits = 1; bits < (size_t)1 << n; bits++)
        sums[bits] = sums[bits & (bits - 1)] + numbers[__builtin_ctzll(bits)];
}

static void take_all_subsets(const struct shifted *of, const double *shares, struct subset_means *out)
{
    const size_t n = (size_t)1 << of->n;
    double *sums = memory_get(n * sizeof *sums), *weights = memory_get(n * sizeof *weights);
    sum_subsets(of->differences, of->n, sums);
    sum_subsets(shares, of->n, weights);
    for (size_t bits = 0; bits < n; bits++)
        add_mean(out, sums[bits], weights[bits]);
    free(sums);
    free(weights);
}

/* One random byte selects a subset of eight questions, whose sums are looked up. */
static void draw_subsets(const struct shifted *of, const double *shares, uint64_t seed,
                         struct subset_means *out)
{
    struct random_source random = random_from(seed, STREAM_SUBSETS);
    const size_t n = INVERSION_SUBSETS;
    double *sums = memory_get_zeroed(n, sizeof *sums);
    double *weights = memory_get_zeroed(n, sizeof *weights);
    double all = 0, weight = 0;
    for (size_t first = 0; first < of->n; first += GROUP) {
        const size_t size = of->n - first < GROUP ? of->n - first : GROUP;
        double group_sums[1 << GROUP], group_weights[1 << GROUP];
        const uint64_t mask = ((uint64_t)1 << size) - 1;
        sum_subsets(of->differences + first, size, group_sums);
        sum_subsets(shares + first, size, group_weights);
        all += group_sums[mask];
        weight += group_weights[mask];
        for (size_t i = 0; i < n; i += 8) {
            uint64_t word = random_next(&random);
            for (size_t j = 0; j < 8; j++, word >>= GROUP) {
                sums[i + j] += group_sums[word & mask];
                weights[i + j] += group_weights[word & mask];
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        add_mean(out, sums[i], weights[i] > 1e-9 ? weights[i] : 0);
        add_mean(out, all - sums[i], weight - weights[i] > 1e-9 ? weight - weights[i] : 0);
    }
    free(sums);
    free(weights);
}

/*
 * Reorders the numbers so that the `place`-th smallest is at its place, with none greater before it and none
 * smaller after it.
 */
static double select_place(double *numbers, size_t n, size_t place)
{
    size_t low = 0, high = n - 1;
    while (low < high) {
        const double pivot = numbers[low + (high - low) / 2];
        size_t left = low, right = high;
        while (left <= right) {
            while (numbers[left] < pivot)
                left++;
            while (numbers[right] > pivot)
                right--;
            if (left > right)
                break;
            const double moved = numbers[left];
            numbers[left++] = numbers[right];
            numbers[right] = moved;
            if (right == 0)
                break;
            right--;
        }
        if (place <= right)
            high = right;
        else if (place >= left)
            low = left;
        else
            break;
    }
    return numbers[place];
}

/*
 * p was computed from other signs than these. If it is close to the level, 0 may be on the wrong side of the end.
 * Then the end is moved to the nearest mean on the right side. `side`: 1 for the lower end, -1 for the upper one.
 */
static double agree(double end, const struct subset_means *means, double side, bool is_inside)
{
    double nearest = is_inside ? 0 : INFINITY; /* distance from 0, in the direction of `side` */
    if (is_inside == (side * end <= 0))
        return end;
    for (size_t i = 0; !is_inside && i < means->n; i++) {
        if (side * means->means[i] > 0)
            nearest = fmin(nearest, side * means->means[i]);
    }
    return side * nearest;
}

static struct inverted_interval invert_randomisation(const struct shifted *of, double p,
                                                     const struct significance_plan *plan)
{
    const bool takes_all = of->n <= INVERSION_EXACT;
    const size_t n_subsets = takes_all ? (size_t)1 << of->n : 2 * INVERSION_SUBSETS;
    struct subset_means means = {.means = memory_get(n_subsets * sizeof *means.means)};
    double *shares = memory_get(of->n * sizeof *shares), sum = 0;
    for (size_t i = 0; i < of->n; i++) {
        shares[i] = share_at(of, i);
        sum += of->differences[i];
        means.rounding += 1e-9 * fabs(of->differences[i]);
    }
    if (takes_all)
        take_all_subsets(of, shares, &means);
    else
        draw_subsets(of, shares, plan->seed, &means);
    const size_t cut = (size_t)(level / 2 * (double)means.n_all), n_empty = means.n_all - means.n;
    struct inverted_interval interval = {.low = -INFINITY, .high = INFINITY};
    if (cut >= n_empty && cut - n_empty < means.n) {
        interval.low = select_place(means.means, means.n, cut - n_empty);
        interval.high = select_place(means.means, means.n, means.n - 1 - (cut - n_empty));
        if (p > level || sum > 0)
            interval.low = agree(interval.low, &means, 1, p > level);
        if (p > level || sum < 0)
            interval.high = agree(interval.high, &means, -1, p > level);
    }
    free(means.means);
    free(shares);
    return interval;
}

/* --- Student's t ---------------------------------------------------------- */

/*
 * Finds the d for which (mean of x - d w)² is t² times the variance of x - d w divided by n, where w is 1 on
 * average.
 */
static struct inverted_interval invert_student(const struct shifted *of)
{
    double mean = 0, weight = 0, squares = 0, products = 0, of_shares = 0;
    const double n = (double)of->n;
    if (of->n < 2)
        return none;
    for (size_t i = 0; i < of->n; i++) {
        mean += of->differences[i] / n;
        weight += share_at(of, i) / n;
    }
    for (size_t i = 0; i < of->n; i++) {
        const double apart = of->differences[i] - mean, heavier = share_at(of, i) - weight;
        squares += apart * apart;
        products += apart * heavier;
        of_shares += heavier * heavier;
    }
    const double t = student_quantile(level / 2, n - 1), factor = t * t / (n - 1) / n;
    const double a = weight * weight - factor * of_shares, b = mean * weight - factor * products;
    const double c = mean * mean - factor * squares;
    if (a <= 0)
        return (struct inverted_interval){.low = -INFINITY, .high = INFINITY};
    const double reach = sqrt(fmax(b * b - a * c, 0));
    return (struct inverted_interval){.low = (b - reach) / a, .high = (b + reach) / a};
}

/* --- Tests that leave out equal questions ---------------------------------- */

/* The questions that differ, each with its share. */
struct differing {
    double *differences, *shares, *shifted;
    size_t n;
    double least, most; /* difference divided by share */
};

static void differing_open(struct differing *out, const struct shifted *of)
{
    *out = (struct differing){
        .differences = memory_get(of->n * sizeof(double)),
        .shares = memory_get(of->n * sizeof(double)),
        .shifted = memory_get(of->n * sizeof(double)),
        .least = INFINITY,
        .most = -INFINITY,
    };
    for (size_t i = 0; i < of->n; i++) {
        if (of->differences[i] == 0)
            continue;
        out->differences[out->n] = of->differences[i];
        out->shares[out->n++] = share_at(of, i);
        out->least = fmin(out->least, of->differences[i] / share_at(of, i));
        out->most = fmax(out->most, of->differences[i] / share_at(of, i));
    }
}

static void differing_close(struct differing *differing)
{
    free(differing->differences);
    free(differing->shares);
    free(differing->shifted);
}

static const double *shift_by(struct differing *differing, double shift)
{
    for (size_t i = 0; i < differing->n; i++)
        differing->shifted[i] = differing->differences[i] - shift * differing->shares[i];
    return differing->shifted;
}

/* --- Wilcoxon's signed ranks ---------------------------------------------- */

static bool is_rejected(struct differing *differing, double shift)
{
    static const struct significance_plan plan = {.test = TEST_WILCOXON, .permutations = 1};
    return significance_p(shift_by(differing, shift), differing->n, &plan) <= level;
}

static bool is_too_low(struct differing *differing, double shift)
{
    return significance_rank_excess(shift_by(differing, shift), differing->n) > 0;
}

/*
 * Finds the shift that separates one for which `holds` is true from one for which it is false. The golden ratio
 * avoids simple fractions: differences often lie on those, and equal differences would change the ranks.
 */
static double part(struct differing *differing, bool (*holds)(struct differing *, double), double yes,
                   double no)
{
    static const double golden = 0.6180339887498949;
    const double least = 1e-12 * fmax(differing->most - differing->least, fabs(differing->most));
    while (fabs(yes - no) > least) {
        const double middle = no + golden * (yes - no);
        *(holds(differing, middle) ? &yes : &no) = middle;
    }
    return no;
}

static struct inverted_interval invert_wilcoxon(struct differing *differing, double p)
{
    const double room = 1 + fabs(differing->least) + fabs(differing->most);
    const double below = differing->least - room, above = differing->most + room;
    if (!is_rejected(differing, below) || !is_rejected(differing, above))
        return (struct inverted_interval){.low = -INFINITY, .high = INFINITY};
    if (p > level)
        return (struct inverted_interval){.low = part(differing, is_rejected, below, 0),
                                          .high = part(differing, is_rejected, above, 0)};
    const double middle = part(differing, is_too_low, below, above);
    return (struct inverted_interval){.low = part(differing, is_rejected, middle > 0 ? 0 : below, middle),
                                      .high = part(differing, is_rejected, middle > 0 ? above : 0, middle)};
}

/* --- The sign test -------------------------------------------------------- */

static struct inverted_interval invert_signs(struct differing *differing)
{
    static const struct significance_plan plan = {.test = TEST_SIGN, .permutations = 1};
    struct inverted_interval interval = {.low = -INFINITY, .high = INFINITY};
    double *signs = differing->shifted;
    size_t n_rejected = 0; /* how few losses make the test significant */
    for (size_t i = 0; i < differing->n; i++)
        signs[i] = 1;
    while (n_rejected < differing->n && significance_p(signs, differing->n, &plan) <= level)
        signs[n_rejected++] = -1;
    for (size_t i = 0; i < differing->n; i++)
        signs[i] = differing->differences[i] / differing->shares[i];
    qsort(signs, differing->n, sizeof *signs, compare_doubles);
    if (n_rejected > 0) {
        interval.low = signs[n_rejected - 1];
        interval.high = signs[differing->n - n_rejected];
    }
    return interval;
}

/* --- All ------------------------------------------------------------------ */

static struct inverted_interval invert_ranks_or_signs(const struct shifted *of, double p,
                                                      enum significance_test test)
{
    struct differing differing;
    struct inverted_interval interval = none;
    differing_open(&differing, of);
    if (differing.n > 0)
        interval = test == TEST_WILCOXON ? invert_wilcoxon(&differing, p) : invert_signs(&differing);
    differing_close(&differing);
    return interval;
}

struct inverted_interval inversion_make(const double *differences, const double *shares, size_t n, double p,
                                        const struct significance_plan *plan)
{
    const struct shifted of = {.differences = differences, .shares = shares, .n = n};
    if (n == 0)
        return none;
    switch (plan->test) {
    case TEST_RANDOMISATION:
        return invert_randomisation(&of, p, plan);
    case TEST_T:
        return invert_student(&of);
    case TEST_WILCOXON:
    case TEST_SIGN:
        return invert_ranks_or_signs(&of, p, plan->test);
    }
    BUG("a test that is none");
}
