/*
 * Formulas in HTML (MathML) as text in a line: 1/2, (a+b)/c, x², x_i, √(2x), ∑_(i=1)^n. Parts above, below or beside
 * other parts must stay separate from them: ½ is not 12.
 */
#pragma once

#include "core/base/bytes.h"

/*
 * Appends the formula whose tag <math> ends at `offset`. Returns the offset after its end. A formula without an end
 * tag ends at the first tag that does not belong to formulas.
 */
size_t html_math_add(struct buffer *out, struct bytes source, size_t offset);
