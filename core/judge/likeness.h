/*
 * How like each other the texts of a pool are: the cosine of their words' weights (1 + log of how often a word stands in
 * a text, times the log of how few of the pool's texts have it). The pool alone is looked at, so a question costs the
 * same in a collection of a thousand documents and of a million. Texts are added one by one; none is kept.
 */
#ifndef ASSAY_CORE_JUDGE_LIKENESS_H
#define ASSAY_CORE_JUDGE_LIKENESS_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/map.h"

struct text_words;

/* {0} is empty and safe to release. */
struct likeness {
    struct map words;
    struct arena arena;
    struct text_words *texts; /* in the order in which they were added */
    size_t n_texts;
};

void likeness_release(struct likeness *likeness);
/* Adds a text, any bytes. Of a long one the beginning counts. */
void likeness_add(struct likeness *likeness, struct bytes title, struct bytes text);
/* How many words a text has that was added: of a long one, its beginning. */
double likeness_words(const struct likeness *likeness, size_t text);
/* n_texts × n_texts numbers, each text's row: 1 on the diagonal, 0 … 1 elsewhere. Nothing is added afterwards. */
void likeness_fill(struct likeness *likeness, double *out);

#endif
