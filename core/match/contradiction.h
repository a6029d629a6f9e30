/*
 * Contradictions: two documents that say nearly the same, but differ in a number, a name or a negation. Either at
 * most one of the two is right, or they are about different things; only people can tell which.
 *
 * Statements (statement.h) that are in both texts are no difference. Of the others, two are compared if they share
 * most of their words in the same order, below the same heading, and in the same row of the same table. A
 * difference counts if both sides have a number, a name or a code in its place, or if one side negates what the
 * other says. Rephrasings, an additional sentence, and the numbers of figures, pages and versions do not count.
 */
#pragma once

#include "core/base/words.h"
#include "core/match/statement.h"

enum contradiction_kind {
    CONTRADICTION_NEGATION, /* one side says "not", or the sides say opposites: open and close */
    CONTRADICTION_NUMBER,   /* a different number or unit */
    CONTRADICTION_NAME,     /* a different name or code: Berlin and Bonn, E-17 and E-18 */
    CONTRADICTION_KIND_COUNT,
};

/* By enum contradiction_kind. */
extern const struct words contradiction_kind_words;

/* Arrays are indexed by text, 0 and 1. */
struct contradiction {
    enum contradiction_kind kind;
    struct text_span statements[2];
    struct text_span words[2]; /* the words in them that differ; empty if only the other text has some */
};

struct document_text {
    struct bytes title; /* may be empty */
    struct bytes text;
};

/* The arrays are in an arena. */
struct contradictions {
    struct contradiction *items; /* in the order of text 0 */
    size_t n;
    double
        /* share of the shorter text's words that are in statements which the other text has, too, or nearly */
        shared;
    /*
     * The titles differ in a number or a name that is not a version, and the texts differ in the same. So the texts
     * seem to be about different things.
     */
    bool are_of_other_subjects;
};

/* Below this, the texts only share a passage, and their statements are not compared. */
#define CONTRADICTION_SHARED_LEAST 0.5

/* Finds contradictions. The texts must outlive the result. The result is empty if the texts share too little. */
void contradictions_find(struct arena *arena, const struct document_text texts[2],
                         struct contradictions *out);
