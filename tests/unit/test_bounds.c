/*
 * Bounds of means. They are compared with Clopper & Pearson's, and with random draws of the mean whose quantile they
 * are. Their error rate is computed exactly, by adding up the probabilities of all samples of three values.
 */
#include "tests/support/support.h"

#include "core/base/distribution.h"
#include "core/base/random.h"
#include "core/metric/statistics/bounds.h"

#include <math.h>
#include <string.h>

static const double tail = 0.025;

enum { N_MOST = 60 };

static double below(const double *values, size_t n, double least)
{
    return bound_below(&(struct bounded_values){values, n, 1, least, 1, 1}, tail);
}

static double above(const double *values, size_t n, double least)
{
    return bound_above(&(struct bounded_values){values, n, 1, least, 1, 1}, tail);
}

/* --- Against other methods ------------------------------------------------ */

/* For k successes, Clopper & Pearson's bound is the `tail` quantile of a beta distribution with parameters k and n - k
 * + 1. */
static void for_counts_the_bound_is_that_of_clopper_and_pearson(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 5, 10, 25, 50};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const size_t n = sizes[s];
        double counts[N_MOST] = {0};
        for (size_t k = 1; k <= n; k++) {
            counts[k - 1] = 1;
            const double found = beta_below(below(counts, n, 0), (double)k, (double)(n - k + 1));
            if (found < 0.0237 || found > 0.02503)
                fail_msg("%zu of %zu: %.5f", k, n, found);
        }
    }
}

static void the_upper_bound_mirrors_the_lower_bound(void **state)
{
    (void)state;
    static const double values[] = {0.1, 0.7, -0.3, 0, 0.2}, mirrored[] = {-0.1, -0.7, 0.3, 0, -0.2};
    assert_close(above(values, 5, -1), -below(mirrored, 5, -1), 1e-9);
}

/* Draws the random mean whose quantile the bound should be. */
static void assert_quantile(const double *values, size_t n, double least)
{
    enum { DRAWS = 40000 };
    struct random_source random = random_from(1, n);
    const double bound = below(values, n, least);
    size_t count = 0;
    for (size_t draw = 0; draw < DRAWS; draw++) {
        double weights = -log(1 - random_uniform(&random)), sum = weights * least;
        for (size_t i = 0; i < n; i++) {
            const double weight = -log(1 - random_uniform(&random));
            weights += weight;
            sum += weight * values[i];
        }
        count += sum / weights < bound;
    }
    /* Three standard errors of DRAWS draws are 0.0023. */
    if (fabs((double)count / DRAWS - tail) > 0.003)
        fail_msg("n = %zu: %.4f", n, (double)count / DRAWS);
}

static void the_bound_is_the_stated_quantile(void **state)
{
    (void)state;
    static const double few[] = {0.3, -0.2, 0.05}, ties[] = {0, 0, 0, 0, 0, 0, 0, 0, -0.5, 0.25},
                        gains[] = {0.31, 0.62, 0.93, 0.24, 0.55, 0.86, 0.17};
    assert_quantile(few, 3, -1);
    assert_quantile(ties, 10, -1);
    assert_quantile(gains, 7, 0);
}

/* (1 - 0.02)^n is 0.025 at n = 182.6. */
static void about_183_questions_without_a_loss_show_a_loss_below_two_percent(void **state)
{
    (void)state;
    static const double none = 0;
    const struct bounded_values fewer = {&none, 1, 1, -1, 1, 180}, more = {&none, 1, 1, -1, 1, 184};
    assert_true(bound_below(&fewer, tail) < -0.02);
    assert_true(bound_below(&more, tail) > -0.02);
}

static void the_times_factor_equals_repeating_each_value(void **state)
{
    (void)state;
    static const double once[] = {0.2, -0.1, 0.4};
    double often[30];
    for (size_t i = 0; i < 30; i++)
        often[i] = once[i % 3];
    assert_close(bound_below(&(struct bounded_values){once, 3, 1, -1, 1, 10}, tail), below(often, 30, -1),
                 1e-9);
}

/* Rounding must not end the search early. The exact bound of n successes out of n is 0.025^(1/n). */
static void the_bound_is_exact_for_thousands_of_values(void **state)
{
    (void)state;
    enum { MANY = 7000 };
    static double ones[MANY];
    for (size_t i = 0; i < MANY; i++)
        ones[i] = 1;
    for (size_t n = 1000; n <= MANY; n += 1000) {
        const double missing = 1 - below(ones, n, 0), exact = 1 - exp(log(tail) / (double)n);
        if (missing < exact || missing > 1.02 * exact)
            fail_msg("n = %zu: %.7f beside %.7f", n, missing, exact);
    }
}

