/*
 * The bootstrap is a product of matrices: how often each question was drawn, resample by resample, times its values.
 * BATCH resamples are one task of a thread, with a random stream of its own. The questions are gone through in blocks,
 * so that what is multiplied stays in the nearest caches, QUARTET resamples by a panel of columns at a time, so that the
 * sums stay in registers. Columns are padded with zeros to whole panels. A lane of a register is a column: however many
 * lanes a processor has, each column is summed in the order of the questions, to the same last bit.
 */
#include "core/metric/estimate.h"

#include "core/base/bug.h"
#include "core/base/distribution.h"
#include "core/base/look.h"
#include "core/base/memory.h"
#include "core/base/random.h"
#include "core/metric/bounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const interval_names[] = {
    [INTERVAL_BOOTSTRAP] = "bootstrap",
    [INTERVAL_STUDENT] = "student",
};

const struct words interval_words = WORDS_OF(interval_names);

/* --- Moments -------------------------------------------------------------- */

static double mean_of(const double *column, size_t n, size_t stride)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += column[i * stride];
    return n > 0 ? sum / (double)n : 0;
}

static double deviation_of(const double *column, size_t n, size_t stride, double mean)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (column[i * stride] - mean) * (column[i * stride] - mean);
    /* Equal values have a mean that may differ from them by rounding. */
    double deviation = n > 1 ? sqrt(sum / (double)(n - 1)) : NAN;
    return deviation <= 1e-12 * fabs(mean) ? 0 : deviation;
}

/* There is no interval yet. */
static struct estimate estimate_of_moments(size_t n, double mean, double deviation)
{
    return (struct estimate){
        .n = n,
        .mean = mean,
        .deviation = deviation,
        .standard_error = deviation / sqrt((double)n),
        .low = NAN,
        .high = NAN,
        .effect = deviation == 0 && mean == 0 ? 0 : mean / deviation,
    };
}

static void set_moments(struct estimate *out, const double *column, size_t n, size_t stride)
{
    double mean = mean_of(column, n, stride);
    *out = estimate_of_moments(n, mean, deviation_of(column, n, stride, mean));
}

struct estimate estimate_moments(const double *values, size_t n, size_t stride)
{
    struct estimate estimate;
    set_moments(&estimate, values, n, stride);
    return estimate;
}

/* --- Intervals in closed form --------------------------------------------- */

static double outside_of(const struct estimate_plan *plan)
{
    return (1 - plan->confidence) / 2;
}

static void set_student(struct estimate *out, const struct estimate_plan *plan)
{
    double reach = student_quantile(outside_of(plan), (double)(out->n - 1)) * out->standard_error;
    out->low = out->mean - reach;
    out->high = out->mean + reach;
}

static bool are_counts(const double *column, size_t n, size_t stride)
{
    size_t i = 0;
    while (i < n && (column[i * stride] == 0 || column[i * stride] == 1))
        i++;
    return i == n;
}

static void set_wilson(struct estimate *out, const struct estimate_plan *plan)
{
    double n = (double)out->n;
    double z = normal_quantile(outside_of(plan));
    double middle = (out->mean + z * z / (2 * n)) / (1 + z * z / n);
    double reach = z / (1 + z * z / n) * sqrt(out->mean * (1 - out->mean) / n + z * z / (4 * n * n));
    out->low = out->mean == 0 ? 0 : middle - reach;
    out->high = out->mean == 1 ? 1 : middle + reach;
}

/* Whether all are -1, 0 or 1, and some not 0; how many are gains, and how many losses. */
static bool are_steps(const double *column, size_t n, size_t stride, double *gains, double *losses)
{
    *gains = *losses = 0;
    for (size_t i = 0; i < n; i++) {
        const double value = column[i * stride];
        if (value != 0 && fabs(value) != 1)
            return false;
        *gains += value == 1;
        *losses += value == -1;
    }
    return *gains + *losses > 0;
}

/* The variance of a question's difference, by the likeliest shares of gains and losses whose difference is `mean`. */
static double tango_variance(double gains, double losses, double n, double mean)
{
    const double a = 2 * n;
    const double b = (2 * n - gains + losses) * mean - gains - losses;
    const double c = -losses * mean * (1 - mean);
    const double lost = (sqrt(fmax(b * b - 4 * a * c, 0)) - b) / (2 * a);
    return fmax(2 * lost + mean * (1 - mean), 0);
}

