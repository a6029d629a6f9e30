#include "core/metric/statistics/resampling.h"

#include "core/base/bug.h"
#include "core/base/distribution.h"
#include "core/base/memory.h"
#include "core/base/random.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Draws n questions with replacement, and counts how often each was drawn. */
static void draw_questions(struct random_source *random, size_t n, uint32_t *drawn)
{
    memset(drawn, 0, n * sizeof *drawn);
    for (size_t i = 0; i < n; i++)
        drawn[random_below(random, n)]++;
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Returns the share of rounds to cut off at each end, to match Student's interval for this number of questions. */
static double tail_of(size_t n_questions)
{
    const double freedom = (double)n_questions - 1;
    return normal_tail(sqrt((double)n_questions / freedom) * student_quantile(0.025, freedom));
}

/* Uses the rounds that have a value; the same number is cut off at both ends. */
static void set_interval(struct resampled_estimate *estimate, double *values, size_t rounds, double tail)
{
    size_t n = 0;
    for (size_t i = 0; i < rounds; i++) {
        if (!isnan(values[i]))
            values[n++] = values[i];
    }
    estimate->low = estimate->high = NAN;
    if (n == 0 || isnan(estimate->value))
        return;
    qsort(values, n, sizeof *values, compare_doubles);
    const size_t cut = (size_t)(tail * (double)n);
    estimate->low = values[cut];
    estimate->high = values[n - 1 - cut];
}

void resample(resampled_values *compute, void *context, size_t n_questions, size_t n_values,
              const struct resampling *resampling, struct resampled_estimate *out)
{
    const bool has_interval = resampling != NULL && n_questions >= RESAMPLING_LEAST;
    const size_t rounds = has_interval ? resampling->rounds : 0;
    struct random_source random = random_from(has_interval ? resampling->seed : 0, 0);
    uint32_t *drawn = memory_get_zeroed(n_questions, sizeof *drawn);
    double *values = memory_get_zeroed(n_values, sizeof *values);
    double *columns = memory_get_zeroed(n_values * rounds, sizeof *columns);
    BUG_UNLESS(resampling == NULL || resampling->rounds > 0);
    for (size_t q = 0; q < n_questions; q++)
        drawn[q] = 1;
    compute(context, drawn, values);
    for (size_t v = 0; v < n_values; v++)
        out[v].value = values[v];
    for (size_t round = 0; has_interval && round < rounds; round++) {
        draw_questions(&random, n_questions, drawn);
        compute(context, drawn, values);
        for (size_t v = 0; v < n_values; v++)
            columns[v * rounds + round] = values[v];
    }
    for (size_t v = 0; v < n_values; v++)
        set_interval(&out[v], columns + v * rounds, rounds, has_interval ? tail_of(n_questions) : 0);
    free(drawn);
    free(values);
    free(columns);
}
