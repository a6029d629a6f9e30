/*
 * Real numbers are read in two steps. The first step checks the text by assay's own grammar and collects the
 * digits. The second step computes the value. A number of up to 19 digits without an exponent is one exactly
 * rounded division. All others go to strtod, which sees only text that the grammar accepts. strtod reads a decimal
 * point in every language, because the program sets no locale except LC_CTYPE.
 */
#include "core/base/number.h"

#include "core/base/memory.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool number_parse_integer(struct bytes text, int64_t low, int64_t high, int64_t *value)
{
    size_t i = 0;
    bool negative = false;
    if (text.size > 0 && (text.data[0] == '-' || text.data[0] == '+')) {
        negative = text.data[0] == '-';
        i = 1;
    }
    if (i == text.size)
        return false;
    int64_t sum = 0; /* kept negative, because -INT64_MIN does not fit into int64_t */
    for (; i < text.size; i++) {
        if (!is_digit(text.data[i]))
            return false;
        if (__builtin_mul_overflow(sum, 10, &sum) || __builtin_sub_overflow(sum, text.data[i] - '0', &sum))
            return false;
    }
    if (!negative && __builtin_sub_overflow((int64_t)0, sum, &sum))
        return false;
    if (sum < low || sum > high)
        return false;
    *value = sum;
    return true;
}

/* A decimal number, as the grammar has read it. */
struct decimal {
    bool negative;
    uint64_t digits;   /* the digits of whole part and fraction as one whole number, modulo 2^64 */
    size_t n_digits;   /* including leading zeros */
    size_t n_fraction; /* how many of the digits are after the decimal point */
    bool has_exponent;
};

/* Adds digits to the decimal; returns where they end. */
static const char *take_digits(const char *c, const char *end, struct decimal *decimal)
{
    const char *start = c;
    uint64_t digits = decimal->digits;
    for (; c < end && is_digit(*c); c++)
        digits = digits * 10 + (uint64_t)(*c - '0');
    decimal->digits = digits;
    decimal->n_digits += (size_t)(c - start);
    return c;
}

static const char *skip_sign(const char *c, const char *end)
{
    return c < end && (*c == '-' || *c == '+') ? c + 1 : c;
}

/* Checks the grammar, because strtod accepts more: "0x1p3", "nan", " 1". */
static bool read_decimal(struct bytes text, struct decimal *decimal)
{
    const char *end = text.data + text.size;
    *decimal = (struct decimal){.negative = text.size > 0 && text.data[0] == '-'};
    const char *c = take_digits(skip_sign(text.data, end), end, decimal);
    if (c < end && *c == '.') {
        size_t whole = decimal->n_digits;
        c = take_digits(c + 1, end, decimal);
        decimal->n_fraction = decimal->n_digits - whole;
    }
    if (decimal->n_digits == 0)
        return false;
    decimal->has_exponent = c < end && (*c == 'e' || *c == 'E');
    if (decimal->has_exponent) {
        struct decimal exponent = {0};
        c = take_digits(skip_sign(c + 1, end), end, &exponent);
        if (exponent.n_digits == 0)
            return false;
    }
    return c == end;
}

enum { DIGITS_UNWRAPPED = 19 }; /* numbers of so many digits are below 2^64 */

/*
 * Computes the value of a plain decimal without strtod, where the result is certain to be the same. Digits up to
 * 2^53 are exactly a double, and so is a power of ten up to 10^22. Their division rounds once, as strtod must
 * (Clinger, How to Read Floating Point Numbers Accurately, PLDI 1990). Where doubles are kept in wider registers it
 * would round twice.
 */
static bool divide_doubles(const struct decimal *decimal, double *value)
{
    static const uint64_t largest = UINT64_C(1) << DBL_MANT_DIG;
    static const double powers_of_ten[DIGITS_UNWRAPPED + 1] = {
        1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
        1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
    };
    if (FLT_EVAL_METHOD != 0 || decimal->digits > largest)
        return false;
    *value = (double)decimal->digits / powers_of_ten[decimal->n_fraction];
    return true;
}

