/*
 * Reads questions with their candidates and standing votes, several at a time, to replay all votes (live/history.h).
 *
 * Reading neighbouring questions together costs little more than reading one. But the docids of their pools and their
 * votes may lie anywhere. Both can be read once beforehand, in the order in which they lie, and are held in at most 16
 * to 20 MiB each; the others are looked up.
 */
#ifndef ASSAY_CORE_STORE_VOTES_REPLAY_H
#define ASSAY_CORE_STORE_VOTES_REPLAY_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"
#include "core/judge/relevance.h"

struct replay;
struct store;

/* A vote that stands. */
struct replayed_vote {
    int64_t answer_id;
    struct choice choice; /* as in struct cast_vote (votes.h) */
    /* The reliability of its annotator, as known now; NULL: unknown, as for anybody. */
    const struct luce_rater *rater;
};

struct replayed_question {
    int64_t question_id;
    struct bytes qid;
    struct tally
        *tallies; /* of its candidates, without votes; by document_id, a candidate before its twins */
    size_t n_tallies;
    struct replayed_vote *votes; /* in the order in which they were cast */
    size_t n_votes;
};

/*
 * Opens a replay of the votes up to answer number `last`, about n_votes of them. The votes have raters if the estimator
 * weighs them and the setting `reliability` is on.
 */
bool replay_open(struct replay **out, struct store *store, int64_t last, int64_t n_votes,
                 enum estimator estimator, struct err *err) __attribute__((warn_unused_result));
/* Frees the replay; NULL is allowed. */
void replay_close(struct replay *replay);

/* Reads the next docids, which takes about a millisecond. *are_read: no more are to be held. */
bool replay_read_docids(struct replay *replay, bool *are_read, struct err *err)
    __attribute__((warn_unused_result));
/* The same for the votes; it does not need the docids. */
bool replay_read_votes(struct replay *replay, bool *are_read, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Reads the questions with a vote from `first` to `last`, up to the one with which they have votes_most votes, but at
 * least one question; *n = 0: there is none. As of one moment; in the arena.
 */
bool replay_read(struct replay *replay, int64_t first, int64_t last, int64_t votes_most, struct arena *arena,
                 struct replayed_question **questions, size_t *n, struct err *err)
    __attribute__((warn_unused_result));

#endif
