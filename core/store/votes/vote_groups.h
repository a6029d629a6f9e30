/* Votes as preferences: a vote for a document prefers it to the other documents on the ballot. */
#pragma once

#include "core/base/err.h"
#include "core/metric/qrels.h"

struct store;

/*
 * Gives each question of the qrels, which are labels, its standing votes. Each vote for a document is a judgment group
 * of its own, because votes may contradict each other. Votes of annotators who don't count are left out.
 */
MUST_CHECK bool store_read_vote_groups(struct store *store, struct qrels *qrels, struct err *err);
