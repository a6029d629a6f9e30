/*
 * Formulas in HTML (MathML) as text on a line: 1/2, (a+b)/c, x², x_i, √(2x), ∑_(i=1)^n. Parts above, below or beside others
 * must stay apart from them: ½ is not 12.
 */
#ifndef ASSAY_TUI_TEXT_MARKUP_HTML_MATH_H
#define ASSAY_TUI_TEXT_MARKUP_HTML_MATH_H

#include "core/base/bytes.h"

/*
 * Adds the formula whose tag <math> ends at `offset`; returns the offset behind its end. One without an end ends with the
 * first tag that is none of a formula.
 */
size_t html_math_add(struct buffer *out, struct bytes source, size_t offset);

#endif
