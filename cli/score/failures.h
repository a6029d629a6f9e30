/* The output of eval --failures: how many questions fail in each way, and which. */
#pragma once

#include "cli/shared/scores.h"

/*
 * Prints it. The scores must have first_relevant_rank as their extra measure. `format`: an index in table_format_words.
 */
void failures_print(struct scores *scores, size_t format, struct world *world);
