/*
 * Stems of words, by Snowball's libstemmer. Words with the same stem are forms of one word, as far as the rules of
 * the language can tell.
 */
#pragma once

#include "core/base/words.h"

struct stemmer;

/* Returns the languages that have stemmers: arabic, armenian … The words are static. */
struct words stemmer_languages(void);

/* `language` must be one of these languages; anything else is a bug. The caller closes *out. */
void stemmer_open(struct stemmer **out, const char *language);
void stemmer_close(struct stemmer *stemmer);
/* Returns the stem of a word in lower case, in UTF-8; valid until the next call. */
struct bytes stemmer_stem(struct stemmer *stemmer, struct bytes word);
