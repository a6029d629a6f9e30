/* Numbers in text: every decimal must be read as strtod reads it, to the last bit. */
#include "tests/support/support.h"

#include "core/base/number.h"
#include "core/base/random.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void assert_as_strtod(const char *text)
{
    double value;
    if (!number_parse_real(bytes_of(text), &value))
        fail_msg("'%s' is refused", text);
    if (bits_of(value) != bits_of(strtod(text, NULL)))
        fail_msg("'%s' is read as %a, not %a", text, value, strtod(text, NULL));
}

static void edges_are_read_as_strtod_reads_them(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0", "-0", "+0", "0.0", "-0.000", ".5", "5.", "-.5", "+7.25", "007", "0.1", "0.3", "29.123456",
        /* 2^53 and its neighbours: up to 2^53 every whole number is a double */
        "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740994", "9007199254740995",
        "-9007199254740993", "900719925474099.3", "0.9007199254740993",
        /* 19 digits and more, with which the sum would overflow */
        "1234567890123456789", "9999999999999999999", "18446744073709551615", "18446744073709551616",
        "36893488147419103233", "0.0000000000000000001", "0.00000000000000000001", "0000000000000000000001",
        "184467440737095516.16", "1.8446744073709551617",
        /* up to the powers of ten by which division is exact, and beyond */
        "0.1234567890123456789", "1.000000000000000000000001", "0.0000000000000000000000123",
        /* the smallest and the largest numbers */
        "1e-400", "4.9e-324", "2.2250738585072011e-308", "2.2250738585072014e-308", "1.7976931348623157e308",
        "6.02e23", "1E5", "1e+5", "1e-5", "123456789e-9", "0e999"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_as_strtod(texts[i]);
}

static void text_that_is_no_finite_decimal_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",      "-",      "+",     ".",   "-.", "e5",  "1e",   "1e+", "1e5.",
                                        "1.2.3", "1,5",    "--1",   "+-1", " 1", "1 ",  "0x10", "nan", "inf",
                                        "1e999", "-1e999", "1_000", "½",   "1f", "1\n", "١"};
    double value;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (number_parse_real(bytes_of(texts[i]), &value))
            fail_msg("'%s' is read as %g", texts[i], value);
    }
}

static void a_number_ends_where_its_view_ends(void **state)
{
    (void)state;
    double value;
    assert_true(number_parse_real((struct bytes){.data = "12.345", .size = 4}, &value));
    assert_close(value, 12.3, 0);
}

static void add_digits(struct random_source *random, struct buffer *text, uint64_t most)
{
    for (uint64_t n = random_below(random, most + 1); n > 0; n--)
        buffer_add_byte(text, (char)('0' + random_below(random, 10)));
}

/* Adds a sign or none, up to 12 digits, and up to 12 after a point. One number in eight has an exponent. */
static void add_decimal(struct random_source *random, struct buffer *text)
{
    static const char *const signs[] = {"", "", "-", "+"};
    buffer_add_string(text, signs[random_below(random, 4)]);
    add_digits(random, text, 12);
    buffer_add_byte(text, (char)('0' + random_below(random, 10)));
    if (random_below(random, 4) != 0) {
        buffer_add_byte(text, '.');
        add_digits(random, text, 12);
    }
    if (random_below(random, 8) == 0)
        buffer_add_format(text, "e%d", (int)random_below(random, 640) - 340);
}

static void random_decimals_are_read_as_strtod_reads_them(void **state)
{
    (void)state;
    enum { COUNT = 2000000 };
    struct random_source random = random_from(1, 0);
    struct buffer text = {0};
    for (int i = 0; i < COUNT; i++) {
        buffer_clear(&text);
        add_decimal(&random, &text);
        if (isfinite(strtod(text.data, NULL)))
            assert_as_strtod(text.data);
    }
    buffer_release(&text);
}

/* Doubles of any size, printed with 6 to 17 digits as programs do. */
static void printed_doubles_are_read_as_strtod_reads_them(void **state)
{
    (void)state;
    enum { COUNT = 500000 };
    struct random_source random = random_from(2, 0);
    struct buffer text = {0};
    for (int i = 0; i < COUNT; i++) {
        uint64_t bits = random_next(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        buffer_clear(&text);
        buffer_add_format(&text, "%.*g", 6 + (int)random_below(&random, 12), value);
        assert_as_strtod(text.data);
    }
    buffer_release(&text);
}

static void digits_are_those_that_printf_writes(void **state)
{
    (void)state;
    static const uint64_t numbers[] = {0, 9, 10, 100000, UINT64_MAX};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct buffer text = {0}, printed = {0};
        buffer_add_format(&printed, "part %" PRIu64, numbers[i]);
        buffer_add_string(&text, "part ");
        number_add_digits(&text, numbers[i]);
        assert_string_equal(buffer_string(&text), buffer_string(&printed));
        buffer_release(&text);
        buffer_release(&printed);
    }
}

static void whole_numbers_for_people_have_commas(void **state)
{
    (void)state;
    static const struct {
        int64_t number;
        const char *text;
    } rows[] = {
        {0, "0"}, {999, "999"}, {1000, "1,000"}, {1234567, "1,234,567"}, {-123456, "-123,456"}, {-12, "-12"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buffer text = {0};
        number_add_grouped(&text, rows[i].number);
        assert_string_equal(buffer_string(&text), rows[i].text);
        buffer_release(&text);
    }
}

static void a_number_is_written_with_no_more_digits_than_it_takes(void **state)
{
    (void)state;
    static const char *const written[] = {
        "0.1",     "-0.25",  "0.3333333333333333", "0.1234567890123456", "42", "123456.5", "1e-05",
        "1.5e+20", "5e-324", "2.5e-310",           "0.30000000000000004"};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        struct buffer text = {0};
        number_add_shortest(&text, strtod(written[i], NULL));
        assert_string_equal(buffer_string(&text), written[i]);
        buffer_release(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_are_those_that_printf_writes),
        cmocka_unit_test(whole_numbers_for_people_have_commas),
        cmocka_unit_test(edges_are_read_as_strtod_reads_them),
        cmocka_unit_test(text_that_is_no_finite_decimal_is_refused),
        cmocka_unit_test(a_number_ends_where_its_view_ends),
        cmocka_unit_test(random_decimals_are_read_as_strtod_reads_them),
        cmocka_unit_test(printed_doubles_are_read_as_strtod_reads_them),
        cmocka_unit_test(a_number_is_written_with_no_more_digits_than_it_takes),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
