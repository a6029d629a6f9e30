/*
 * Tells a key that is held down, or a button that is clicked twice, from one that
 * is pressed anew: the former is not to vote for ballot after ballot.
 */
#ifndef ASSAY_TUI_VOTE_GUARD_H
#define ASSAY_TUI_VOTE_GUARD_H

#include "tui/key.h"

/* {0}: no key was pressed yet. */
struct vote_guard {
    struct key last; /* that was pressed */
    int64_t last_at; /* milliseconds */
};

/* To be called with every key that is pressed: whether it is the one before once more, too soon to be pressed anew. */
bool vote_guard_is_repeated(struct vote_guard *guard, struct key key, int64_t now);

#endif
