/*
 * Practice ballots: votes of an annotator who leads, each with a note that says why. Newcomers answer the same ballots
 * and then see the lead's answer; nothing is stored.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"

enum { PRACTICE_MAX = 20 };

struct store;

struct practice_ballot {
    struct ballot ballot; /* as it was dealt, without its answer */
    struct answer answer; /* of the lead; without evidence if the text no longer contains it */
};

/*
 * Lists the lead's first PRACTICE_MAX votes with notes, in the order in which they were given; none for an empty name.
 * In the arena.
 */
MUST_CHECK bool store_list_practice(struct store *store, struct bytes lead, struct arena *arena,
                                    struct practice_ballot **ballots, size_t *n, struct err *err);
