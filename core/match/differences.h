/*
 * What two or three texts say alike, word for word, and what only one of them says. Passages count wherever they stand, so
 * paragraphs in another order are no difference; between two that follow each other in both texts single words count, too.
 */
#ifndef ASSAY_CORE_MATCH_DIFFERENCES_H
#define ASSAY_CORE_MATCH_DIFFERENCES_H

#include "core/base/bytes.h"

enum { DIFFERENCES_TEXTS_MAX = 3 };

/* Words in a row that the same other texts have. */
struct shared_run {
    size_t start; /* of its first word … */
    size_t end;   /* … and of its last one */
    size_t words;
    unsigned others; /* the bit 1 << i: text i has them, too */
};

/* All words of a text, in runs; neighbours have other `others`. */
struct compared_text {
    struct shared_run *runs;
    size_t n_runs, capacity;
    size_t words;
    size_t shared[DIFFERENCES_TEXTS_MAX]; /* words that text i has, too */
    bool is_same[DIFFERENCES_TEXTS_MAX];  /* as text i, word for word; not as itself */
};

/* {0} is empty and safe to release. */
struct differences {
    struct compared_text texts[DIFFERENCES_TEXTS_MAX];
    size_t n;
};

void differences_release(struct differences *differences);

/* Compares the texts, two or three; what was in there before goes. Words are those of text_next_word. */
void differences_find(struct differences *differences, const struct bytes *texts, size_t n);

/* Of the words of the shorter text, the share that the other one has: 0 to 1. */
double differences_share(const struct differences *differences, size_t a, size_t b);

#endif
