/*
 * The replay of an annotator's answers, for the lead: each answer with its ballot as it was on the screen, its time
 * and its notes. It changes nothing.
 */
#pragma once

#include "live/sitting.h"
#include "tui/screens/screens.h"
#include "tui/text/question_words.h"
#include "tui/widget/document_box.h"

/* Made by {0} and the screen's `fill`; freed by the screen's `release`. */
struct replay_model {
    struct arena arena; /* holds the steps */
    struct answered_sitting sitting;
    size_t step;
    struct arena ballot_arena;
    struct seen_ballot seen;
    struct question_words words;
    struct buffer said; /* the answer, what was written with it, and which texts have changed since */
    struct text_view said_text, question;
    struct document_box boxes[BALLOT_SIZE_MAX];
    size_t focus;   /* the document that scrolls */
    bool shows_one; /* there is only room for the focused document */
    struct rectangle area;
};
