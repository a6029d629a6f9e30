/*
 * The desk: the present state of the labelling, from which screens are filled.
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

/* The last practice ballot, with the lead's answer and the annotator's own. */
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

/* The work of this session. */
struct session_sum {
    int64_t votes;
    int64_t work_ms;                              /* between its answers, without pauses */
    struct quick_answer quick[SESSION_QUICK_MAX]; /* the quickest first */
    size_t n_quick;
};

struct desk {
    /* The project. */
    struct store *store; /* to read from */
    /* The ballot in hand; NULL: there is none. While something is said beside the last vote, the ballot of that vote. */
    const struct ballot *ballot;
    struct last_vote vote; /* the vote that gets an addition; without a ballot: none does */
    bool asks_second;      /* the next best document is asked for */
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

    /* The reader, the time, and the ballot. */
    int64_t now;   /* milliseconds since 1970-01-01 UTC */
    bool is_lead;  /* who may change settings, and see at any time what the votes say */
    bool is_judge; /* of what others disagree on: sees of no question what the votes say */
    const struct preferences *preferences;
    bool is_ascii;              /* plots are drawn with letters */
    const struct screen *shown; /* on top of which another one is opened */
    void *const *models;        /* of all screens: desk_model of tui/screens/screens.h */
};

/*
 * The choices of others could influence votes that are still to come. So an annotator who votes blind and is not a lead must
 * not see the votes on a question before it is done, nor of the one in hand, which may be done: a control is asked of any, and
 * what others have done meanwhile is still answered. Not in a cell, not by the order of rows, and not by what a filter finds.
 */
bool desk_hides_votes(const struct desk *desk, const struct question_row *question);

/* Likewise how others vote at all: of few votes it says what they were. */
bool desk_hides_others(const struct desk *desk);

/* The remark that replaces the votes. */
const char *desk_instead_of_votes(const struct desk *desk);

/* Adds what the filter of a list looks through for a question: its text and, unless it is kept from view, its qid. */
void desk_add_searched(struct bytes question, struct bytes qid, bool is_blind, struct buffer *text);

#endif
