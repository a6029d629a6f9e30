/* What is said beside a vote that stands, after it: see core/judge/addition.h. Inside a transaction of the caller. */
#ifndef ASSAY_CORE_STORE_LABELLING_ADDITIONS_H
#define ASSAY_CORE_STORE_LABELLING_ADDITIONS_H

#include "core/judge/addition.h"

struct store;

/* Says it beside a vote, unless that was said last; *added = false: the vote does not stand any more. */
bool store_add_to_vote(struct store *store, int64_t answer_id, const struct addition *addition, bool *added,
                       struct err *err) __attribute__((warn_unused_result));
/* What is left of the question once there is a second choice, where that follows from what the votes say. */
bool store_settle_second(struct store *store, int64_t question_id, struct err *err)
    __attribute__((warn_unused_result));

#endif
