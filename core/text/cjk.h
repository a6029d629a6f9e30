/*
 * Chinese, Japanese and Korean put no blanks around words, and a program cannot find where a word ends without a
 * dictionary. So each run of their letters is split into bigrams, overlapping pairs of letters: 東京都 gives 東京 and
 * 京都. Bigrams are as good for search as words: Nie, Gao, Zhang, Zhou (2000), On the use of words and n-grams for
 * Chinese information retrieval.
 */
#pragma once

#include "core/base/bytes.h"

#include <uchar.h>

/* Returns whether it is a letter of Han, Hiragana, Katakana, Hangul or Bopomofo. Punctuation is not. */
bool cjk_is_letter(char32_t code);

/* Returns the first run of such letters at or after `offset`. If there is none, it is empty, at the end of the text. */
struct bytes cjk_find_run(struct bytes text, size_t offset);

/*
 * Finds the bigram of the run that begins at *offset, and moves *offset to the next one. Begin with *offset = 0. A
 * run of a single letter gives that letter. Returns false when no bigram is left.
 */
bool cjk_next_bigram(struct bytes run, size_t *offset, struct bytes *bigram);
