/*
 * The input of a way of dealing: the pool, and the sets of documents that must not be dealt.
 *
 * The random numbers of a ballot come from (seed, question, ballot.deal), where deal is its number in the question.
 * So a resumed session is repeatable, whatever others do in other questions. Uuids come from the time, the seed and
 * the name of the annotator: the same --seed on two copies of a database never gives two answers the same uuid.
 */
#pragma once

#include "core/base/words.h"
#include "core/judge/ballot.h"
#include "core/judge/stop_rule.h"

/* How the candidates of the next ballot are chosen. */
enum dealing {
    DEALING_BALANCED, /* the candidates shown least often, so that all get the same number of impressions */
    DEALING_ADAPTIVE, /* the candidates whose comparison gives the most information: core/judge/deal_adaptive.h */
};

/* By enum dealing. */
extern const struct words dealing_words;

/* The aim of adaptive dealing. */
enum aim {
    AIM_TOP, /* label the best candidates, which measures of a ranking's top need */
    AIM_ALL, /* separate relevant from irrelevant in the whole pool, which recall needs */
};

/* By enum aim. */
extern const struct words aim_words;

/* Up to BALLOT_SIZE_MAX documents, as a set: in ascending order, unused places 0. */
struct slot_set {
    int64_t document_ids[BALLOT_SIZE_MAX];
};

/* Inserts a document (not 0) in order, unless it is there. Returns false if the set is full. */
bool slot_set_add(struct slot_set *set, int64_t document_id);
/* Returns the set of `n` (1 … BALLOT_SIZE_MAX) documents given in any order. */
struct slot_set slot_set_of(const int64_t *document_ids, size_t n);
size_t slot_set_size(const struct slot_set *set);
bool slot_set_equal(const struct slot_set *a, const struct slot_set *b);

/*
 * Documents on this many of the annotator's last voted ballots of the question count as just read, and need no
 * second reading.
 */
enum { JUST_READ_BALLOTS = 2 };

struct deal_request {
    enum dealing dealing;
    struct pool pool; /* the question's */
    /* sets that must not be dealt: the annotator was asked before, or somebody holds them */
    const struct slot_set *taken;
    size_t n_taken;
    /* Only for adaptive dealing, which also needs pool.known: */
    const bool
        *is_read; /* by number in the pool: the annotator has just read it (JUST_READ_BALLOTS); NULL: none */
    enum aim aim;
    /*
     * By number in the pool: the covariance of its utility with a quantity that the answer shall determine. If it
     * is given, sets are chosen only for that; NULL: the labels count.
     */
    const double *stakes;
};

/*
 * Moves to the next combination of k out of n in lexicographic order, beginning with 0, 1, 2 … Returns false after
 * the last.
 */
bool deal_next_combination(size_t *picks, size_t k, size_t n);
/* Returns whether the set is one of the taken sets. */
bool deal_is_taken(const struct deal_request *request, const struct slot_set *set);
