/*
 * Finds sentences of two or three texts that belong together because they say the same or nearly the same: sentences
 * that share half of their words. Each text keeps its order, so rows never cross.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/must_check.h"
#include "core/match/differences.h"
#include "core/text/sentences.h"

/* Limits for a text: a screen shows no more. */
enum { ALIGNED_SENTENCES_MAX = 100, ALIGNED_SIZE_MAX = 32 * 1024 };

/* Sentences on the same row, at most one from each text. */
struct aligned_row {
    unsigned texts; /* bit 1 << i: text i has a sentence in this row */
    struct sentence sentences[DIFFERENCES_TEXTS_MAX];
};

/* All sentences of all texts. */
struct alignment {
    struct aligned_row *rows; /* in the arena */
    size_t n;
};

/* Aligns the texts. Returns false if a text is too long or has too many sentences. */
MUST_CHECK bool alignment_find(struct alignment *alignment, const struct bytes *texts, size_t n,
                               struct arena *arena);
