/*
 * The board of who leads: what is left, what the runs score, who is at work and how fast, how far annotators agree. It goes on
 * with what others vote while it is looked at.
 */
#ifndef ASSAY_TUI_SCREENS_BOARD_H
#define ASSAY_TUI_SCREENS_BOARD_H

#include "live/findings.h"
#include "tui/screens/page_screen.h"

/* The facts from the database; the scoreboard has the rest. */
struct board_facts {
    struct annotators_agreement annotators;
    struct forecast forecast;
    struct overlap overlap;
    struct run_holes holes;
    int64_t lacking;                 /* questions without candidates */
    struct bytes set_aside;          /* the setting */
    struct recent_votes_row *recent; /* of the last hour, by annotator_id */
    size_t n_recent;
};

/* The runs against one of them, as the gate has it. */
struct board_verdicts {
    uint64_t version; /* of the scoreboard; 0: none was made */
    size_t baseline;
    struct scoreboard_verdict *items; /* by run */
    size_t n;                         /* runs; fewer than two: there is nothing to tell */
    struct arena arena;
};

/* {0} and board_show make it; the screen's `release` ends it. */
struct board_model {
    struct page page; /* first */
    const struct live_scores *live;
    const struct scoreboard *scores; /* NULL: without runs */
    struct progress progress;
    int64_t now;
    int64_t version;   /* of the database when it was read, as others write it … */
    uint64_t settings; /* … and of its settings, which may have been changed from here: settings_digest */
    struct arena arena;
    struct board_facts facts;
    struct choice_agreement agreement; /* of all annotators */
    struct lead_findings findings;
    struct board_verdicts verdicts;
    struct bytes annotator;    /* who looks */
    const char *database_path; /* as the user gave it */
    struct buffer command;     /* that is copied */
    bool asks_whom;            /* the next key says whose answers are to be set aside … */
    struct buffer aside;       /* … which makes this of the setting */
    const struct keymap *keymap;
};

#endif
