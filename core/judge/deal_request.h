/*
 * The input of a way of dealing: the pool, and the sets of documents that may not be dealt.
 *
 * The random numbers of a ballot come from (seed, question, ballot.deal), where deal is its number in the
 * question. A resumed session is therefore repeatable, whatever others do in other questions. Uuids come from the
 * time, the seed and the name of the annotator: the same --seed on two copies of a database never gives two
 * answers the same uuid.
 */
#ifndef ASSAY_CORE_JUDGE_DEAL_REQUEST_H
#define ASSAY_CORE_JUDGE_DEAL_REQUEST_H

#include "core/base/words.h"
#include "core/judge/ballot.h"
#include "core/judge/stop_rule.h"

/* How the candidates of the next ballot are chosen. */
enum dealing {
    DEALING_BALANCED, /* those seen least often: each gets as many impressions as the others */
    DEALING_ADAPTIVE, /* those of which an answer teaches most: core/judge/deal_adaptive.h */
};

/* By enum dealing. */
extern const struct words dealing_words;

/* The aim of adaptive dealing. */
enum aim {
    AIM_TOP, /* labels of the best candidates: what measures of a ranking's top need */
    AIM_ALL, /* telling relevant from not over the whole pool: what recall needs */
};

/* By enum aim. */
extern const struct words aim_words;

/* Up to BALLOT_SIZE_MAX documents, as a set: kept in ascending order, unused places 0. */
struct slot_set {
    int64_t document_ids[BALLOT_SIZE_MAX];
};

/* Puts a document (not 0) where it belongs, unless it is there; false: the set is full. */
bool slot_set_add(struct slot_set *set, int64_t document_id);
/* A set of `n` (1 … BALLOT_SIZE_MAX) documents given in any order. */
struct slot_set slot_set_of(const int64_t *document_ids, size_t n);
size_t slot_set_size(const struct slot_set *set);
bool slot_set_equal(const struct slot_set *a, const struct slot_set *b);

/*
 * An annotator has just read what stood on the last ballots of the question that they voted on, so many: it was a moment ago,
 * and needs no reading anew.
 */
enum { JUST_READ_BALLOTS = 2 };

struct deal_request {
    enum dealing dealing;
    struct pool pool;             /* the question's */
    const struct slot_set *taken; /* sets that must not be dealt: asked before, or in another's hands */
    size_t n_taken;
    /* Of adaptive dealing, for which pool.known must be there: */
    const bool
        *is_read; /* by number in the pool: the annotator has just read it (JUST_READ_BALLOTS); NULL: none */
    enum aim aim;
    /* By number in the pool: the covariance of its utility with what shall be told by the answer, which is then all that
     * a set is chosen for; NULL: the labels are what counts. */
    const double *stakes;
};

/* The next combination of k of n in lexicographic order, from 0, 1, 2 … on; false after the last. */
bool deal_next_combination(size_t *picks, size_t k, size_t n);
/* Whether the set is one of those that must not be dealt. */
bool deal_is_taken(const struct deal_request *request, const struct slot_set *set);

#endif
