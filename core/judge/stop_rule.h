/*
 * When a question has been asked enough: which of its candidates still need something,
 * and how many ballots that takes. No other place knows. Dealing asks here, and so does
 * the store, which keeps the number of ballots left and writes it anew whenever
 * a question's votes, its pool or its target change.
 */
#ifndef ASSAY_CORE_JUDGE_STOP_RULE_H
#define ASSAY_CORE_JUDGE_STOP_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum stop_rule {
    STOP_AT_TARGET, /* when each candidate has been seen as often as it needs */
};

struct pool_candidate {
    int64_t document_id; /* > 0 */
    int64_t impressions; /* of votes, and for dealing also of ballots leased by others */
};

/* The candidates of a question, and what they are to come to. */
struct pool {
    enum stop_rule rule;
    const struct pool_candidate *candidates;
    size_t n_candidates;
    size_t n_slots; /* deal_slots of the pool, 1 … BALLOT_SIZE_MAX */
    int64_t target; /* deal_target of the pool */
};

const char *stop_rule_name(enum stop_rule rule);
/* Whether a candidate of the pool needs to stand on a ballot once more. */
bool pool_needs(const struct pool *pool, const struct pool_candidate *candidate);
/* The least number of ballots that the pool still needs: each gives an impression to each of its slots. */
int64_t pool_ballots_left(const struct pool *pool);

#endif
