/*
 * Additions to a vote after it was cast: plain structs. The newest addition of a kind replaces an older one, and
 * what the vote was given with. Additions are never removed on their own; they are dropped when the vote is undone.
 */
#pragma once

#include "core/base/words.h"
#include "core/judge/ballot.h"

enum addition_kind {
    ADDITION_NOTE,
    ADDITION_EVIDENCE,
    ADDITION_REASON,
    ADDITION_SECOND,
    ADDITION_KIND_COUNT
};

/* By kind: "note" and so on, as the store has them. */
extern const struct words addition_words;

struct addition {
    enum addition_kind kind;
    struct bytes said; /* never empty, except for a second choice */
    int64_t
        number; /* of evidence: the bytes of the text before it; of a second choice: the position; else 0 */
};

/* The last vote, if something can still be added to it. */
struct last_vote {
    int position; /* VOTE_ABSENT: there is no such vote */
    bool has_reason;
    int second; /* like that of struct answer */
    /* The ballot of the vote, with the note and the evidence of the vote. NULL: another ballot has been open since. */
    const struct ballot *ballot;
};

/* Reads what the answer has of this kind. Returns false if it has nothing. */
MUST_CHECK bool addition_of(const struct answer *answer, enum addition_kind kind, struct addition *addition);
bool addition_is_equal(const struct addition *a, const struct addition *b);
/*
 * Returns whether the addition fits a vote for this position (or for none). Otherwise it returns false with
 * ERR_INPUT.
 */
MUST_CHECK bool addition_is_accepted(const struct addition *addition, int position, struct err *err);
