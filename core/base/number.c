#include "core/base/number.h"

#include "core/base/bug.h"

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
    int64_t sum = 0; /* kept negative: INT64_MIN has no positive twin */
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

static size_t skip_digits(struct bytes text, size_t from)
{
    while (from < text.size && is_digit(text.data[from]))
        from++;
    return from;
}

/* The grammar that is taken, because strtod takes more: "0x1p3", "nan", " 1". */
static bool is_plain_real(struct bytes text)
{
    size_t i = 0;
    if (i < text.size && (text.data[i] == '-' || text.data[i] == '+'))
        i++;
    size_t whole = skip_digits(text, i);
    size_t digits = whole - i;
    i = whole;
    if (i < text.size && text.data[i] == '.') {
        size_t fraction = skip_digits(text, i + 1);
        digits += fraction - i - 1;
        i = fraction;
    }
    if (digits == 0)
        return false;
    if (i < text.size && (text.data[i] == 'e' || text.data[i] == 'E')) {
        i++;
        if (i < text.size && (text.data[i] == '-' || text.data[i] == '+'))
            i++;
        size_t exponent = skip_digits(text, i);
        if (exponent == i)
            return false;
        i = exponent;
    }
    return i == text.size;
}

bool number_parse_real(struct bytes text, double *value)
{
    if (!is_plain_real(text))
        return false;
    char small[64];
    char *copy = text.size < sizeof small ? small : memory_get(text.size + 1);
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    *value = strtod(copy, NULL);
    if (copy != small)
        free(copy);
    return isfinite(*value);
}

enum { DIGITS_EXACT = 17 }; /* enough for any double (DBL_DECIMAL_DIG) */

/* Below this every whole number is a double, and reads better without an exponent. */
static const double plain_limit = 1e15;

void number_add_shortest(struct buffer *buffer, double value)
{
    if (value == trunc(value) && fabs(value) < plain_limit) {
        buffer_add_format(buffer, "%.0f", value);
        return;
    }
    char text[32];
    int digits = 1;
    do {
        snprintf(text, sizeof text, "%.*g", digits, value);
    } while (digits++ < DIGITS_EXACT && strtod(text, NULL) != value);
    buffer_add_string(buffer, text);
}
