/*
 * Findings that need the lead, the worst first, as the board shows them: annotators whose votes look wrong, undecided
 * disagreement, unknown agreement, holes of the runs, questions without candidates. Each finding has one remedy.
 */
#ifndef ASSAY_LIVE_FINDINGS_H
#define ASSAY_LIVE_FINDINGS_H

#include "core/base/err.h"
#include "core/judge/overlap.h"
#include "core/metric/scoreboard.h"
#include "core/store/labelling/status.h"
#include "core/store/votes/annotators.h"

enum finding_kind {
    FINDING_HASTE,         /* an annotator votes faster than anybody reads */
    FINDING_SLOT,          /* an annotator chooses one slot more often than by chance */
    FINDING_NONE,          /* an annotator finds no document relevant much more often than the others */
    FINDING_DISAGREES,     /* an annotator agrees little with the others */
    FINDING_CONTESTED,     /* ballots that several answered in different ways */
    FINDING_UNSHARED,      /* no ballot has two answers: agreement is unknown */
    FINDING_HOLES,         /* documents among the first ones of runs that were never asked about */
    FINDING_NO_CANDIDATES, /* questions that cannot be asked */
    FINDING_QUIET,         /* nobody has voted for a day, and ballots are left */
};

struct lead_finding {
    enum finding_kind kind;
    struct bytes annotator; /* of the first four */
    int64_t count, of;      /* votes, ballots, documents, questions: see finding_add_text */
    double value, other;
};

enum {
    FINDINGS_MAX = 8,               /* as many as a row of keys has … */
    FINDINGS_OF_ANNOTATORS_MAX = 4, /* … and as are left by the others together */
    HOLES_DEPTH = 10,               /* documents of a run that are looked at for each question */
};

/* Documents that stand among the first HOLES_DEPTH of a run for a question with votes, and not in its pool. */
struct run_holes {
    bool
        are_known; /* false: there are no runs, or too many questions to be gone through while somebody waits */
    int64_t documents, questions;
};

/* The facts that findings follow from. */
struct finding_facts {
    const struct annotators_agreement *annotators;
    struct overlap overlap;
    struct progress progress;
    struct run_holes holes;
    int64_t lacking; /* questions without candidates */
    int64_t now;
};

/* Reads the pools of the questions that have votes; runs as the scoreboard has them, which may be NULL. */
bool findings_read_holes(struct store *store, const struct scoreboard *scores, struct run_holes *holes,
                         struct err *err) __attribute__((warn_unused_result));

/* Worst first; names are those of the facts. */
struct lead_findings {
    struct lead_finding items[FINDINGS_MAX];
    size_t n;
    size_t n_more; /* about annotators, for which there is no room */
};

void findings_make(const struct finding_facts *facts, struct lead_findings *findings);

/* Adds what was found, in a sentence. */
void finding_add_text(const struct lead_finding *finding, struct buffer *text);

#endif
