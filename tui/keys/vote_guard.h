/*
 * Tells a key that was meant for the ballot from a key that is held down, a button that is clicked twice, and a
 * finger that slips onto a second key. None of these may vote for ballot after ballot.
 *
 * Keys typed before the new ballot appeared are discarded: they were meant for the previous ballot. Of two votes
 * within a third of a second, the second counts as a slip. A test in a pseudo-terminal therefore waits for the text
 * that it answers, and presses another key in between.
 */
#pragma once

#include "tui/keys/key.h"

/* {0}: no key was pressed yet. */
struct vote_guard {
    struct key last; /* the key that was pressed last */
    int64_t last_at; /* when, in milliseconds */
    bool last_voted; /* it voted, or would have voted */
    bool types_command;
    int64_t vote_at;  /* when the last vote was taken; a refused vote delays nothing */
    bool has_brought; /* some key brought another ballot other than by a vote … */
    int64_t brought_at;
};

enum press {
    PRESS_ANEW,
    PRESS_REPEATED, /* the same key again, too soon for a new press; after a vote, within QUICK_VOTE_MS */
    PRESS_SLIPPED,  /* after a vote, too soon for a ballot to be read in between */
    PRESS_UNREAD,   /* after another ballot came, for example by a skip, too soon for it to be read */
    /* right after Esc, sooner than a finger could press: the two bytes of Alt and a key, separated by a slow line */
    PRESS_WITH_ALT,
    PRESS_OF_COMMAND, /* after a colon, as when one types commands */
};

/* To be called with every pressed key. */
enum press vote_guard_press(struct vote_guard *guard, struct key key, int64_t now);

/* Notes that the last pressed key asks for a vote, and whether the vote is taken or refused. */
void vote_guard_vote(struct vote_guard *guard, bool is_taken);

/* Notes that the last pressed key brought another ballot without a vote. */
void vote_guard_bring(struct vote_guard *guard);
