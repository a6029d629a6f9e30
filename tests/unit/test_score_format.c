/* The number of digits of a score: only as many as are meaningful, given chance. */
#include "tests/support/support.h"

#include "core/metric/measures/measure_name.h"
#include "tui/widget/score_format.h"

static struct measure measure_named(const char *name)
{
    struct measure_list list = {0};
    struct err err;
    assert_true(measure_list_parse(bytes_of(name), &list, &err));
    struct measure measure = list.items[0];
    measure_list_release(&list);
    return measure;
}

static void assert_mean(const char *name, double mean, size_t questions, const char *expected)
{
    struct measure measure = measure_named(name);
    struct buffer text = {0};
    score_add_mean(&measure, mean, questions, &text);
    assert_string_equal(buffer_string(&text), expected);
    buffer_release(&text);
}

static void assert_difference(double difference, size_t questions, const char *expected)
{
    struct measure measure = measure_named("nDCG@10");
    struct buffer text = {0};
    score_add_mean_difference(&measure, difference, questions, &text);
    assert_string_equal(buffer_string(&text), expected);
    buffer_release(&text);
}

static void a_mean_has_the_digits_that_its_questions_give_it(void **state)
{
    (void)state;
    assert_mean("nDCG@10", 0.56578, 1, "0.57");
    assert_mean("nDCG@10", 0.56578, 99, "0.57");
    assert_mean("nDCG@10", 0.56578, 100, "0.566");
    assert_mean("nDCG@10", 0.56578, 9999, "0.566");
    assert_mean("nDCG@10", 0.56578, 10000, "0.5658");
    assert_mean("NumRelRet", 11, 5, "11");
}

static void a_difference_has_one_more_digit_than_a_mean(void **state)
{
    (void)state;
    assert_difference(0.02864, 5, "+0.029 ▲");
    assert_difference(-0.02864, 500, "-0.0286 ▼");
    assert_difference(0.02864, 50000, "+0.0286 ▲");
    assert_difference(0.00001, 50, "+0.000 =");
}

static void an_interval_has_the_digits_of_its_mean(void **state)
{
    (void)state;
    const struct estimate estimate = {.low = 0.12345, .high = 0.98765};
    struct buffer text = {0};
    score_add_interval(&estimate, score_mean_digits(50), &text);
    assert_string_equal(buffer_string(&text), "0.12 to 0.99");
    buffer_clear(&text);
    score_add_interval(&estimate, score_difference_digits(500), &text);
    assert_string_equal(buffer_string(&text), "0.1235 to 0.9877");
    buffer_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mean_has_the_digits_that_its_questions_give_it),
        cmocka_unit_test(a_difference_has_one_more_digit_than_a_mean),
        cmocka_unit_test(an_interval_has_the_digits_of_its_mean),
    };
    return cmocka_run_group_tests_name("score format", tests, NULL, NULL);
}
