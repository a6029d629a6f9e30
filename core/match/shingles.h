/*
 * Texts as sets of shingles: each five words in a row are one, as a hash (Broder, "On the resemblance and containment of
 * documents", 1997). The shingles that two sets share tell how much of one text is in the other, at any place.
 */
#ifndef ASSAY_CORE_MATCH_SHINGLES_H
#define ASSAY_CORE_MATCH_SHINGLES_H

#include "core/base/bytes.h"

/* {0} is empty and safe to release. */
struct shingles {
    uint64_t *hashes; /* ascending, each once */
    size_t n, capacity;
    uint64_t *in_text; /* as they stand in the text, some more than once */
    size_t n_in_text, in_text_capacity;
};

void shingles_release(struct shingles *shingles);
/*
 * Those of a text; what was in there before goes. Words are letters and digits in a row, ASCII's in either case; a character
 * of a script that writes no blanks is one. A text of fewer words has one shingle, one without words none.
 */
void shingles_read(struct shingles *shingles, struct bytes text);
size_t shingles_count_common(const struct shingles *a, const struct shingles *b);

/* Takes the next such word off the text; false: there is none. */
bool text_next_word(struct bytes *rest, struct bytes *word);
/* Of a word, the same in either case. */
uint64_t text_word_hash(struct bytes word);

/* Adds the text with one blank for all white space between words, and none at its ends. */
void text_add_squeezed(struct buffer *out, struct bytes text);

#endif
