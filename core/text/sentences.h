/*
 * A text as sentences. A line end ends one, too, and what is very long is cut between words.
 */
#ifndef ASSAY_CORE_TEXT_SENTENCES_H
#define ASSAY_CORE_TEXT_SENTENCES_H

#include "core/base/bytes.h"

/* Of a longer sentence parts are sentences. */
enum { SENTENCE_SIZE_MAX = 1000 };

/* Without the white space around it; never empty. */
struct sentence {
    size_t start;
    size_t end;
};

/* Where the sentence or line that begins at `start` ends, however long it is. */
size_t sentence_end(struct bytes text, size_t start);
/* The sentence that the byte at `offset` stands in, or the next one behind it; false: there is none. */
bool sentence_at(struct bytes text, size_t offset, struct sentence *sentence)
    __attribute__((warn_unused_result));
/* The last sentence that ends at `offset` or before it; false: there is none. */
bool sentence_before(struct bytes text, size_t offset, struct sentence *sentence)
    __attribute__((warn_unused_result));

#endif
