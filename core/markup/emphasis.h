/*
 * Emphasis in text that is not Markdown otherwise: **two stars** or *one* around words of a line, which people
 * write everywhere.
 */
#pragma once

#include "core/base/bytes.h"

/* Offsets in a line: the stars begin at `start`, the emphasised text at `inner`, the closing stars at `inner_end`. */
struct emphasis {
    size_t start, inner, inner_end, end;
    bool is_strong;
};

/*
 * Finds the next pair of stars at or after `from`. The opening stars must be before a word and not after one. The
 * closing stars must not be after a space or before a word. Words of scripts without spaces may be on either side.
 * Returns false if there is none.
 */
bool emphasis_next(struct bytes line, size_t from, struct emphasis *emphasis);

/* Returns whether the line is indented by four columns: then it is code, in which stars have other meanings. */
bool emphasis_is_off(struct bytes line);
/* Returns whether any line of the text has emphasis. */
bool emphasis_is_in(struct bytes text);
