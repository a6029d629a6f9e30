/*
 * Annotators whose votes don't count, named by the setting `set_aside`: no label, score or figure of agreement uses
 * their votes. Lists still show these annotators, their answers and the progress of the labelling, and no ballot is
 * dealt again.
 *
 * As with annotators who are left out (left_out.h), the reader of each query skips their votes. Until
 * store_heed_set_aside (settings.h) is called for a store all votes count: the stored sums do not depend on the
 * setting, so they are compared with all votes.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

struct store;

/* ERR_INPUT unless each name in the list is an annotator's. */
MUST_CHECK bool set_aside_check(struct store *store, struct bytes names, struct err *err);
/* From now on exactly these annotators don't count. Unknown names are ignored. */
MUST_CHECK bool set_aside_take(struct store *store, struct bytes names, struct err *err);
/* Adds the list with the name `old` replaced by `new`. */
void set_aside_rename(struct bytes names, struct bytes old, struct bytes new, struct buffer *list);
