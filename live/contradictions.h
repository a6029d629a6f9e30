/*
 * Contradictions between the documents of a database, and the votes on the documents concerned.
 */
#pragma once

#include "core/base/err.h"
#include "core/match/contradiction.h"

struct store;

/* Two documents that contradict each other. Index 0 is the one that was imported first. */
struct contradicting_pair {
    struct bytes docids[2], titles[2]; /* a title may be empty */
    struct bytes texts[2];             /* as compared: HTML without its tags */
    struct contradictions found;       /* at least one */
    int64_t chosen[2];                 /* votes on ballots that showed both: for this document … */
    int64_t neither;                   /* … and those that prefer neither, as a tie */
    /* all votes on ballots that showed the document, and the votes for it */
    int64_t votes[2];
    double wins[2];
    struct bytes *qids; /* questions whose ballots showed both documents, in the order of the votes */
    size_t n_qids;
};

/* {0} is empty and safe to release. */
struct contradiction_list {
    struct arena arena;
    /* pairs on which votes disagree come first, then other pairs with votes */
    struct contradicting_pair *pairs;
    size_t n;
    size_t n_other_subjects; /* pairs left out because they seem to be about different subjects */
    int64_t documents;
};

void contradiction_list_release(struct contradiction_list *list);

/*
 * Reports progress from time to time while documents are read and compared. If go_on returns false, the reading ends
 * with ERR_INTERRUPTED.
 */
struct contradiction_watch {
    bool (*go_on)(void *context, int64_t done, int64_t all); /* NULL: no reports */
    void *context;
};

/*
 * Finds the contradictions. Reads all documents twice, possible near-duplicates once more, and all answers.
 * `with_other_subjects`: also lists pairs whose titles name different subjects. The result is consistent if the store
 * is in a reading transaction. *out must be {0}.
 */
MUST_CHECK bool contradictions_read(struct store *store, bool with_other_subjects,
                                    const struct contradiction_watch *watch, struct contradiction_list *out,
                                    struct err *err);

/*
 * Appends "Votes on ballots with both: document 1: 2, document 2: 1, neither: 0.", or the other votes that there are.
 */
void contradiction_add_votes(const struct contradicting_pair *pair, struct buffer *text);
