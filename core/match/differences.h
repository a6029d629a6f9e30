/*
 * Finds the passages that two or three texts share word for word, and those that only one of them has. Passages
 * count wherever they are, so a different order of paragraphs is no difference. Between two passages that follow
 * each other in both texts, single words count, too. Shared words may still say something else in the other text,
 * because a "not" is between them or their order differs. So each run also says whether its words continue in the
 * other text as they do here.
 */
#pragma once

#include "core/base/bytes.h"

enum { DIFFERENCES_TEXTS_MAX = 3 };

/* Consecutive words that the same other texts have, and that follow each other there, too. */
struct shared_run {
    size_t start; /* offset of its first word … */
    size_t end;   /* … and of the end of its last word */
    size_t words;
    unsigned others; /* bit 1 << i: text i has the words, too */
    /*
     * `joined` has the other texts that reach the run as this text does: from the same word, or because a sentence
     * begins with the run in both. `ended` has those that leave the run as this text does: with the same word, or
     * because a sentence ends with the run in both. They have all others if the run before (or after) is only in
     * this text.
     */
    unsigned joined;
    unsigned ended;
};

/* All words of a text, as runs. Neighbouring runs have different `others`, or not all others are joined and ended. */
struct compared_text {
    struct shared_run *runs;
    size_t n_runs, capacity;
    size_t words;
    size_t shared[DIFFERENCES_TEXTS_MAX]; /* number of words that text i has, too */
    bool is_same
        [DIFFERENCES_TEXTS_MAX]; /* the same as text i except for white space; false for the text itself */
};

/* {0} is empty and safe to release. */
struct differences {
    struct compared_text texts[DIFFERENCES_TEXTS_MAX];
    size_t n;
};

void differences_release(struct differences *differences);

/* Compares two or three texts, and replaces earlier results. Words are those of text_next_word. */
void differences_find(struct differences *differences, const struct bytes *texts, size_t n);

/* Returns the share of the shorter text's words that the other text has, 0 to 1. */
double differences_share(const struct differences *differences, size_t a, size_t b);
