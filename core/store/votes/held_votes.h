/*
 * For this folder alone: the votes that stand, by question, for whoever wants those of all questions. The votes of a question
 * may lie anywhere in the tables, so that looking for them, question after question, takes several times as long as reading
 * each table from its beginning to its end. That is done once (held_votes_reading.h), and the votes of the first questions are
 * held, as far as 20 MiB go; those of the others are looked up (votes.h).
 *
 * Votes of annotators who are left out, and answers to controls, are not held.
 */
#ifndef ASSAY_CORE_STORE_VOTES_HELD_VOTES_H
#define ASSAY_CORE_STORE_VOTES_HELD_VOTES_H

#include "core/store/votes/cast_vote.h"

/* Of question number i the votes begin at first[i], and the next one that is held goes to next[i]. */
struct held_votes {
    int64_t n_questions; /* from number 1 on, that have room */
    uint32_t *first, *next;
    uint32_t n; /* votes that there is room for */
    struct packed_vote *votes;
    bool are_read;
};

/* NULL is fine; *held is NULL then. */
void held_votes_let_go(struct held_votes **held);
/* Room for so many votes of the question that comes next; false, and none for it and those behind it: there are too many. */
bool held_votes_make_room(struct held_votes *held, int64_t votes);
/* All questions have room: votes can be held now. */
void held_votes_begin(struct held_votes *held);
/* False: the vote does not fit, so that nothing is to be held. A question without room passes its votes over. */
bool held_votes_add(struct held_votes *held, int64_t question_id, const struct cast_vote *vote)
    __attribute__((warn_unused_result));
/* Whether the votes of all questions up to this one are held: not before they are read. NULL holds none. */
bool held_votes_reach(const struct held_votes *held, int64_t question_id);
/* How many votes of a question are held, and one of them, from 0: in the order in which they were added. */
size_t held_votes_count(const struct held_votes *held, int64_t question_id);
struct cast_vote held_votes_get(const struct held_votes *held, int64_t question_id, size_t i);

#endif
