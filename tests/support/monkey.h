/*
 * Keys that nobody thought of, fed into the real app on a real database, and
 * what must hold whatever they are:
 *
 *   - nothing is voted but by a key that votes, one vote a key
 *   - an undo leaves the votes as they were before the last one
 *   - what the header counts is what the database has
 *   - every cell of the screen holds what a terminal can draw, no wide one is cut
 *   - at the end all sums of the database agree with its votes
 *
 * A bug (core/base/bug.h) when one of them does not, with the last keys before it.
 */
#ifndef ASSAY_TESTS_SUPPORT_MONKEY_H
#define ASSAY_TESTS_SUPPORT_MONKEY_H

#include "tui/keys/key.h"

#include <stddef.h>

/* Where the keys come from. */
struct monkey {
    /* The next key; NAMED_STOP ends it all, NAMED_RESIZE comes with the new size in row and column. */
    struct key (*next)(void *context);
    void *context;
};

/* What was seen to happen. */
struct monkey_sums {
    size_t keys;
    size_t votes;
    size_t undone;
    size_t sessions; /* the app was quit and opened again */
};

/* Plays all keys on the sample data, in a database of this name made anew in the current folder, above which no run
 * is looked for. `repository`: where sample-data lies. */
struct monkey_sums monkey_play(const struct monkey *monkey, const char *database, const char *repository);

#endif
