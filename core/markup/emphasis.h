/*
 * Emphasis in text that is no Markdown otherwise: **two stars** or *one* around words of a line, which everybody writes.
 */
#ifndef ASSAY_CORE_MARKUP_EMPHASIS_H
#define ASSAY_CORE_MARKUP_EMPHASIS_H

#include "core/base/bytes.h"

/* In a line: the stars begin at `start`, what they emphasise at `inner`, the closing ones at `inner_end`. */
struct emphasis {
    size_t start, inner, inner_end, end;
    bool is_strong;
};

/*
 * The next pair of stars from `from` on. The first ones stand before a word and not behind one, the others behind what is no
 * space and not before a word; of words that have no spaces between them either may. False: there is none.
 */
bool emphasis_next(struct bytes line, size_t from, struct emphasis *emphasis);

/* Whether the line is indented by four columns: then it is code, whose stars mean something else. */
bool emphasis_is_off(struct bytes line);
/* Whether a line of the text has any. */
bool emphasis_is_in(struct bytes text);

#endif
