/*
 * How similar the texts of a pool are: the cosine of their word weights. A weight is 1 + log of how often the word
 * is in the text, times the log of how few texts of the pool have the word. Only the pool is read, so a question
 * costs the same in a collection of a thousand documents and of a million. Texts are added one by one; none is
 * kept.
 */
#pragma once

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
/* Adds a text, any bytes. Only the beginning of a long text counts. */
void likeness_add(struct likeness *likeness, struct bytes title, struct bytes text);
/* Returns the number of words of an added text; for a long text, of its beginning. */
double likeness_words(const struct likeness *likeness, size_t text);
/* Writes n_texts × n_texts numbers, row by row: 1 on the diagonal, 0 … 1 elsewhere. No text may be added afterwards. */
void likeness_fill(struct likeness *likeness, double *out);
