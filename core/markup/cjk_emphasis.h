/*
 * Emphasis in Chinese, Japanese and Korean, which put no spaces between words. CommonMark decides by spaces and
 * punctuation on which side of a word a star is. So **「強調」**は is not emphasis for CommonMark, but it is for
 * everybody who writes these scripts.
 */
#pragma once

#include "core/base/bytes.h"

/* Returns whether a letter of these scripts ends at `offset`, or begins there. */
bool cjk_letter_before(struct bytes text, size_t offset);
bool cjk_letter_at(struct bytes text, size_t offset);

/*
 * Returns the text in a form for CommonMark parsers, with the same size and all other bytes in the same places: a
 * letter of these scripts that is separated from punctuation only by stars becomes a full stop. The result is in
 * `room`, or is the text itself if nothing changes.
 */
struct bytes cjk_emphasis_opened(struct bytes text, struct buffer *room);
