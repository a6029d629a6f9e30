/*
 * The passages of a text that a question is answered by, if any are: some units in which many of its words, and rare ones,
 * stand together.
 */
#ifndef ASSAY_TUI_TEXT_PASSAGES_H
#define ASSAY_TUI_TEXT_PASSAGES_H

#include "tui/text/question_words.h"
#include "tui/text/units.h"

/* Of a text that is larger only its beginning is looked at. */
enum { PASSAGE_TEXT_MAX = 64 * 1024 };

/* Whole units. */
struct passage {
    size_t start;
    size_t end;
    double weight; /* of the words of the question that stand there, each counted once */
};

/* In ascending order, never overlapping. {0} is empty and safe to release. */
struct passage_list {
    struct passage *items;
    size_t count;
    size_t capacity;
};

void passage_list_release(struct passage_list *list);

/* Replaces the list by the best passage and those that weigh half as much at least; without any word of the question it is empty. */
void passage_list_find(struct passage_list *list, struct bytes text, const struct text_units *units,
                       const struct question_words *words);

/* The best one, the first of equals; the text's beginning where there is none. */
struct passage passage_list_best(const struct passage_list *list, struct bytes text,
                                 const struct text_units *units);

/* Words between blanks. */
size_t passage_count_words(struct bytes text);

#endif
