/*
 * A choice by words. The words are in an array by an enum, or in the rows of a table, and a list says where. The
 * parser, the errors, help and the manual all use the same list.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

struct words {
    const char *const *first;
    size_t n;
    size_t stride;              /* bytes from one word to the next */
    const struct words *before; /* a list whose words come before these; NULL: there is none */
};

/*
 * Lists: the words of an array, the words in a member of a table's rows, and the words of a list followed by those
 * of an array.
 */
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
/* Finds the place of the word, ignoring case. Returns false if it is not in the list. */
MUST_CHECK bool words_find(const struct words *words, struct bytes word, size_t *place);
/* The same. If the word is not in the list, the error is ERR_USAGE: "WHAT is a, b or c, not 'word'". */
MUST_CHECK bool words_choose(const struct words *words, const char *what, struct bytes word, size_t *place,
                             struct err *err);

/* Adds "a, b or c". */
void words_add(const struct words *words, struct buffer *text);
