/*
 * For this folder alone: the votes that stand, held by question for code that reads the votes of all questions. The
 * votes of a question may lie anywhere in the tables. So reading them question by question takes several times as long
 * as reading each table once from its beginning to its end (held_votes_reading.h). The votes of the first questions are
 * held, up to 20 MiB; those of the others are looked up (votes.h).
 *
 * Votes of annotators who don't count, and answers to controls, are not held.
 */
#pragma once

#include "core/store/votes/cast_vote.h"

/* The votes of question number i begin at first[i]; next[i] is the place for the next one. */
struct held_votes {
    int64_t newest;      /* question, for which the following arrays have a place */
    int64_t n_questions; /* with room for their votes, from number 1 on */
    uint32_t *first, *next;
    bool *are_old; /* the votes on the question have changed since */
    uint32_t n;    /* for which there is room */
    struct packed_vote *votes;
    bool are_read;
};

/* Returns votes for questions up to this number, as yet without room for a vote; the caller lets them go. */
struct held_votes *held_votes_open(int64_t newest);
/* Frees the votes, and sets *held to NULL, which is allowed. */
void held_votes_let_go(struct held_votes **held);
/*
 * Makes room for this number of votes of the next question. False: there are too many; this question and all later ones
 * get no room.
 */
bool held_votes_make_room(struct held_votes *held, int64_t votes);
/* Call it when all questions have room: votes can be added from now on. */
void held_votes_begin(struct held_votes *held);
/*
 * Adds a vote; ignores it if its question has no room. False: the vote does not fit, so the caller must hold nothing.
 */
MUST_CHECK bool held_votes_add(struct held_votes *held, int64_t question_id, const struct cast_vote *vote);
/* Notes that the votes on a question have changed: those that are held, or will be, don't serve any more. */
void held_votes_change(struct held_votes *held, int64_t question_id);
/*
 * Returns whether the votes of all questions up to this one are held and read, and those of this one have not changed
 * since; false for NULL.
 */
bool held_votes_reach(const struct held_votes *held, int64_t question_id);
/* Return the number of held votes of a question, and one of them, from 0, in the order in which they were added. */
size_t held_votes_count(const struct held_votes *held, int64_t question_id);
struct cast_vote held_votes_get(const struct held_votes *held, int64_t question_id, size_t i);
