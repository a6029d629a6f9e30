/*
 * What screens are filled from: the labelling as it stands, to look at.
 */
#ifndef ASSAY_TUI_SCREENS_DESK_H
#define ASSAY_TUI_SCREENS_DESK_H

#include "core/store/content/questions.h"
#include "core/store/settings.h"
#include "core/store/labelling/status.h"
#include "live/labelling.h"
#include "tui/keys/preferences.h"

struct store;

struct screen; /* of tui/screens/screen.h */

/* What was practised last: the ballot with the lead's answer, and one's own. */
struct practised {
    const struct practice_ballot *practice;
    int position; /* VOTE_ABSENT: it was skipped */
};

enum { SESSION_QUICK_MAX = 3 };

/* An answer in this session that was quick: how many came after it. */
struct quick_answer {
    size_t newest;
    int64_t elapsed_ms;
};

/* What was done in this session. */
struct session_sum {
    int64_t votes;
    int64_t work_ms;                              /* between its answers, without pauses */
    struct quick_answer quick[SESSION_QUICK_MAX]; /* the quickest first */
    size_t n_quick;
};

struct desk {
    /* What is labelled. */
    struct store *store; /* to read from */
    /* The ballot in hand; NULL: there is none. While something is said beside the last vote, the ballot of that vote. */
    const struct ballot *ballot;
    struct last_vote vote; /* beside which something is said; without a ballot: nothing is */
    bool asks_second;      /* the next best is asked for beside it */
    struct progress progress;
    const struct forecast *forecast; /* of what is left, as the header has it; NULL: not known */
    struct bytes annotator;
    int64_t own_votes;               /* of the annotator, that stand */
    const struct live_scores *live;  /* whose scoreboard it is: */
    const struct scoreboard *scores; /* NULL without runs */
    const struct history *history;   /* NULL: not known (yet) */
    const struct decider *decider;   /* NULL: nothing is to be decided */
    struct practised practised;
    struct session_sum session_sum;
    size_t practice_number, practice_of; /* of the ballot in hand; 0: it is no practice */
    const struct reason_list *reasons;   /* that are set */
    const char *database_path;           /* as the user gave it */

    /* As it is set in the database. */
    uint64_t settings; /* settings_digest */
    struct bytes guide;
    enum document_format format;
    const char *language; /* of questions and documents; NULL: none */
    bool is_blind;        /* docids, priors and sources are kept from the annotator's eyes */

    /* Who looks, when, and at what. */
    int64_t now;   /* milliseconds since 1970-01-01 UTC */
    bool is_lead;  /* who may change settings, and see at any time what the votes say */
    bool is_judge; /* of what others disagree on: sees of no question what the votes say */
    const struct preferences *preferences;
    bool is_ascii;              /* plots are drawn with letters */
    const struct screen *shown; /* on top of which another one is opened */
    void *const *models;        /* of all screens: desk_model of tui/screens/screens.h */
};

/*
 * What others chose would steer the votes that are still to be cast. So who votes blind
 * and does not lead is not to see what the votes say of a question before it is
 * done, nor of the one in hand, which may be done: a control is asked of any, and what others have
 * done meanwhile is still answered. Not in a cell, not by the order of rows, and not by what a filter finds.
 */
bool desk_hides_votes(const struct desk *desk, const struct question_row *question);

/* Likewise how others vote at all: of few votes it says what they were. */
bool desk_hides_others(const struct desk *desk);

/* What is said in their place. */
const char *desk_instead_of_votes(const struct desk *desk);

/* Adds what the filter of a list looks through for a question: its text and, unless it is kept from view, its qid. */
void desk_add_searched(struct bytes question, struct bytes qid, bool is_blind, struct buffer *text);

#endif
