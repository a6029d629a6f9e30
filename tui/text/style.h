#pragma once

#include <stddef.h>

/* The meaning of a cell of the screen. A row of tui/terminal/theme.c has its colours. */
enum style {
    STYLE_NORMAL,
    STYLE_DIM,      /* labels and remarks around the content */
    STYLE_FRAME,    /* rules and boxes */
    STYLE_ACCENT,   /* what the eye should find first: the focused frame, the key bar */
    STYLE_TITLE,    /* a document's title, a heading */
    STYLE_QUESTION, /* the question */
    STYLE_KEY,      /* a key that can be pressed, or a document's number */
    STYLE_SELECTED, /* the number of the focused document */
    STYLE_MATCH,    /* found text */
    STYLE_CURRENT,  /* the match from which "next" starts */
    STYLE_WARNING,  /* something went wrong */
    STYLE_RISE,     /* a score that went up; as in the next three, a sign says so too */
    STYLE_FALL,     /* a score that went down */
    STYLE_GOOD,     /* better than the baseline */
    STYLE_BAD,      /* worse */
    STYLE_BAR,      /* a bar */
    STYLE_RUN_1,    /* a run's line and letter in a plot; after the last colour the first is used again */
    STYLE_RUN_2,
    STYLE_RUN_3,
    STYLE_RUN_4,
    STYLE_RUN_5,
    STYLE_RUN_6,
    STYLE_WORD,     /* a word of the question in a document: weaker than a match */
    STYLE_OWN,      /* text that only this document of the ballot has … */
    STYLE_DECISIVE, /* … and that may decide: a number, a negation */
    STYLE_EMPHASIS, /* the document's own markup: emphasis … */
    STYLE_STRONG,
    STYLE_CODE,
    STYLE_LINK,
    STYLE_HEADING,
    STYLE_COUNT,
};

enum style style_of_run(size_t run);

/* One letter per style, by enum style: for tests, and for scripts that describe screens. */
extern const char style_letters[STYLE_COUNT + 1];
