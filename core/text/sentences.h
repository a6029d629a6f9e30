/*
 * A text as sentences. A line end also ends a sentence. A very long sentence is cut between words.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/must_check.h"

/* A longer sentence is split into parts, which count as sentences. */
enum { SENTENCE_SIZE_MAX = 1000 };

/* Offsets of a sentence without the white space around it. It is never empty. */
struct sentence {
    size_t start;
    size_t end;
};

/* Returns where the sentence or line that begins at `start` ends, however long it is. */
size_t sentence_end(struct bytes text, size_t start);
/* Finds the sentence that contains the byte at `offset`, or the next sentence. Returns false if there is none. */
MUST_CHECK bool sentence_at(struct bytes text, size_t offset, struct sentence *sentence);
/* Finds the last sentence that ends at or before `offset`. Returns false if there is none. */
MUST_CHECK bool sentence_before(struct bytes text, size_t offset, struct sentence *sentence);
