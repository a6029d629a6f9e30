/*
 * Dealing: which two or three candidates of a question are on the next ballot. Pure functions over plain structs;
 * the store reads and writes.
 */
#pragma once

#include "core/base/random.h"
#include "core/judge/deal_request.h"

struct deal {
    size_t n_slots;                        /* 0: there is no ballot to deal */
    int64_t document_ids[BALLOT_SIZE_MAX]; /* by position - 1, shuffled */
    bool is_glance; /* its one document is to be kept or dropped; no other deal has this */
};

/* Returns the number of slots of each ballot of a pool: ballot_size, or the size of a smaller pool, but at least 1. */
size_t deal_slots(size_t n_candidates, size_t ballot_size);

/*
 * Returns the impressions that each candidate of a pool needs. That is the number wanted, or the number of
 * different sets that contain the candidate, C(n-1, size-1), if that is less. It is 1 if the whole pool fits on one
 * ballot, and 0 for an empty pool.
 */
int64_t deal_target(size_t n_candidates, size_t ballot_size, int64_t impressions_wanted);

/*
 * Deals the next ballot. Taken sets are not dealt, and at least one candidate of the set needs something
 * (stop_rule.h). Balanced dealing chooses the candidates with the fewest impressions; ties are in random order.
 */
struct deal deal_ballot(const struct deal_request *request, struct random_source *random);
/* Deals a ballot of the documents of this set, in random order. */
struct deal deal_set(const struct slot_set *set, struct random_source *random);
/*
 * The same, but not in the order of `shown` if there are two or more documents. `shown` has as many ids, which may
 * be of other documents.
 */
struct deal deal_set_anew(const struct slot_set *set, const int64_t shown[BALLOT_SIZE_MAX],
                          struct random_source *random);
