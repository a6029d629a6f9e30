/*
 * A text as statements, which can be compared with the statements of another text. A statement is a sentence, a
 * list item, a row of a table, or a line "Key: value".
 */
#pragma once

#include "core/base/arena.h"

struct text_span {
    size_t start;
    size_t end;
};

enum statement_word_sign {
    WORD_IS_NUMBER = 1,    /* "10", "2.5", "two": `value` is the number */
    WORD_IS_UNIT = 2,      /* "mg", "days", after a number */
    WORD_IS_CODE = 4,      /* letters and digits combined: "E-17" */
    WORD_IS_CAPITAL = 8,   /* begins with a capital letter, but is not the first word of its statement */
    WORD_IS_NEGATION = 16, /* "not", "never", "without" */
    WORD_IS_COMMON = 32,   /* "the", "of" */
};

/* A word: letters and digits, possibly joined by single signs ("E-17", "10.5", "don't"). */
struct statement_word {
    struct text_span span;
    uint64_t hash; /* the same in any case of letters, and for equal numbers */
    unsigned signs;
    double value;
};

struct statement {
    struct text_span span; /* in the text, without surrounding white space */
    size_t first_word;     /* without the number of a heading or an item before it … */
    size_t n_words;        /* … never 0 */
    uint64_t hash;         /* of its words, in order */
    bool is_row;           /* a row of a table, or a line "Key: value" */
    uint64_t key;          /* of a row: the hash of its first cell … */
    size_t n_key_words;    /* … and the number of words of the cell */
    bool names_record;     /* the first of several rows: the others are about the thing that it names */
    uint64_t place; /* hash of the heading above it, and of the first row of its table or record; 0: none */
};

/* The arrays are in an arena. */
struct statements {
    struct bytes text;
    struct statement_word *words;
    size_t n_words;
    struct statement *items;
    size_t n;
};

/*
 * Reads the statements of a text, plain or Markdown; for HTML pass its text (core/markup/html_text.h). `text` must
 * outlive the statements.
 */
void statements_read(struct arena *arena, struct bytes text, struct statements *out);
