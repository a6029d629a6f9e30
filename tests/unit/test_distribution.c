/* Tails and quantiles, against SciPy 1.10 (norm.sf, norm.isf, t.sf, beta.cdf; quantiles of t by brentq on t.sf). */
#include "tests/support/support.h"

#include "core/base/distribution.h"

#include <math.h>

/* Requires that the values agree in the printed digits. */
static void assert_same(double actual, double expected)
{
    assert_close(actual, expected, 1e-11 * fabs(expected));
}

static void normal_tails(void **state)
{
    (void)state;
    assert_same(normal_tail(1.96), 0.024997895148220435);
    assert_same(normal_tail(-3), 0.9986501019683699);
    assert_same(normal_tail(10), 7.61985302416047e-24);
}

static void normal_quantiles(void **state)
{
    (void)state;
    assert_same(normal_quantile(0.025), 1.9599639845400545);
    assert_same(normal_quantile(0.8), -0.8416212335729143);
}

static void tails_of_student(void **state)
{
    (void)state;
    assert_same(student_tail(2, 1), 0.1475836176504332);
    assert_same(student_tail(2.5, 9), 0.016930913841492853);
    assert_same(student_tail(-1, 4), 0.8130495168499705);
    assert_same(student_tail(40, 3), 1.719034039457927e-05);
    assert_same(student_tail(0, 7), 0.5);
    assert_same(student_tail(1.5, 200.5), 0.06759369635085868);
}

static void quantiles_of_student(void **state)
{
    (void)state;
    assert_same(student_quantile(0.025, 1), 12.7062047361747);
    assert_same(student_quantile(0.025, 9), 2.262157162798205);
    assert_same(student_quantile(0.0001, 3), 22.20374227320418);
    assert_same(student_quantile(0.9, 5), -1.4758840488244804);
    assert_same(student_quantile(0.025, 6979), 1.9603039581337136);
    assert_same(student_quantile(0.025, 6979), 1.9603039581337136); /* a repeated call */
    assert_same(student_quantile(0.025, 9), 2.262157162798205);
    assert_same(student_quantile(0.9, 9), -student_quantile(0.1, 9));
}

static void incomplete_beta_functions(void **state)
{
    (void)state;
    assert_same(beta_below(0.3, 2, 5), 0.5798250000000003);
    assert_same(beta_below(0.9, 0.5, 0.5), 0.7951672353008665);
    assert_same(beta_below(0.01, 20, 0.2), 1.990043565261194e-42);
    assert_same(beta_below(0.5, 300, 310), 0.6573251825149168);
    assert_close(beta_below(0, 2, 5), 0, 0);
    assert_close(beta_below(1, 2, 5), 1, 0);
}

/* Ratios of binomial coefficients, computed in integers. */
static void hypergeometric_tails(void **state)
{
    (void)state;
    assert_close(hypergeometric_below(2, 12, 50, 120), 0.05736527891385199, 1e-13);
    assert_close(hypergeometric_below(0, 20, 100, 220), 2.475194266773814e-06, 1e-16);
    assert_close(hypergeometric_below(30, 100, 450, 900), 1.437360339782907e-05, 1e-15);
    assert_close(hypergeometric_below(5, 5, 5, 10), 1, 1e-12);
    assert_close(hypergeometric_below(3, 8, 10, 12), 0, 0); /* at least six are marked */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_tails),
        cmocka_unit_test(normal_quantiles),
        cmocka_unit_test(tails_of_student),
        cmocka_unit_test(quantiles_of_student),
        cmocka_unit_test(incomplete_beta_functions),
        cmocka_unit_test(hypergeometric_tails),
    };
    return cmocka_run_group_tests_name("distribution", tests, NULL, NULL);
}
