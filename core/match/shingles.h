/*
 * Texts as sets of shingles. A shingle is the hash of five words in a row (Broder, "On the resemblance and
 * containment of documents", 1997). The shingles that two sets share show how much of one text is in the other, at
 * any place.
 */
#pragma once

#include "core/base/bytes.h"

/* {0} is empty and safe to release. */
struct shingles {
    uint64_t *hashes; /* in ascending order, without duplicates */
    size_t n, capacity;
    uint64_t *in_text; /* in the order of the text, with duplicates */
    size_t n_in_text, in_text_capacity;
};

void shingles_release(struct shingles *shingles);
/*
 * Reads the shingles of a text, and replaces earlier ones. A word is a run of letters and digits, and ASCII letters
 * are compared without case. In scripts without blanks each character is a word. A text of fewer than five words
 * has one shingle, one without words has none.
 */
void shingles_read(struct shingles *shingles, struct bytes text);
size_t shingles_count_common(const struct shingles *a, const struct shingles *b);

/* Takes the next word off the text. Returns false if there is none. */
bool text_next_word(struct bytes *rest, struct bytes *word);
/* Returns the hash of a word, the same for upper and lower case. */
uint64_t text_word_hash(struct bytes word);

/* Adds the text with one blank for all white space between words, and none at its ends. */
void text_add_squeezed(struct buffer *out, struct bytes text);
