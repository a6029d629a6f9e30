/*
 * The contradictions among the documents of a database, and what the votes say of the documents that have them.
 */
#ifndef ASSAY_LIVE_CONTRADICTIONS_H
#define ASSAY_LIVE_CONTRADICTIONS_H

#include "core/base/err.h"
#include "core/match/contradiction.h"

struct store;

/* Two documents that contradict each other; by document, 0 and 1, in the order of import. */
struct contradicting_pair {
    struct bytes docids[2], titles[2]; /* a title may be empty */
    struct bytes texts[2];             /* as they were compared: of HTML without its tags */
    struct contradictions found;       /* at least one */
    int64_t chosen[2];                 /* votes on ballots that showed both, for this one … */
    int64_t neither;                   /* … and for none of the two */
    int64_t votes[2], wins[2];         /* all votes on ballots that showed it, and those for it */
    struct bytes *qids; /* of the questions whose ballots showed both, in the order of the votes */
    size_t n_qids;
};

/* {0} is empty and safe to release. */
struct contradiction_list {
    struct arena arena;
    struct contradicting_pair *pairs; /* those that votes disagree about first, then others with votes */
    size_t n;
    size_t n_other_subjects; /* pairs left out since they seem to speak of two things */
    int64_t documents;
};

void contradiction_list_release(struct contradiction_list *list);

/* Reports the progress of reading and comparing now and then; false ends it with ERR_INTERRUPTED. */
struct contradiction_watch {
    bool (*go_on)(void *context, int64_t done, int64_t all); /* NULL: nobody is told */
    void *context;
};

/*
 * Reads all documents twice, those that may be near twins once more, and all answers. `with_other_subjects`: pairs whose titles
 * tell two things apart are listed, too. As of one moment, if the store is in a reading. The list is {0} before.
 */
bool contradictions_read(struct store *store, bool with_other_subjects,
                         const struct contradiction_watch *watch, struct contradiction_list *out,
                         struct err *err) __attribute__((warn_unused_result));

/* Adds "Votes on ballots with both: document 1: 2, document 2: 1, neither: 0.", or what votes there are else. */
void contradiction_add_votes(const struct contradicting_pair *pair, struct buffer *text);

#endif
