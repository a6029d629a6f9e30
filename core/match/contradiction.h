/*
 * Contradictions: two documents that say nearly the same and differ in a number, a name or a negation. At most one of the two
 * can be right, or they speak of different things; which one holds only people know.
 *
 * Statements (statement.h) that stand in both texts are no difference. Of the others two belong together that share most of
 * their words in the same order, below the same heading, in the same row of the same table. A difference counts if both sides
 * have a number, a name or a code in its place, or if one side denies what the other says. Words in other words, a sentence
 * more or less, and the numbers of figures, pages and versions do not count.
 */
#ifndef ASSAY_CORE_MATCH_CONTRADICTION_H
#define ASSAY_CORE_MATCH_CONTRADICTION_H

#include "core/base/words.h"
#include "core/match/statement.h"

enum contradiction_kind {
    CONTRADICTION_NEGATION, /* one says "not", or they say opposites: open and close */
    CONTRADICTION_NUMBER,   /* another number, or another unit */
    CONTRADICTION_NAME,     /* another name or code: Berlin and Bonn, E-17 and E-18 */
    CONTRADICTION_KIND_COUNT,
};

/* By enum contradiction_kind. */
extern const struct words contradiction_kind_words;

/* By text, 0 and 1. */
struct contradiction {
    enum contradiction_kind kind;
    struct text_span statements[2];
    struct text_span words[2]; /* in them, that differ; empty where only the other text has some */
};

struct document_text {
    struct bytes title; /* may be empty */
    struct bytes text;
};

/* In an arena. */
struct contradictions {
    struct contradiction *items; /* in the order of text 0 */
    size_t n;
    double
        shared; /* of the words of the shorter text, the share in statements that the other text has, too, or nearly */
    /* The titles differ in a number or a name that is no version, and the texts differ in the same: they seem to speak of two things. */
    bool are_of_other_subjects;
};

/* Of less than this what they share is a passage, and their statements are not compared. */
#define CONTRADICTION_SHARED_LEAST 0.5

/* The texts must outlive what is found. None is found where the texts share too little. */
void contradictions_find(struct arena *arena, const struct document_text texts[2],
                         struct contradictions *out);

#endif
