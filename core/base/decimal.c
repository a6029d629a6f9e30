#include "core/base/decimal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIGITS_EXACT = 17 }; /* enough for any double (DBL_DECIMAL_DIG) */

/* Below this every whole number is a double, and reads better without an exponent. */
static const double plain_limit = 1e15;

void decimal_add_shortest(struct buffer *buffer, double value)
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
