/*
 * Findings that need the lead's attention, the worst first, as shown on the board: annotators whose votes look wrong,
 * undecided disagreement, unknown agreement, holes in the runs, questions without candidates. Each finding has one
 * remedy.
 */
#pragma once

#include "core/base/err.h"
#include "core/judge/overlap.h"
#include "core/metric/scoreboard.h"
#include "core/store/labelling/status.h"
#include "core/store/votes/annotators.h"

enum finding_kind {
    FINDING_HASTE,         /* an annotator votes faster than anybody can read */
    FINDING_SLOT,          /* an annotator chooses one slot more often than chance would */
    FINDING_NONE,          /* an annotator finds no document relevant much more often than others */
    FINDING_DISAGREES,     /* an annotator agrees little with others */
    FINDING_CONTESTED,     /* ballots that several annotators answered differently */
    FINDING_UNSHARED,      /* no ballot has two answers, so agreement is unknown */
    FINDING_HOLES,         /* documents at the top of runs that were never asked about */
    FINDING_NO_CANDIDATES, /* questions that can't be asked */
    FINDING_QUIET,         /* nobody has voted for a day, and ballots remain */
};

struct lead_finding {
    enum finding_kind kind;
    struct bytes annotator; /* for the first four kinds */
    int64_t count, of;      /* number of votes, ballots, documents or questions: see finding_add_text */
    double value, other;
};

enum {
    FINDINGS_MAX = 8,               /* the number of keys in a row of a key table … */
    FINDINGS_OF_ANNOTATORS_MAX = 4, /* … minus the findings of all other kinds */
    HOLES_DEPTH = 10,               /* number of top documents of a run that are examined per question */
};

/* Documents among the first HOLES_DEPTH of a run, for a question with votes, that are not in the question's pool. */
struct run_holes {
    bool are_known; /* false: there are no runs, or too many questions to examine while the user waits */
    int64_t documents, questions;
};

/* The facts from which findings follow. */
struct finding_facts {
    const struct annotators_agreement *annotators;
    struct overlap overlap;
    struct progress progress;
    struct run_holes holes;
    int64_t lacking; /* questions without candidates */
    int64_t now;
};

/* Finds the holes of the scoreboard's runs. Reads the pools of the questions that have votes. `scores` may be NULL. */
MUST_CHECK bool findings_read_holes(struct store *store, const struct scoreboard *scores,
                                    struct run_holes *holes, struct err *err);

/* The worst first. Names point into the facts. */
struct lead_findings {
    struct lead_finding items[FINDINGS_MAX];
    size_t n;
    size_t n_more; /* findings about annotators for which there was no room */
};

void findings_make(const struct finding_facts *facts, struct lead_findings *findings);

/* Appends the finding as a sentence. */
void finding_add_text(const struct lead_finding *finding, struct buffer *text);
