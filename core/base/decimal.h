/*
 * Numbers as text that reads back as the same number.
 */
#ifndef ASSAY_CORE_BASE_DECIMAL_H
#define ASSAY_CORE_BASE_DECIMAL_H

#include "core/base/bytes.h"

/* Adds the finite number `value` with the fewest digits that number_parse_real reads back unchanged: "0.1", "3". */
void decimal_add_shortest(struct buffer *buffer, double value);

#endif
