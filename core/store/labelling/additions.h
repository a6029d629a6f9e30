/*
 * Additions to a vote that stands (its reason, the second choice), see core/judge/addition.h. Inside a transaction of
 * the caller.
 */
#pragma once

#include "core/judge/addition.h"

struct store;

/*
 * Stores the addition, unless it equals the vote's last addition of this kind; *added = false: the vote does not stand
 * any more.
 */
MUST_CHECK bool store_add_to_vote(struct store *store, int64_t answer_id, const struct addition *addition,
                                  bool *added, struct err *err);
/*
 * Recomputes the ballots left of the question after a second choice, under adaptive dealing, where they depend on the
 * votes.
 */
MUST_CHECK bool store_settle_second(struct store *store, int64_t question_id, struct err *err);