/* Between what was found and the end of what can be: the mean that lies z standard errors away. */
static double tango_limit(double gains, double losses, double n, double z, double end)
{
    const double found = (gains - losses) / n;
    double near = found;
    double far = end;
    for (int step = 0; step < 60; step++) {
        const double middle = (near + far) / 2;
        const double reach = z * sqrt(tango_variance(gains, losses, n, middle) / n);
        *(fabs(found - middle) < reach ? &near : &far) = middle;
    }
    return (near + far) / 2;
}

static void set_tango(struct estimate *out, double gains, double losses, const struct estimate_plan *plan)
{
    const double z = normal_quantile(outside_of(plan));
    out->low = tango_limit(gains, losses, (double)out->n, z, -1);
    out->high = tango_limit(gains, losses, (double)out->n, z, 1);
}

/* --- The bootstrap -------------------------------------------------------- */

enum {
    PANEL = 4,   /* columns that are summed at once */
    QUARTET = 4, /* resamples that are */
    BATCH = 16,  /* resamples of a task */
    BLOCK = 256, /* questions whose values and counts are in the nearest cache together */
};

/* Of a question the values, or of a resample the sums, of a panel's columns. Wherever a double may lie, one may. */
typedef double lanes __attribute__((vector_size(PANEL * sizeof(double)), aligned(sizeof(double))));

/* How often a question was drawn in each resample of a quartet. */
struct counts {
    double of[QUARTET];
};

struct bootstrap {
    const struct estimate_plan *plan;
    size_t n;
    size_t n_panels;
    lanes *values; /* panel after panel, those of n questions */
    double *means; /* column after column, one of each resample */
    size_t n_batches;
};

static void draw_one(struct random_source *random, uint16_t *drawn, uint64_t n)
{
    memset(drawn, 0, n * sizeof *drawn);
    for (size_t i = 0; i + 1 < n; i += 2) {
        /* Two of 32 bits from a word, scaled: uniform up to n / 2^32, and much faster than dividing. */
        uint64_t word = random_next(random);
        drawn[(word >> 32) * n >> 32]++;
        drawn[(word & UINT32_MAX) * n >> 32]++;
    }
    if (n % 2 == 1)
        drawn[(random_next(random) >> 32) * n >> 32]++;
}

static void draw_batch(const struct bootstrap *bootstrap, size_t batch, struct counts *counts)
{
    struct random_source random = random_from(bootstrap->plan->seed, 1 + batch);
    uint16_t *drawn = memory_get(bootstrap->n * sizeof *drawn);
    for (size_t resample = 0; resample < BATCH; resample++) {
        struct counts *quartet = counts + resample / QUARTET * bootstrap->n;
        draw_one(&random, drawn, bootstrap->n);
        for (size_t i = 0; i < bootstrap->n; i++)
            quartet[i].of[resample % QUARTET] = drawn[i];
    }
    free(drawn);
}

LOOK_INLINE void add_products(const struct counts *counts, const lanes *values, size_t n, lanes sums[QUARTET])
{
    lanes a = sums[0];
    lanes b = sums[1];
    lanes c = sums[2];
    lanes d = sums[3];
    for (size_t i = 0; i < n; i++) {
        a += counts[i].of[0] * values[i];
        b += counts[i].of[1] * values[i];
        c += counts[i].of[2] * values[i];
        d += counts[i].of[3] * values[i];
    }
    sums[0] = a;
    sums[1] = b;
    sums[2] = c;
    sums[3] = d;
}

LOOK_INLINE void sum_batch(const struct bootstrap *bootstrap, const struct counts *counts, lanes *sums)
{
    size_t n = bootstrap->n;
    for (size_t from = 0; from < n; from += BLOCK) {
        size_t size = n - from < BLOCK ? n - from : BLOCK;
        for (size_t panel = 0; panel < bootstrap->n_panels; panel++) {
            for (size_t quartet = 0; quartet < BATCH / QUARTET; quartet++)
                add_products(counts + quartet * n + from, bootstrap->values + panel * n + from, size,
                             sums + panel * BATCH + quartet * QUARTET);
        }
    }
}

static void sum_batch_plain(const struct bootstrap *bootstrap, const struct counts *counts, lanes *sums)
{
    sum_batch(bootstrap, counts, sums);
}

#ifdef __x86_64__
LOOK_AVX2 static void sum_batch_avx2(const struct bootstrap *bootstrap, const struct counts *counts,
                                     lanes *sums)
{
    sum_batch(bootstrap, counts, sums);
}
#endif

