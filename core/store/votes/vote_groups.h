/*
 * Votes as preferences: who votes for a document prefers it to those shown beside it.
 */
#ifndef ASSAY_CORE_STORE_VOTES_VOTE_GROUPS_H
#define ASSAY_CORE_STORE_VOTES_VOTE_GROUPS_H

#include "core/base/err.h"
#include "core/metric/qrels.h"

struct store;

/*
 * Gives each question of the qrels, which are labels, the votes on it that stand: each that chose a document is a judgment
 * group of its own, since two votes may contradict each other. Annotators who are left out are not in it.
 */
bool store_read_vote_groups(struct store *store, struct qrels *qrels, struct err *err)
    __attribute__((warn_unused_result));

#endif
