/*
 * The words of a question, to be marked where they stand in a document: whole
 * words as Unicode finds them (UAX #29), in either case, and the forms of them
 * that the question's language knows: those with the same stem. Words of one
 * letter and very common English ones are not marked; other languages have no
 * such list.
 *
 * In French, Italian and Catalan a word begins behind an apostrophe (l'eau).
 * Where words are not apart, two ideographs beside each other are taken for one.
 * Subscripts belong to their word (CO₂ and CO2, C_max and Cmax); superscripts, which may be notes, do not.
 */
#ifndef ASSAY_TUI_TEXT_QUESTION_WORDS_H
#define ASSAY_TUI_TEXT_QUESTION_WORDS_H

#include "core/base/arena.h"
#include "core/base/map.h"
#include "core/text/stemmer.h"
#include "tui/text/match.h"

/* {0} is empty, holds no word and is safe to release. */
struct question_words {
    const char *language;
    struct stemmer *stemmer; /* NULL: no language; only the words themselves are found */
    struct arena arena;
    struct map stems;         /* of all words of the question, numbered as they first stand there */
    double *weights;          /* by number: how rare they are … */
    bool is_weighed;          /* … as far as that was looked for */
    struct known_word *known; /* words of documents, and which word of the question each is */
};

void question_words_release(struct question_words *words);

/* The words of another question; `language` is one of stemmer_languages, or NULL. */
void question_words_set(struct question_words *words, struct bytes question, const char *language);

/*
 * Weighs the words by how few of these texts have them (the idf of BM25; Robertson, Zaragoza, 2009). Until then, and
 * where there are no texts, all weigh the same.
 */
void question_words_weigh(struct question_words *words, const struct bytes *texts, size_t n);

/* Calls `visit` with each word of the question, `number` among its stems, that begins in the range. */
typedef void question_word_visit(void *context, size_t start, size_t end, size_t number);
void question_words_visit(const struct question_words *words, struct bytes text, size_t start, size_t end,
                          question_word_visit *visit, void *context);

/* Replaces the list by the words of the text that are words of the question and stand in the range at least in part. */
void question_words_find(const struct question_words *words, struct bytes text, size_t start, size_t end,
                         struct match_list *list);

#endif
