/*
 * Practice ballots: votes of an annotator who leads, each with a note that says why. Newcomers answer the same ballots and then
 * see the lead's answer; nothing is stored.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_PRACTICE_H
#define ASSAY_CORE_STORE_LABELLING_PRACTICE_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"

enum { PRACTICE_MAX = 20 };

struct store;

struct practice_ballot {
    struct ballot ballot; /* as it was dealt, without what was answered to it */
    struct answer answer; /* of the lead; evidence is only there where the text still has it */
};

/* The first PRACTICE_MAX, in the order in which they were answered; none of an empty name. In the arena. */
bool store_list_practice(struct store *store, struct bytes lead, struct arena *arena,
                         struct practice_ballot **ballots, size_t *n, struct err *err)
    __attribute__((warn_unused_result));

#endif
