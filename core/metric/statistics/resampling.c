#include "core/metric/statistics/resampling.h"

#include "core/base/bug.h"
#include "core/base/distribution.h"
#include "core/base/memory.h"
#include "core/base/random.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void count_kinds(const struct resampled_questions *questions, uint32_t *n_of_kind)
{
    memset(n_of_kind, 0, questions->n_kinds * sizeof *n_of_kind);
    for (size_t q = 0; q < questions->n; q++)
        n_of_kind[questions->kinds != NULL ? questions->kinds[q] : q]++;
}

/* Draws as many questions as there are, with replacement, and counts how often each kind was drawn. */
static void draw_questions(struct random_source *random, const struct resampled_questions *questions,
                           uint32_t *drawn)
{
    memset(drawn, 0, questions->n_kinds * sizeof *drawn);
    for (size_t i = 0; i < questions->n; i++) {
        const size_t q = random_below(random, questions->n);
        drawn[questions->kinds != NULL ? questions->kinds[q] : q]++;
    }
}

/* The same, in proportion to the kinds: of the draws that are left, how many are of the next kind? */
static void draw_kinds(struct random_source *random, const struct resampled_questions *questions,
                       const uint32_t *n_of_kind, uint32_t *drawn)
{
    uint64_t draws = questions->n, left = questions->n;
    for (size_t kind = 0; kind < questions->n_kinds; kind++) {
        drawn[kind] = (uint32_t)random_binomial(random, draws, (double)n_of_kind[kind] / (double)left);
        draws -= drawn[kind];
        left -= n_of_kind[kind];
    }
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

void resample(resampled_values *compute, void *context, const struct resampled_questions *questions,
              size_t n_values, const struct resampling *resampling, struct resampled_estimate *out)
{
    enum { DRAWS_OF_A_KIND = 16 }; /* the question draws that take about as long as the draw of a kind */
    const bool has_interval = resampling != NULL && questions->n >= RESAMPLING_LEAST;
    const bool has_few_kinds = questions->n_kinds < questions->n / DRAWS_OF_A_KIND;
    const size_t rounds = has_interval ? resampling->rounds : 0;
    struct random_source random = random_from(has_interval ? resampling->seed : 0, 0);
    uint32_t *n_of_kind = memory_get_zeroed(questions->n_kinds, sizeof *n_of_kind);
    uint32_t *drawn = memory_get_zeroed(questions->n_kinds, sizeof *drawn);
    double *values = memory_get_zeroed(n_values, sizeof *values);
    double *columns = memory_get_zeroed(n_values * rounds, sizeof *columns);
    BUG_UNLESS(resampling == NULL || resampling->rounds > 0);
    count_kinds(questions, n_of_kind);
    compute(context, n_of_kind, values);
    for (size_t v = 0; v < n_values; v++)
        out[v].value = values[v];
    for (size_t round = 0; round < rounds; round++) {
        if (has_few_kinds)
            draw_kinds(&random, questions, n_of_kind, drawn);
        else
            draw_questions(&random, questions, drawn);
        compute(context, drawn, values);
        for (size_t v = 0; v < n_values; v++)
            columns[v * rounds + round] = values[v];
    }
    for (size_t v = 0; v < n_values; v++)
        set_interval(&out[v], columns + v * rounds, rounds, has_interval ? tail_of(questions->n) : 0);
    free(n_of_kind);
    free(drawn);
    free(values);
    free(columns);
}
