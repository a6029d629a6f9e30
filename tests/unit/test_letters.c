/* The compact letter display: two runs share a letter if and only if they do not differ significantly. */
#include "tests/support/support.h"

#include "core/metric/statistics/letters.h"

#include <math.h>

enum { RUNS = 5 };

/* Makes p values that fall with the distance of the means. Runs differ if their means are more than `reach` apart. */
static void make_p(const double *means, size_t n, double reach, double *p)
{
    for (size_t i = 0; i < n * n; i++)
        p[i] = fmin(1, 0.05 * reach / fmax(fabs(means[i / n] - means[i % n]), 1e-9));
}

static void expect_letters(const double *means, size_t n, double reach, const char *const *expected)
{
    double p[RUNS * RUNS];
    struct letters letters[RUNS];
    make_p(means, n, reach, p);
    letters_assign(means, p, n, 0.05, letters);
    for (size_t run = 0; run < n; run++) {
        struct buffer text = {0};
        letters_add(letters[run], &text);
        buffer_add_byte(&text, '\0');
        assert_string_equal(text.data, expected[run]);
        buffer_release(&text);
    }
}

static void runs_that_all_differ_share_no_letter(void **state)
{
    (void)state;
    expect_letters((double[]){9, 6, 3}, 3, 2, (const char *[]){"a", "b", "c"});
}

static void runs_that_do_not_differ_share_a_letter(void **state)
{
    (void)state;
    expect_letters((double[]){9, 8, 7}, 3, 2.5, (const char *[]){"a", "a", "a"});
    expect_letters((double[]){5, 5}, 2, 1, (const char *[]){"a", "a"});
    expect_letters((double[]){5}, 1, 1, (const char *[]){"a"});
}

/* "Not different" is not transitive: the middle run is like both others, but these differ. */
static void a_run_between_two_that_differ_has_the_letters_of_both(void **state)
{
    (void)state;
    expect_letters((double[]){9, 8, 7}, 3, 1.5, (const char *[]){"a", "ab", "b"});
}

/* The runs with 6 and 5 are both within reach of the second run: a letter c for them would add nothing to b. */
static void a_redundant_letter_is_left_out(void **state)
{
    (void)state;
    expect_letters((double[]){9, 7, 6, 5, 1}, 5, 2.5, (const char *[]){"a", "ab", "b", "b", "c"});
}

static void the_best_run_gets_the_letter_a_at_any_position(void **state)
{
    (void)state;
    expect_letters((double[]){3, 9, 6}, 3, 2, (const char *[]){"c", "a", "b"});
}

static double distance_of(size_t a, size_t b)
{
    return fabs((double)(a * a) - (double)(b * b));
}

/* The largest number of runs, with growing distances. Each pair is checked by the letters that it shares. */
static void the_letters_are_right_for_each_pair_of_many_runs(void **state)
{
    (void)state;
    double means[LETTERS_RUNS_MAX];
    double p[LETTERS_RUNS_MAX * LETTERS_RUNS_MAX];
    struct letters letters[LETTERS_RUNS_MAX];
    for (size_t i = 0; i < LETTERS_RUNS_MAX; i++)
        means[i] = (double)(i * i);
    make_p(means, LETTERS_RUNS_MAX, 60.5, p);
    letters_assign(means, p, LETTERS_RUNS_MAX, 0.05, letters);
    for (size_t i = 0; i < LETTERS_RUNS_MAX; i++) {
        for (size_t j = 0; j < LETTERS_RUNS_MAX; j++) {
            bool shared = letters[i].first <= letters[j].last && letters[j].first <= letters[i].last;
            assert_int_equal(shared, distance_of(i, j) < 60.5);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_that_all_differ_share_no_letter),
        cmocka_unit_test(runs_that_do_not_differ_share_a_letter),
        cmocka_unit_test(a_run_between_two_that_differ_has_the_letters_of_both),
        cmocka_unit_test(a_redundant_letter_is_left_out),
        cmocka_unit_test(the_best_run_gets_the_letter_a_at_any_position),
        cmocka_unit_test(the_letters_are_right_for_each_pair_of_many_runs),
    };
    return cmocka_run_group_tests_name("letters", tests, NULL, NULL);
}
