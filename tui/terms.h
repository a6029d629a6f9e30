/*
 * The words of a question, to be marked where they stand in a document: whole
 * words as Unicode finds them (UAX #29), in either case. Words of one letter and
 * very common English ones are not marked.
 *
 * Two words meet when they can be forms of one word. Of a word in ASCII letters
 * these can be the base, each of three letters at least:
 *
 *   the word itself, without 's, ’s or an ' at its end
 *   hoses         without s, unless it ends in ss, us or is
 *   fixes         without es, after s, x, z, ch, sh and o
 *   queries       with y or ie in the place of ies; in that of ied too
 *   fixed fixing  without ed or ing, when a vowel is left; and then
 *     cutting     the consonant that stands there twice, once and twice
 *     taping      with e, and only so, when one syllable with one consonant after one vowel is left: a
 *                 verb like this would have doubled it (tapping)
 *     deciding    else both, with e and without; agreed: with e, but seed is no form of see
 *
 * Words in other letters meet when they are equal. Where words are not apart,
 * two ideographs beside each other are taken for one.
 */
#ifndef ASSAY_TUI_TERMS_H
#define ASSAY_TUI_TERMS_H

#include "core/base/arena.h"
#include "tui/find.h"

/* {0} is empty, meets nothing and is safe to release. */
struct terms {
    struct arena arena;
    struct bytes *bases; /* in lower case, of all words */
    size_t n;
};

void terms_release(struct terms *terms);

/* The words of another question. */
void terms_set(struct terms *terms, struct bytes question);

/* Replaces the list by the words of the text that meet one of the terms and stand in the range at least in part. */
void terms_find(const struct terms *terms, struct bytes text, size_t start, size_t end,
                struct match_list *list);

#endif
