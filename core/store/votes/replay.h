/*
 * Reads questions with their candidates and standing votes, several at a time, to replay all votes (live/history.h).
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"
#include "core/judge/relevance.h"

struct holding;

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
 * Reads the questions with a vote from `first` to `last`, up to the one with which they have votes_most votes, but at
 * least one question; *n = 0: there is none. The votes are those up to the last answer of the holding. They have raters
 * if the estimator weighs them and the setting `reliability` is on. As of one moment; in the arena.
 */
MUST_CHECK bool replay_read(struct holding *holding, enum estimator estimator, int64_t first, int64_t last,
                            int64_t votes_most, struct arena *arena, struct replayed_question **questions,
                            size_t *n, struct err *err);
