/*
 * Numbers in text. Parsers take the whole view and say no to anything that is
 * not one number from its first byte to its last (no white space, no locale).
 */
#ifndef ASSAY_CORE_BASE_NUMBER_H
#define ASSAY_CORE_BASE_NUMBER_H

#include "core/base/bytes.h"

/* A decimal integer with an optional sign. False: not one, or outside [low, high]. */
bool number_parse_integer(struct bytes text, int64_t low, int64_t high, int64_t *value)
    __attribute__((warn_unused_result));

/*
 * A decimal floating point number ("1", "-.5", "6.02e23"), correctly rounded.
 * False: not one, or not finite ("nan", "inf", "1e999"). Hexadecimal is not taken.
 */
bool number_parse_real(struct bytes text, double *value) __attribute__((warn_unused_result));

/* Adds the finite number `value` with the fewest digits that number_parse_real reads back unchanged: "0.1", "3". */
void number_add_shortest(struct buffer *buffer, double value);

/* Adds it with commas for people: 210000 is "210,000". */
void number_add_grouped(struct buffer *out, int64_t number);

#endif
