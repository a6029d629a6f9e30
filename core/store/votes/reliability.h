/*
 * For this folder alone: the reliability of the annotators (core/judge/reliability.h), if the setting `reliability` is
 * on.
 *
 * It is estimated from all votes once for an open store, and again when the number of votes has changed by a tenth: a
 * vote must not wait for it.
 */
#pragma once

#include "core/base/err.h"
#include "core/store/votes/annotator_reliability.h"

struct store;

/*
 * Returns the reliability; NULL: the setting is off. The first call estimates it from all votes. A store that stays
 * open while somebody labels estimates it again when the number of votes has changed by more than a tenth. Valid until
 * the next call.
 */
MUST_CHECK bool reliability_read(struct store *store, const struct annotator_reliability **reliability,
                                 struct err *err);
