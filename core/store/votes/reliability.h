/*
 * For this folder alone: how reliable the annotators are (core/judge/reliability.h), where the setting `reliability` is on.
 *
 * It is worked out from all votes once for an open store, and again when a tenth more votes were cast: a vote must
 * not wait for it.
 */
#ifndef ASSAY_CORE_STORE_VOTES_RELIABILITY_H
#define ASSAY_CORE_STORE_VOTES_RELIABILITY_H

#include "core/base/err.h"
#include "core/store/votes/annotator_reliability.h"

struct store;

/*
 * NULL: the setting is off. Made of all votes by the first call; a store that is open for long, while somebody labels, makes
 * it anew when there are a tenth more votes or fewer. Valid until the next call.
 */
bool reliability_read(struct store *store, const struct annotator_reliability **reliability, struct err *err)
    __attribute__((warn_unused_result));

#endif
