/*
 * The board of who leads: what is left, what the runs score, who is at work and how fast, how far annotators agree. It goes on
 * with what others vote while it is looked at.
 */
#ifndef ASSAY_TUI_SCREENS_BOARD_H
#define ASSAY_TUI_SCREENS_BOARD_H

#include "core/judge/overlap.h"
#include "core/store/votes/annotators.h"
#include "tui/screens/page_screen.h"

/* {0} and board_show make it; the screen's `release` ends it. */
struct board_model {
    struct page page;                /* first */
    const struct scoreboard *scores; /* NULL: without runs */
    struct progress progress;
    struct forecast forecast;
    int64_t now;
    int64_t version; /* of the database when it was read */
    struct arena arena;
    struct annotators_agreement annotators;
    struct choice_agreement agreement; /* of all of them */
    struct overlap overlap;
};

#endif
