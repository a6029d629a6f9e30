/*
 * Keys that nobody thought of, fed into the real app on a real database, and
 * what must hold whatever they are:
 *
 *   - nothing is voted but by a key that votes, one vote a key
 *   - an undo leaves the votes as they were before the last one
 *   - what the header counts is what the database has
 *   - every cell of the screen holds what a terminal can draw, no wide one is cut
 *   - after a play all sums of the database agree with its votes
 *   - after all of them the database is whole
 *
 * A bug (core/base/bug.h) when one of them does not, with the last keys before it.
 */
#ifndef ASSAY_TESTS_SUPPORT_MONKEY_H
#define ASSAY_TESTS_SUPPORT_MONKEY_H

#include "tui/keys/key.h"

#include <stddef.h>
#include <stdint.h>

/* Where the keys come from. */
struct monkey {
    /* The next key; NAMED_STOP ends it all, NAMED_RESIZE comes with the new size in row and column. */
    struct key (*next)(void *context);
    void *context;
    int rows, columns; /* of the window at first */
    uint8_t
        hurry; /* after a key whose bit of eight is set the next one waits already: the screen is not drawn */
};

/* What was seen to happen. */
struct monkey_sums {
    size_t keys;
    size_t votes;
    size_t undone;
    size_t sessions; /* the app was quit and opened again */
};

/* A database that is played on, as it was when it was made. */
struct monkey_ground;

/*
 * Makes the database from the documents, questions and runs of `folder` (as sample-data has them) in a file of this
 * name in the current folder, above which no run is looked for.
 */
struct monkey_ground *monkey_open(const char *database, const char *folder);
/* Plays all keys, on the database as it was made. */
struct monkey_sums monkey_play(struct monkey_ground *ground, const struct monkey *monkey);
/* Checks the database, and removes it. */
void monkey_close(struct monkey_ground *ground);

#endif
