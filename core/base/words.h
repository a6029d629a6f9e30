/*
 * A choice by words. The words stand where they get their meaning, in an array by
 * an enum or in the rows of a table; a list says where that is. What is accepted,
 * what an error offers, help and the manual are made from the one list.
 */
#ifndef ASSAY_CORE_BASE_WORDS_H
#define ASSAY_CORE_BASE_WORDS_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct words {
    const char *const *first;
    size_t n;
    size_t stride;              /* bytes from one word to the next */
    const struct words *before; /* a list whose words come before these; NULL: there is none */
};

/* Lists of the words of an array, of those in a member of its rows, and of a list's words with an array's behind. */
#define WORDS_OF(array) WORDS_BEHIND(NULL, array)
#define WORDS_OF_ROWS(array, member)                                                                         \
    {                                                                                                        \
        .first = &(array)[0].member, .n = sizeof(array) / sizeof *(array), .stride = sizeof *(array)         \
    }
#define WORDS_BEHIND(list, array)                                                                            \
    {                                                                                                        \
        .first = (array), .n = sizeof(array) / sizeof *(array), .stride = sizeof *(array), .before = (list)  \
    }

size_t words_count(const struct words *words);

const char *words_at(const struct words *words, size_t place);
/* The place of the word, in either case. */
bool words_find(const struct words *words, struct bytes word, size_t *place)
    __attribute__((warn_unused_result));
/* The same; where it is none of them, ERR_USAGE: "WHAT is a, b or c, not 'word'". */
bool words_choose(const struct words *words, const char *what, struct bytes word, size_t *place,
                  struct err *err) __attribute__((warn_unused_result));

/* Adds "a, b or c". */
void words_add(const struct words *words, struct buffer *text);

#endif