static void if_all_values_are_the_worst_so_is_the_lower_bound(void **state)
{
    (void)state;
    static const double worst[] = {-1, -1, -1};
    assert_close(below(worst, 3, -1), -1, 0);
    assert_close(above(worst, 3, -1), 1 - 2 * exp(log(tail) / 3), 0.01);
}

/* --- How often it is wrong ------------------------------------------------- */

/* A population with three values: a loss, zero and a gain. */
struct population {
    double loss, gain;
    double lost, gained; /* the share of each */
};

/* The bound of each sample, by the number of losses and the number of gains. */
struct samples {
    size_t n;
    double bounds[N_MOST + 1][N_MOST + 1];
};

static void bound_samples(struct samples *out, size_t n, const struct population *of)
{
    out->n = n;
    for (size_t lost = 0; lost <= n; lost++) {
        for (size_t gained = 0; lost + gained <= n; gained++) {
            double values[N_MOST] = {0};
            for (size_t i = 0; i < lost + gained; i++)
                values[i] = i < lost ? -of->loss : of->gain;
            out->bounds[lost][gained] = below(values, n, -1);
        }
    }
}

static double chance(size_t n, size_t lost, size_t gained, const struct population *of)
{
    const size_t rest = n - lost - gained;
    const double ways = lgamma((double)n + 1) - lgamma((double)lost + 1) - lgamma((double)gained + 1) -
                        lgamma((double)rest + 1);
    return exp(ways) * pow(of->lost, (double)lost) * pow(of->gained, (double)gained) *
           pow(fmax(1 - of->lost - of->gained, 0), (double)rest);
}

/* Returns the probability of a sample whose bound is above the true mean. */
static double chance_of_error(const struct samples *samples, const struct population *of)
{
    const double mean = of->gained * of->gain - of->lost * of->loss;
    double error = 0;
    for (size_t lost = 0; lost <= samples->n; lost++) {
        for (size_t gained = 0; lost + gained <= samples->n; gained++) {
            if (samples->bounds[lost][gained] >= mean - 1e-9)
                error += chance(samples->n, lost, gained, of);
        }
    }
    return error;
}

static void assert_seldom_wrong(size_t n, double loss, double gain)
{
    static struct samples samples;
    struct population of = {.loss = loss, .gain = gain};
    bound_samples(&samples, n, &of);
    for (of.lost = 0.01; of.lost <= 1; of.lost += of.lost < 0.1 ? 0.01 : 0.05) {
        for (of.gained = 0; of.lost + of.gained <= 1; of.gained += 0.1) {
            const double error = chance_of_error(&samples, &of);
            if (error > tail)
                fail_msg("n = %zu, -%g in %g, %g in %g: %.4f", n, loss, of.lost, gain, of.gained, error);
        }
    }
}

/* Nothing is drawn at random: the test goes through all samples. */
static void the_bound_is_wrong_at_most_once_in_forty_samples(void **state)
{
    (void)state;
    static const size_t sizes[] = {2, 5, 10, 25};
    static const double sizes_of_losses[] = {1, 0.3}, sizes_of_gains[] = {1, 0.1, 0.01};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (size_t l = 0; l < 2; l++) {
            for (size_t g = 0; g < 3; g++)
                assert_seldom_wrong(sizes[s], sizes_of_losses[l], sizes_of_gains[g]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(for_counts_the_bound_is_that_of_clopper_and_pearson),
        cmocka_unit_test(the_upper_bound_mirrors_the_lower_bound),
        cmocka_unit_test(the_bound_is_the_stated_quantile),
        cmocka_unit_test(about_183_questions_without_a_loss_show_a_loss_below_two_percent),
        cmocka_unit_test(the_times_factor_equals_repeating_each_value),
        cmocka_unit_test(the_bound_is_exact_for_thousands_of_values),
        cmocka_unit_test(if_all_values_are_the_worst_so_is_the_lower_bound),
        cmocka_unit_test(the_bound_is_wrong_at_most_once_in_forty_samples),
    };
    return cmocka_run_group_tests_name("bounds", tests, NULL, NULL);
}