/*
 * The same by whole numbers, for all digits below 2^64. The quotient has 63 or 64 bits, ten more than a double. Its
 * last bit is set if the division leaves a rest. So the conversion to double is the only rounding here, too.
 */
static bool divide_integers(const struct decimal *decimal, double *value)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    if (FLT_EVAL_METHOD != 0 || decimal->digits == 0)
        return false;
    uint64_t power = 1;
    for (size_t i = 0; i < decimal->n_fraction; i++)
        power *= 10;
    int digits_shift = __builtin_clzll(decimal->digits);
    int power_shift = __builtin_clzll(power);
    wide dividend = (wide)(decimal->digits << digits_shift) << 63;
    uint64_t divisor = power << power_shift;
    uint64_t quotient = (uint64_t)(dividend / divisor);
    bool has_rest = (wide)quotient * divisor != dividend;
    *value = ldexp((double)(quotient | has_rest), power_shift - digits_shift - 63);
    return true;
#else
    (void)decimal;
    (void)value;
    return false;
#endif
}

static bool divide_exactly(const struct decimal *decimal, double *value)
{
    double magnitude;
    if (decimal->has_exponent || decimal->n_digits > DIGITS_UNWRAPPED ||
        (!divide_doubles(decimal, &magnitude) && !divide_integers(decimal, &magnitude)))
        return false;
    *value = decimal->negative ? -magnitude : magnitude;
    return true;
}

static double round_correctly(struct bytes text)
{
    char small[64];
    char *copy = text.size < sizeof small ? small : memory_get(text.size + 1);
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    double value = strtod(copy, NULL);
    if (copy != small)
        free(copy);
    return value;
}

/* Most grades are one digit. */
static inline bool read_digit(struct bytes text, double *value)
{
    const unsigned digit = text.size == 1 ? (unsigned)text.data[0] - '0' : 10;
    if (digit < 10)
        *value = digit;
    return digit < 10;
}

bool number_parse_real(struct bytes text, double *value)
{
    struct decimal decimal;
    if (read_digit(text, value))
        return true;
    if (text.size == 0 || !read_decimal(text, &decimal))
        return false;
    if (divide_exactly(&decimal, value))
        return true;
    *value = round_correctly(text);
    return isfinite(*value);
}

enum { DIGITS_EXACT = 17 }; /* enough for any double (DBL_DECIMAL_DIG) */

/* Whole numbers below this are exact doubles, and are easier to read without an exponent. */
static const double plain_limit = 1e15;

void number_add_shortest(struct buffer *buffer, double value)
{
    if (value == trunc(value) && fabs(value) < plain_limit) {
        buffer_add_format(buffer, "%.0f", value);
        return;
    }
    char text[40];
    /*
     * A text of up to DBL_DIG digits comes back unchanged from a double, and %g drops zeros at the end. Denormal
     * numbers have less precision, so they start at one digit.
     */
    int digits = fabs(value) < DBL_MIN ? 1 : DBL_DIG;
    do {
        snprintf(text, sizeof text, "%.*g", digits, value);
    } while (digits++ < DIGITS_EXACT && strtod(text, NULL) != value);
    buffer_add_string(buffer, text);
}

void number_add_digits(struct buffer *buffer, uint64_t number)
{
    char digits[20]; /* of the largest number */
    size_t from = sizeof digits;
    do
        digits[--from] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    buffer_add(buffer, (struct bytes){.data = digits + from, .size = sizeof digits - from});
}

void number_add_grouped(struct buffer *out, int64_t number)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%lld", (long long)number);
    for (int i = 0; i < n; i++) {
        buffer_add_byte(out, digits[i]);
        if (digits[i] != '-' && i + 1 < n && (n - i - 1) % 3 == 0)
            buffer_add_byte(out, ',');
    }
}
