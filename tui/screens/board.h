/*
 * The project lead's board: the remaining work, the scores of the runs, who is at work and how fast, and how well
 * annotators agree. While it is shown, it is updated with the votes of others.
 */
#pragma once

#include "live/findings.h"
#include "tui/screens/page_screen.h"

/* The facts read from the database. All other facts come from the scoreboard. */
struct board_facts {
    struct annotators_agreement annotators;
    struct forecast forecast;
    struct overlap overlap;
    struct run_holes holes;
    int64_t lacking;                 /* questions without candidates */
    struct bytes set_aside;          /* the setting of the same name */
    struct recent_votes_row *recent; /* of the last hour, sorted by annotator_id */
    size_t n_recent;
};

/* The verdicts on the runs against one of them, computed as `assay gate` does. */
struct board_verdicts {
    uint64_t version; /* of the scoreboard; 0: no verdicts were made yet */
    size_t baseline;
    struct scoreboard_verdict *items; /* indexed by run */
    size_t n;                         /* number of runs; with fewer than two there are no verdicts */
    struct arena arena;
};

/* Made by {0} and board_show; freed by the screen's `release`. */
struct board_model {
    struct page page; /* must be the first member */
    const struct live_scores *live;
    const struct scoreboard *scores; /* NULL: there are no runs */
    struct progress progress;
    int64_t now;
    int64_t version;   /* of the database when it was last read; others write to it … */
    uint64_t settings; /* … and settings_digest of its settings, which can be changed from this screen */
    struct arena arena;
    struct board_facts facts;
    struct choice_agreement agreement; /* of all annotators */
    struct lead_findings findings;
    struct board_verdicts verdicts;
    struct bytes annotator;    /* who looks at the board */
    const char *database_path; /* as the user gave it */
    struct buffer command;     /* the command that is copied */
    bool asks_whom;            /* the next key chooses whose answers to set aside … */
    struct buffer aside;       /* … and this becomes the value of the setting */
    const struct keymap *keymap;
};
