/*
 * Tells a key that was meant for the ballot from one that is held down, a button
 * that is clicked twice and a finger that slips onto a second key: none of these
 * is to vote for ballot after ballot.
 *
 * Keys typed before the new ballot appeared are discarded: they were meant for the ballot before. Of two votes
 * within a third of a second the second one counts as a slip, so a test in a pseudo-terminal waits for the text
 * that it answers and presses another key in between.
 */
#ifndef ASSAY_TUI_KEYS_VOTE_GUARD_H
#define ASSAY_TUI_KEYS_VOTE_GUARD_H

#include "tui/keys/key.h"

/* {0}: no key was pressed yet. */
struct vote_guard {
    struct key last; /* that was pressed */
    int64_t last_at; /* milliseconds */
    bool last_voted; /* or was to vote */
    bool types_command;
    int64_t vote_at;  /* when the last vote was taken: one that is refused keeps nobody waiting */
    bool has_brought; /* some key brought another ballot, other than by a vote … */
    int64_t brought_at;
};

enum press {
    PRESS_ANEW,
    PRESS_REPEATED, /* the key before once more, too soon to be pressed anew; after a vote within QUICK_VOTE_MS */
    PRESS_SLIPPED,  /* after a vote, too soon for a ballot to be read in between */
    PRESS_UNREAD,   /* after another ballot came, by a skip for example, too soon for it to be read */
    PRESS_WITH_ALT, /* after Esc, too soon for a finger: what Alt and a key send, on a line that parted it */
    PRESS_OF_COMMAND, /* behind a colon, as where one types commands */
};

/* To be called with every key that is pressed. */
enum press vote_guard_press(struct vote_guard *guard, struct key key, int64_t now);

/* The key that was pressed last asks for a vote, which is taken or refused. */
void vote_guard_vote(struct vote_guard *guard, bool is_taken);

/* The key that was pressed last has brought a ballot that was not there before, and is no vote. */
void vote_guard_bring(struct vote_guard *guard);

#endif
