/*
 * Finds the passages that two or three texts share word for word, and those that only one of them has. Passages count wherever
 * they stand, so paragraphs in another order are no difference; between two that follow each other in both texts single words
 * count, too. Words that all stand in another text may say something else there: it has a "not" between them, or has them in
 * another order. So runs also tell where their words don't go on in the other text as they do here.
 */
#ifndef ASSAY_CORE_MATCH_DIFFERENCES_H
#define ASSAY_CORE_MATCH_DIFFERENCES_H

#include "core/base/bytes.h"

enum { DIFFERENCES_TEXTS_MAX = 3 };

/* Words in a row that the same other texts have, and that follow each other there. */
struct shared_run {
    size_t start; /* of its first word … */
    size_t end;   /* … and of its last one */
    size_t words;
    unsigned others; /* the bit 1 << i: text i has them, too */
    /*
     * Those of the others that come to the run as this text does: from the same word, or a sentence begins with it in both; and
     * that go on behind it as this text does: with the same word, or a sentence ends with it in both. All of them where the
     * run before it, or behind it, is this text's own.
     */
    unsigned joined;
    unsigned ended;
};

/* All words of a text, in runs; neighbours have other `others`, or not all of those are joined and ended. */
struct compared_text {
    struct shared_run *runs;
    size_t n_runs, capacity;
    size_t words;
    size_t shared[DIFFERENCES_TEXTS_MAX]; /* words that text i has, too */
    bool is_same[DIFFERENCES_TEXTS_MAX];  /* as text i, but for white space; not as itself */
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
