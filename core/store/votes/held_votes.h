/*
 * For this folder alone: the votes that stand, by question, for who wants those of all questions (replay.h). The votes of a
 * question may lie anywhere in the tables, so that looking for them, question after question, takes several times as long as
 * reading each table from its beginning to its end. That is done here, once, and the votes of the first questions are held, as
 * far as 16 MiB go.
 */
#ifndef ASSAY_CORE_STORE_VOTES_HELD_VOTES_H
#define ASSAY_CORE_STORE_VOTES_HELD_VOTES_H

#include "core/base/err.h"
#include "core/judge/ballot.h"

struct held_votes;
struct store;

/* The votes up to answer number `last`. Who cast them is held where it is asked for. */
bool held_votes_open(struct held_votes **out, struct store *store, int64_t last, bool with_annotators,
                     struct err *err) __attribute__((warn_unused_result));
/* NULL is fine. */
void held_votes_close(struct held_votes *held);

/* Reads the next ones, as many as take about a millisecond. *are_read: those that are to be held are. */
bool held_votes_read(struct held_votes *held, bool *are_read, struct err *err)
    __attribute__((warn_unused_result));

/* Whether the votes of all questions up to this one are held; not before they are read. */
bool held_votes_reach(const struct held_votes *held, int64_t question_id);

struct held_vote {
    int64_t answer_id;
    int64_t annotator_id; /* 0: not held */
    struct choice choice; /* by the numbers of the candidates; one that stands for twins is there once */
};

/* How many votes of a question are held, and one of them, from 0: in the order of dealing. */
size_t held_votes_count(const struct held_votes *held, int64_t question_id);
struct held_vote held_votes_get(const struct held_votes *held, int64_t question_id, size_t i);

#endif
