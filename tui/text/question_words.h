/*
 * The words of a question, to be marked where they stand in a document: whole
 * words as Unicode finds them (UAX #29), in either case, and the forms of them
 * that the question's language knows: those with the same stem. Words of one
 * letter and very common English ones are not marked; other languages have no
 * such list.
 *
 * In French, Italian and Catalan a word begins behind an apostrophe (l'eau).
 * Where words are not apart, two ideographs beside each other are taken for one.
 */
#ifndef ASSAY_TUI_TEXT_QUESTION_WORDS_H
#define ASSAY_TUI_TEXT_QUESTION_WORDS_H

#include "core/base/arena.h"
#include "core/base/map.h"
#include "core/base/stemmer.h"
#include "tui/text/match.h"

/* {0} is empty, holds no word and is safe to release. */
struct question_words {
    const char *language;
    struct stemmer *stemmer; /* NULL: no language; only the words themselves are found */
    struct arena arena;
    struct map stems;         /* of all words of the question */
    struct known_word *known; /* words of documents, and whether each is one of the question */
};

void question_words_release(struct question_words *words);

/* The words of another question; `language` is one of stemmer_languages, or NULL. */
void question_words_set(struct question_words *words, struct bytes question, const char *language);

/* Replaces the list by the words of the text that are words of the question and stand in the range at least in part. */
void question_words_find(const struct question_words *words, struct bytes text, size_t start, size_t end,
                         struct match_list *list);

#endif
