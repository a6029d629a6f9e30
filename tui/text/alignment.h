/*
 * Which sentences of two or three texts belong together, since they say the same or nearly so: those that share half of
 * their words. Each text keeps its order, so that a sentence is never beside one that comes earlier elsewhere.
 */
#ifndef ASSAY_TUI_TEXT_ALIGNMENT_H
#define ASSAY_TUI_TEXT_ALIGNMENT_H

#include "core/base/arena.h"
#include "core/match/differences.h"
#include "core/text/sentences.h"

/* Of a text: more stand on no screen. */
enum { ALIGNED_SENTENCES_MAX = 100, ALIGNED_SIZE_MAX = 32 * 1024 };

/* Sentences that stand on one row, one of a text at most. */
struct aligned_row {
    unsigned texts; /* the bit 1 << i: text i has one here */
    struct sentence sentences[DIFFERENCES_TEXTS_MAX];
};

/* All sentences of all texts. */
struct alignment {
    struct aligned_row *rows; /* in the arena */
    size_t n;
};

/* False: a text is too long, or has too many sentences. */
bool alignment_find(struct alignment *alignment, const struct bytes *texts, size_t n, struct arena *arena)
    __attribute__((warn_unused_result));

#endif
