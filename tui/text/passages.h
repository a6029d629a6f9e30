/*
 * The passages of a text that may answer a question: units that together contain many of the question's words,
 * especially rare ones.
 */
#pragma once

#include "tui/text/question_words.h"
#include "tui/text/units.h"

/* Of a larger text only the beginning is searched. */
enum { PASSAGE_TEXT_MAX = 64 * 1024 };

/* A range of whole units. */
struct passage {
    size_t start;
    size_t end;
    double weight; /* total weight of the question's words in it, each counted once */
};

/* In ascending order, never overlapping. {0} is empty and safe to release. */
struct passage_list {
    struct passage *items;
    size_t count;
    size_t capacity;
};

void passage_list_release(struct passage_list *list);

/*
 * Replaces the list by the best passage and those with at least half of its weight. It is empty if the text has no
 * word of the question.
 */
void passage_list_find(struct passage_list *list, struct bytes text, const struct text_units *units,
                       const struct question_words *words);

/* The best passage, the first of equals; the beginning of the text if there is none. */
struct passage passage_list_best(const struct passage_list *list, struct bytes text,
                                 const struct text_units *units);

/* Counts words, separated by blanks. */
size_t passage_count_words(struct bytes text);
