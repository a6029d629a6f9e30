/*
 * Stems of words (Snowball's, of libstemmer): words with the same stem are forms
 * of one word, as far as a language's rules can tell.
 */
#ifndef ASSAY_CORE_TEXT_STEMMER_H
#define ASSAY_CORE_TEXT_STEMMER_H

#include "core/base/words.h"

struct stemmer;

/* The languages that there are stemmers for: arabic, armenian … They stay where they are. */
struct words stemmer_languages(void);

/* `language` is one of them; anything else is a bug. */
void stemmer_open(struct stemmer **out, const char *language);
void stemmer_close(struct stemmer *stemmer);
/* The stem of a word in lower case, in UTF-8; valid until the next call. */
struct bytes stemmer_stem(struct stemmer *stemmer, struct bytes word);

#endif
