/*
 * Random keys for the real app on a real database, and what must hold for any keys:
 *
 * - only keys that vote cast votes, and each casts at most one
 * - an undo leaves the votes as they were before the last vote
 * - the counts in the header equal the counts in the database
 * - each cell of the screen can be drawn by a terminal, and no wide character is cut
 * - after each play all sums in the database agree with its votes
 * - after all plays the check finds no problem in the database
 *
 * A violation is a bug (core/base/bug.h). The message shows the last keys.
 */
#pragma once

#include "tui/keys/key.h"

#include <stddef.h>
#include <stdint.h>

/* The source of the keys. */
struct monkey {
    /* Returns the next key. NAMED_STOP ends the play; NAMED_RESIZE has the new size in row and column. */
    struct key (*next)(void *context);
    void *context;
    int rows, columns; /* the size of the window at first */
    /* Eight bits, used in turn for each key: if the bit is set, the next key is already waiting and nothing is drawn. */
    uint8_t hurry;
};

/* Counts of what happened. */
struct monkey_sums {
    size_t keys;
    size_t votes;
    size_t undone;
    size_t sessions; /* how often the app was quit and opened again */
};

/* A database for plays. It is restored before each play. */
struct monkey_ground;

/*
 * Makes the database from the documents, questions and runs of `folder` (as in sample-data) in a file of this name in
 * the current folder. Nothing above the current folder is searched for runs.
 */
struct monkey_ground *monkey_open(const char *database, const char *folder);
/* Restores the database, then plays all keys. */
struct monkey_sums monkey_play(struct monkey_ground *ground, const struct monkey *monkey);
/* Checks the database and deletes it. */
void monkey_close(struct monkey_ground *ground);
