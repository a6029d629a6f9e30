/*
 * The desk: the present state of the labelling, from which screens are filled.
 */
#pragma once

#include "core/store/content/questions.h"
#include "core/store/settings.h"
#include "core/store/labelling/status.h"
#include "live/labelling.h"
#include "tui/keys/preferences.h"

struct store;

struct screen; /* defined in tui/screens/screen.h */

/* The last practice ballot, with the lead's answer and the annotator's. */
struct practised {
    const struct practice_ballot *practice;
    struct answer answer; /* of the annotator; position VOTE_ABSENT: skipped */
};

enum { SESSION_QUICK_MAX = 3 };

/* A quick answer of this session: its time, and how many answers came after it. */
struct quick_answer {
    size_t newest;
    int64_t elapsed_ms;
};

/* The work done in this session. */
struct session_sum {
    int64_t votes;
    int64_t work_ms;                              /* time between its answers, without pauses */
    struct quick_answer quick[SESSION_QUICK_MAX]; /* the quickest first */
    size_t n_quick;
};

struct desk {
    /* The project. */
    struct store *store; /* for reading */
    /* The ballot in hand; NULL: none. While the user adds to the last vote, the ballot of that vote. */
    const struct ballot *ballot;
    struct last_vote vote; /* the vote that gets an addition; has no ballot if none does */
    bool asks_second;      /* the user is asked for the second choice */
    struct progress progress;
    const struct forecast *forecast; /* of the remaining work, as in the header; NULL: unknown */
    struct bytes annotator;
    int64_t own_votes;               /* the annotator's votes that are in force */
    const struct live_scores *live;  /* owner of the scoreboard `scores` */
    const struct scoreboard *scores; /* NULL: there are no runs */
    const struct history *history;   /* NULL: not known, or not yet */
    const struct decider *decider;   /* NULL: there is no decision to make */
    struct practised practised;
    struct session_sum session_sum;
    size_t practice_number, practice_of; /* of the ballot in hand; 0: it is not a practice ballot */
    const struct reason_list *reasons;   /* the reasons that are set */
    const char *database_path;           /* as the user gave it */

    /* The settings of the database. */
    uint64_t settings; /* settings_digest */
    struct bytes guide;
    enum document_format format;
    const char *language; /* of questions and documents; NULL: not set */
    bool is_blind;        /* docids, priors and sources are hidden from the annotator */
    bool takes_ties;      /* an answer can say that two documents are equally good */

    /* The user, the time, and the screens. */
    int64_t now;   /* milliseconds since 1970-01-01 UTC */
    bool is_lead;  /* may change settings, and may see all votes at any time */
    bool is_judge; /* judges what others disagree on: never sees any votes */
    const struct preferences *preferences;
    bool is_ascii;              /* plots are drawn with letters */
    const struct screen *shown; /* the screen on top of which another is opened */
    void *const *models;        /* of all screens; read them with desk_model of tui/screens/screens.h */
};

/*
 * Whether the votes on a question must be hidden. The choices of others could influence later votes, so a blind
 * annotator who is not a lead must not see the votes on a question before it is done. The votes on the question in
 * hand are hidden even when it is done: a control may belong to any question, and a question that others complete
 * meanwhile is still answered. Hidden votes must not show in a cell, in the order of rows, or in the matches of a
 * filter.
 */
bool desk_hides_votes(const struct desk *desk, const struct question_row *question);

/* Whether all figures about how others vote must be hidden: with few votes they reveal the votes themselves. */
bool desk_hides_others(const struct desk *desk);

/* The remark shown in place of hidden votes. */
const char *desk_instead_of_votes(const struct desk *desk);

/* Appends what the filter of a list searches for a question: its text and, unless the annotator is blind, its qid. */
void desk_add_searched(struct bytes question, struct bytes qid, bool is_blind, struct buffer *text);
