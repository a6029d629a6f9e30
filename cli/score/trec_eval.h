/* Prints scores as lines of trec_eval. */
#pragma once

#include "cli/shared/scores.h"

/* Prints one run after the other, like one call of trec_eval for each. `texts`: see score_texts_make. */
void trec_eval_print(const struct scores *scores, struct bytes *const *texts, bool per_question,
                     bool with_means, struct world *world);
