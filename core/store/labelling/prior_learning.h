/*
 * The weight of the runs' order, learned from the votes of the project (core/judge/prior_weight.h): from the first
 * questions with ballots. What the votes of a question say is kept in memory until another ballot of it is dealt.
 */
#pragma once

#include "core/judge/prior_weight.h"
#include "core/judge/stop_rule.h"
#include "core/store/labelling/step.h"

/*
 * Sets pool->prior_change for dealing in the question, from the other questions. It stays the same until another
 * question is dealt from, so that what a question's ballots are does not depend on when its annotator pauses. Under
 * STOP_AT_TARGET it does nothing.
 */
MUST_CHECK bool prior_learning_take(struct labelling_step *step, int64_t question_id, struct pool *pool,
                                    struct err *err);
/* On a server: prefetches what prior_learning_take reads first. */
void prior_learning_prefetch(struct store *store);
/*
 * Returns the weight of the runs' order in labels, as relevance_estimate takes it: NAN unless the setting `prior` is
 * `learned` and the estimator is Luce's model. The first call learns it; a store that stays open while somebody labels
 * learns it again when the number of votes has changed by more than a tenth.
 */
MUST_CHECK bool prior_learning_for_labels(struct store *store, double *weight, struct err *err);
/* Learns what dealing and labels use; n_questions counts the questions that say anything, 0 if neither uses it. */
MUST_CHECK bool prior_learning_read(struct store *store, struct learned_priors *learned, struct err *err);
