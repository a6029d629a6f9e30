/*
 * Emphasis in Chinese, Japanese and Korean, which put no spaces between words. CommonMark tells by spaces and punctuation
 * on which side of a word a star stands: **「強調」**は is no emphasis to it, and to everybody who writes so it is.
 */
#ifndef ASSAY_CORE_MARKUP_CJK_EMPHASIS_H
#define ASSAY_CORE_MARKUP_CJK_EMPHASIS_H

#include "core/base/bytes.h"

/* Whether a letter of these scripts ends at `offset`, or begins there. */
bool cjk_letter_before(struct bytes text, size_t offset);
bool cjk_letter_at(struct bytes text, size_t offset);

/*
 * The text as a parser of CommonMark has to read it, as long as it is and byte for byte in the same places: a letter of
 * these scripts that has stars between it and punctuation is a full stop there. It lies in `room`, or is the text itself
 * where nothing is another.
 */
struct bytes cjk_emphasis_opened(struct bytes text, struct buffer *room);

#endif
