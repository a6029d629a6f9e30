/*
 * The replay of an annotator's answers, for the lead: each with the ballot as it was on the screen, when it was answered and what
 * was said. Nothing is changed.
 */
#ifndef ASSAY_TUI_SCREENS_REPLAY_H
#define ASSAY_TUI_SCREENS_REPLAY_H

#include "live/sitting.h"
#include "tui/screens/screens.h"
#include "tui/text/question_words.h"
#include "tui/widget/document_box.h"

/* {0} and the screen's fill make it; its `release` ends it. */
struct replay_model {
    struct arena arena; /* of the steps */
    struct answered_sitting sitting;
    size_t step;
    struct arena ballot_arena;
    struct seen_ballot seen;
    struct question_words words;
    struct buffer said; /* the answer, what was written with it, and which texts have changed since */
    struct text_view said_text, question;
    struct document_box boxes[BALLOT_SIZE_MAX];
    size_t focus;   /* the document that scrolls */
    bool shows_one; /* there is no room for more than the focused one */
    struct rectangle area;
};

#endif
