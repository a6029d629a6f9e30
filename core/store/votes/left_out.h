/*
 * Annotators who are left out: votes are read as if these annotators had not voted. Nothing is written. The needs of
 * questions do not change, because they follow from all votes.
 *
 * The reader of each query skips their votes, in C: no query and no stored sum depends on it.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

struct store;

/*
 * Leaves the annotator out until the store is closed. ERR_INPUT, with the existing names: there is no such annotator.
 */
MUST_CHECK bool store_leave_out(struct store *store, struct bytes name, struct err *err);
