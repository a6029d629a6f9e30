/*
 * Numbers in text. Parsers read the whole view. They refuse any text that is not one number from its first byte to
 * its last; white space and locales are not supported.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/must_check.h"

/* Reads a decimal integer with an optional sign. Returns false if it is none, or outside [low, high]. */
MUST_CHECK bool number_parse_integer(struct bytes text, int64_t low, int64_t high, int64_t *value);

/*
 * Reads a decimal floating point number ("1", "-.5", "6.02e23"), correctly rounded. Returns false if it is none, or
 * not finite ("nan", "inf", "1e999"). Hexadecimal is refused.
 */
MUST_CHECK bool number_parse_real(struct bytes text, double *value);

/* Adds the finite number `value` with the fewest digits that number_parse_real reads back unchanged: "0.1", "3". */
void number_add_shortest(struct buffer *buffer, double value);

/* Adds the digits of the number, many times faster than buffer_add_format: for what is done for each row of a list. */
void number_add_digits(struct buffer *buffer, uint64_t number);

/* Adds the number with commas for people: 210000 is "210,000". */
void number_add_grouped(struct buffer *out, int64_t number);
