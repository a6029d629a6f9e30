/*
 * A text as statements: what can be compared with a statement of another text, and say something else. A statement is a
 * sentence, an item of a list, a row of a table, or a line "Key: value".
 */
#ifndef ASSAY_CORE_MATCH_STATEMENT_H
#define ASSAY_CORE_MATCH_STATEMENT_H

#include "core/base/arena.h"

struct text_span {
    size_t start;
    size_t end;
};

enum statement_word_sign {
    WORD_IS_NUMBER = 1,    /* "10", "2.5", "two": `value` is its number */
    WORD_IS_UNIT = 2,      /* "mg", "days", behind a number */
    WORD_IS_CODE = 4,      /* letters and digits together: "E-17" */
    WORD_IS_CAPITAL = 8,   /* it begins with a capital letter, and not its statement */
    WORD_IS_NEGATION = 16, /* "not", "never", "without" */
    WORD_IS_COMMON = 32,   /* "the", "of" */
};

/* A word: letters and digits, also with one sign between them ("E-17", "10.5", "don't"). */
struct statement_word {
    struct text_span span;
    uint64_t hash; /* the same in either case, and for the same number */
    unsigned signs;
    double value;
};

struct statement {
    struct text_span span; /* in the text, without white space around it */
    size_t first_word;     /* without a number of a heading or an item before it … */
    size_t n_words;        /* … never 0 */
    uint64_t hash;         /* of its words in order */
    bool is_row;           /* a row of a table, or a line "Key: value" … */
    uint64_t key;          /* … whose first cell this is of, */
    size_t n_key_words;    /* and so many words */
    bool names_record;     /* it is the first row of several: the others are of what it names */
    uint64_t place; /* of the heading above it, and of the first row of its table or record; 0: it has none */
};

/* All in an arena. */
struct statements {
    struct bytes text;
    struct statement_word *words;
    size_t n_words;
    struct statement *items;
    size_t n;
};

/* `text` must outlive the statements. It is plain text or Markdown; of HTML its text (core/markup/html_text.h). */
void statements_read(struct arena *arena, struct bytes text, struct statements *out);

#endif
