/* Questions that a run answers and the truth does not have. */
#pragma once

#include "cli/shared/truth.h"

/*
 * Removes those that the truth knows from the `*n` qids, none of which has a label. A database knows questions without
 * votes, too.
 */
MUST_CHECK bool qids_keep_unknown(struct bytes *qids, size_t *n, const struct truth *truth,
                                  struct world *world, struct err *err);
