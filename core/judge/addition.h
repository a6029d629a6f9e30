/*
 * What is said beside a vote that stands, after it: plain structs. The newest of a kind counts, in the place of an older one
 * and of what the vote was given with. None is ever taken away; it goes when the vote is taken back.
 */
#ifndef ASSAY_CORE_JUDGE_ADDITION_H
#define ASSAY_CORE_JUDGE_ADDITION_H

#include "core/base/words.h"
#include "core/judge/ballot.h"

enum addition_kind { ADDITION_NOTE, ADDITION_EVIDENCE, ADDITION_REASON, ADDITION_SECOND, ADDITION_KIND_COUNT };

/* By kind: "note", as the store has it. */
extern const struct words addition_words;

struct addition {
    enum addition_kind kind;
    struct bytes said; /* never empty, but of a second choice */
    int64_t number;    /* of evidence how many bytes of the text stand before it; the second choice; else 0 */
};

/* A vote beside which something can be said. */
struct last_vote {
    int position; /* VOTE_ABSENT: there is no such vote */
    bool has_reason;
    int second; /* as struct answer's */
    /* That it was given to, with the note and the evidence that stand beside it as its own. NULL: another one was in hand since. */
    const struct ballot *ballot;
};

/* What the answer says of this kind; false: nothing. */
bool addition_of(const struct answer *answer, enum addition_kind kind, struct addition *addition)
    __attribute__((warn_unused_result));
bool addition_is_equal(const struct addition *a, const struct addition *b);
/* Whether it can be said beside a vote for this position (or for none); ERR_INPUT when not. */
bool addition_is_accepted(const struct addition *addition, int position, struct err *err)
    __attribute__((warn_unused_result));

#endif
