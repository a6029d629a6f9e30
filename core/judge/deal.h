/*
 * Dealing: which two or three candidates of a question stand on the next
 * ballot. Pure functions over plain structs; the store fetches and keeps.
 */
#ifndef ASSAY_CORE_JUDGE_DEAL_H
#define ASSAY_CORE_JUDGE_DEAL_H

#include "core/base/random.h"
#include "core/judge/deal_request.h"

struct deal {
    size_t n_slots;                        /* 0: there is no ballot to deal */
    int64_t document_ids[BALLOT_SIZE_MAX]; /* by position - 1, shuffled */
    bool is_glance; /* its one document is to be kept or dropped; no other deal has this */
};

/* The slots of each ballot of a pool: ballot_size, or the whole pool when that is smaller, but at least 1. */
size_t deal_slots(size_t n_candidates, size_t ballot_size);

/*
 * The impressions that each candidate of a pool needs: the number wanted, or
 * the number of different sets it can stand in when that is less: C(n-1, size-1),
 * and 1 when the whole pool fits on one ballot. 0 for an empty pool.
 */
int64_t deal_target(size_t n_candidates, size_t ballot_size, int64_t impressions_wanted);

/*
 * Deals the next ballot. Sets that are taken are passed over, and at least one candidate of the set needs something
 * (stop_rule.h). Balanced dealing takes those with the fewest impressions, equal ones in a random order.
 */
struct deal deal_ballot(const struct deal_request *request, struct random_source *random);
/* A ballot of the documents of this set, in a random order. */
struct deal deal_set(const struct slot_set *set, struct random_source *random);
/* The same, and where there are two or more they do not stand as in `shown`: so many ids, which need be none of the set. */
struct deal deal_set_anew(const struct slot_set *set, const int64_t shown[BALLOT_SIZE_MAX],
                          struct random_source *random);

#endif
