/*
 * The words of a question, marked where they occur in a document. Words are delimited as in Unicode (UAX #29) and
 * match in either case, as do all forms with the same stem in the question's language. Words of one letter and very
 * common English words are not marked; there is no such list for other languages.
 *
 * In French, Italian and Catalan a word begins after an apostrophe (l'eau). In scripts without spaces between words,
 * two adjacent ideographs count as a word. Subscripts belong to their word (CO₂ and CO2, C_max and Cmax);
 * superscripts, which may be footnotes, do not.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/map.h"
#include "core/text/stemmer.h"
#include "tui/text/match.h"

/* {0} holds no words and is safe to release. */
struct question_words {
    const char *language;
    struct stemmer *stemmer; /* NULL: no language; only the exact words match */
    struct arena arena;
    struct map stems;         /* of all words of the question, numbered in order of first occurrence */
    double *weights;          /* by number: how rare the words are … */
    bool is_weighed;          /* … if that was computed */
    struct known_word *known; /* cache: words of documents, and the question word that each matches */
};

void question_words_release(struct question_words *words);

/* Takes the words of another question. `language` is one of stemmer_languages, or NULL. */
void question_words_set(struct question_words *words, struct bytes question, const char *language);

/*
 * Weighs each word by how few of these texts contain it (the idf of BM25; Robertson, Zaragoza, 2009). Before that, or
 * without texts, all words weigh the same.
 */
void question_words_weigh(struct question_words *words, const struct bytes *texts, size_t n);

/* Calls `visit` for each word of the question that begins in the range. `number` is the number of its stem. */
typedef void question_word_visit(void *context, size_t start, size_t end, size_t number);
void question_words_visit(const struct question_words *words, struct bytes text, size_t start, size_t end,
                          question_word_visit *visit, void *context);

/* Replaces the list by the words of the question that are at least partly in this range of the text. */
void question_words_find(const struct question_words *words, struct bytes text, size_t start, size_t end,
                         struct match_list *list);
