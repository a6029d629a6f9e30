/*
 * Questions with their candidates and the votes that stand, several at a time: for who replays all votes (live/history.h).
 *
 * To read questions that lie side by side together costs little more than to read one. The docids of their pools and their votes
 * may lie anywhere, though: both can be read once beforehand, in the order in which they lie, and are held as far as 16 to 20 MiB go
 * for each; the others are looked up.
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
    struct choice choice;           /* as that of a cast_vote (votes.h) */
    const struct luce_rater *rater; /* how reliable who cast it is, as it is known now; NULL: as anybody */
};

struct replayed_question {
    int64_t question_id;
    struct bytes qid;
    struct tally *tallies; /* of its candidates, of no vote: by document_id, a candidate before its twins */
    size_t n_tallies;
    struct replayed_vote *votes; /* in the order in which they were cast */
    size_t n_votes;
};

/*
 * The votes up to answer number `last`, about n_votes of them. Raters are those of an estimator that weighs them, where the
 * setting `reliability` is on.
 */
bool replay_open(struct replay **out, struct store *store, int64_t last, int64_t n_votes,
                 enum estimator estimator, struct err *err) __attribute__((warn_unused_result));
/* NULL is fine. */
void replay_close(struct replay *replay);

/* Reads the next docids, as many as take about a millisecond. *are_read: there are no more to be held. */
bool replay_read_docids(struct replay *replay, bool *are_read, struct err *err)
    __attribute__((warn_unused_result));
/* Likewise of the votes, whose docids need not be held. */
bool replay_read_votes(struct replay *replay, bool *are_read, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Those of questions `first` to `last` that have a vote, from the first one on, as many as have votes_most votes together, but
 * at least one; *n: 0 when there is none. As of one moment; in the arena.
 */
bool replay_read(struct replay *replay, int64_t first, int64_t last, int64_t votes_most, struct arena *arena,
                 struct replayed_question **questions, size_t *n, struct err *err)
    __attribute__((warn_unused_result));

#endif
