/*
 * Chinese, Japanese and Korean put no blanks around words, and where a word ends no program knows without a dictionary. So
 * each run of their letters is taken as its overlapping pairs of letters, bigrams: of 東京都 these are 東京 and 京都. As good for
 * search as words are: Nie, Gao, Zhang, Zhou (2000), On the use of words and n-grams for Chinese information retrieval.
 */
#ifndef ASSAY_CORE_TEXT_CJK_H
#define ASSAY_CORE_TEXT_CJK_H

#include "core/base/bytes.h"

#include <uchar.h>

/* Han, Hiragana, Katakana, Hangul, Bopomofo; no punctuation. */
bool cjk_is_letter(char32_t code);

/* The first run of such letters from `offset` on, any bytes before it; empty, at the end of the text, where there is none. */
struct bytes cjk_find_run(struct bytes text, size_t offset);

/*
 * The bigram of a run that begins at *offset, at first 0, which then is where the next one begins. Of a single letter it is that
 * letter. False: there is none any more.
 */
bool cjk_next_bigram(struct bytes run, size_t *offset, struct bytes *bigram);

#endif