static void (*const sum_batches[LOOKS_KINDS])(const struct bootstrap *, const struct counts *, lanes *) = {
    [LOOKS_PLAIN] = sum_batch_plain,
#ifdef __x86_64__
    [LOOKS_SSE2] = sum_batch_plain,
    [LOOKS_AVX2] = sum_batch_avx2,
#endif
};

static void keep_means(const struct bootstrap *bootstrap, size_t batch, lanes *sums)
{
    size_t n_resamples = bootstrap->n_batches * BATCH;
    for (size_t column = 0; column < bootstrap->n_panels * PANEL; column++) {
        double *means = bootstrap->means + column * n_resamples + batch * BATCH;
        for (size_t i = 0; i < BATCH; i++)
            means[i] = sums[column / PANEL * BATCH + i][column % PANEL] / (double)bootstrap->n;
    }
}

static void resample_batch(void *context, size_t batch)
{
    const struct bootstrap *bootstrap = context;
    struct counts *counts = memory_get(bootstrap->n * BATCH / QUARTET * sizeof *counts);
    lanes *sums = memory_get_zeroed(bootstrap->n_panels * BATCH, sizeof *sums);
    draw_batch(bootstrap, batch, counts);
    sum_batches[looks_best()](bootstrap, counts, sums);
    keep_means(bootstrap, batch, sums);
    free(sums);
    free(counts);
}

static void open_bootstrap(struct bootstrap *out, const double *values, size_t n, size_t n_columns,
                           const struct estimate_plan *plan)
{
    BUG_UNLESS(n < UINT32_MAX && plan->resamples > 0);
    size_t n_panels = (n_columns + PANEL - 1) / PANEL;
    size_t n_batches = (plan->resamples + BATCH - 1) / BATCH;
    *out = (struct bootstrap){
        .plan = plan,
        .n = n,
        .n_panels = n_panels,
        .values = memory_get_zeroed(n_panels * n, sizeof *out->values),
        .means = memory_get(n_panels * PANEL * n_batches * BATCH * sizeof(double)),
        .n_batches = n_batches,
    };
    for (size_t i = 0; i < n; i++) {
        for (size_t column = 0; column < n_columns; column++)
            out->values[column / PANEL * n + i][column % PANEL] = values[i * n_columns + column];
    }
}

static void close_bootstrap(struct bootstrap *bootstrap)
{
    free(bootstrap->values);
    free(bootstrap->means);
}

static int compare_doubles(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left > right) - (left < right);
}

/* The share of resamples that is cut off at either end: what Student's interval of as many questions would leave out. */
static double expanded_tail(const struct estimate_plan *plan, size_t n)
{
    double freedom = (double)(n - 1);
    return normal_tail(sqrt((double)n / freedom) * student_quantile(outside_of(plan), freedom));
}

struct percentiles {
    const struct bootstrap *bootstrap;
    struct estimate *out;
    size_t cut; /* resamples below the interval, and as many above */
};

static void set_percentiles(void *context, size_t column)
{
    const struct percentiles *percentiles = context;
    const struct bootstrap *bootstrap = percentiles->bootstrap;
    size_t n_resamples = bootstrap->plan->resamples;
    double *means = bootstrap->means + column * bootstrap->n_batches * BATCH;
    qsort(means, n_resamples, sizeof *means, compare_doubles);
    percentiles->out[column].low = means[percentiles->cut];
    percentiles->out[column].high = means[n_resamples - 1 - percentiles->cut];
}

static bool set_bootstrap(struct estimate *out, const double *values, size_t n, size_t n_columns,
                          const struct estimate_plan *plan)
{
    struct bootstrap bootstrap;
    open_bootstrap(&bootstrap, values, n, n_columns, plan);
    struct percentiles percentiles = {
        .bootstrap = &bootstrap,
        .out = out,
        .cut = (size_t)(expanded_tail(plan, n) * (double)plan->resamples),
    };
    bool done = workforce_do(&plan->workforce, bootstrap.n_batches, resample_batch, &bootstrap) &&
                workforce_do(&plan->workforce, n_columns, set_percentiles, &percentiles);
    close_bootstrap(&bootstrap);
    return done;
}

/* --- All ------------------------------------------------------------------ */

/* That of values which are neither counts nor steps. */
static bool set_interval(struct estimate *out, const double *values, size_t n, size_t n_columns,
                         const struct estimate_plan *plan)
{
    for (size_t column = 0; column < n_columns; column++)
        set_moments(&out[column], values + column, n, n_columns);
    if (plan->interval == INTERVAL_BOOTSTRAP && n >= ESTIMATE_FEW)
        return set_bootstrap(out, values, n, n_columns, plan);
    for (size_t column = 0; n > 1 && column < n_columns; column++)
        set_student(&out[column], plan);
    return true;
}

bool estimate_differences(struct estimate *out, const double *values, size_t n, size_t n_columns,
                          const struct estimate_plan *plan)
{
    if (!set_interval(out, values, n, n_columns, plan))
        return false;
    double gains, losses;
    for (size_t column = 0; n > 1 && column < n_columns; column++) {
        if (are_steps(values + column, n, n_columns, &gains, &losses))
            set_tango(&out[column], gains, losses, plan);
    }
    return true;
}

bool estimate_means(struct estimate *out, const double *values, size_t n, size_t n_columns,
                    const struct estimate_plan *plan)
{
    if (!set_interval(out, values, n, n_columns, plan))
        return false;
    for (size_t column = 0; n > 1 && column < n_columns; column++) {
        if (are_counts(values + column, n, n_columns))
            set_wilson(&out[column], plan);
    }
    return true;
}

/* --- By bounds ------------------------------------------------------------ */

/* What was seen, where the measure has no ends. */
static void set_seen_ends(struct bounded_values *of, bool are_differences)
{
    of->least = of->most = 0;
    for (size_t i = 0; i < of->n; i++) {
        of->least = fmin(of->least, of->values[i * of->stride]);
        of->most = fmax(of->most, of->values[i * of->stride]);
    }
    if (are_differences) {
        of->most = fmax(of->most, -of->least);
        of->least = -of->most;
    }
}

/* A value of share w is linearised as mean + w (value - mean), or lies further in. */
static void set_ends(struct bounded_values *of, double mean, const struct estimate_kind *kind)
{
    of->least = mean + kind->heaviest * ((kind->are_differences ? -1 : 0) - mean);
    of->most = mean + kind->heaviest * (1 - mean);
}

struct estimate estimate_make(const double *values, size_t n, size_t stride, const struct estimate_kind *kind)
{
    const double tail = (1 - kind->confidence) / 2;
    struct estimate estimate;
    struct bounded_values of = {.values = values, .n = n, .stride = stride, .times = kind->times};
    set_moments(&estimate, values, n, stride);
    if (n < 2)
        return estimate;
    if (kind->is_bounded)
        set_ends(&of, estimate.mean, kind);
    else
        set_seen_ends(&of, kind->are_differences);
    if (of.least == of.most)
        return estimate;
    estimate.low = bound_below(&of, tail);
    estimate.high = bound_above(&of, tail);
    if (kind->is_bounded)
        estimate_clip(&estimate, kind->are_differences ? -1 : 0, 1);
    return estimate;
}

void estimate_linearise(double *values, const double *shares, size_t n, size_t n_columns, size_t width)
{
    for (size_t column = 0; shares != NULL && column < n_columns; column++) {
        const double mean = mean_of(values + column, n, width);
        for (size_t i = 0; i < n; i++)
            values[i * width + column] += mean * (1 - shares[i]);
    }
}

/* Nothing is waited for that could be told to stop. */
static const struct estimate_plan plan_at_once = {.interval = INTERVAL_STUDENT, .confidence = 0.95};

struct estimate estimate_mean_at_once(const double *values, size_t n)
{
    struct estimate estimate;
    bool done = estimate_means(&estimate, values, n, 1, &plan_at_once);
    BUG_UNLESS(done);
    return estimate;
}

struct estimate estimate_difference_at_once(const double *values, size_t n)
{
    struct estimate estimate;
    bool done = estimate_differences(&estimate, values, n, 1, &plan_at_once);
    BUG_UNLESS(done);
    return estimate;
}

struct estimate estimate_mean_by_sums(size_t n, double sum, double squares)
{
    const double mean = sum / (double)n;
    const double spread = squares - sum * mean;
    const double rounding = 1e-9 * squares;
    const double deviation = n > 1 ? sqrt(spread > rounding ? spread / (double)(n - 1) : 0) : NAN;
    struct estimate estimate = estimate_of_moments(n, mean, deviation);
    /* Of values from 0 to 1 the squares are less, but where they are all 0 or 1. */
    if (n > 1 && fabs(sum - squares) <= 1e-9 * (double)n)
        set_wilson(&estimate, &plan_at_once);
    else if (n > 1)
        set_student(&estimate, &plan_at_once);
    return estimate;
}

void estimate_clip(struct estimate *estimate, double least, double most)
{
    if (isnan(estimate->low))
        return;
    estimate->low = fmax(estimate->low, least);
    estimate->high = fmin(estimate->high, most);
}
