/*
 * Scores from a model's judgments of all questions, corrected by the experts' judgments of some: `assay eval --with`.
 */
#pragma once

#include "cli/shared/scores.h"

/*
 * Prints the corrected mean of each run, and of each difference from the first run. `model` is a name in the truth's
 * database, or an opinion (cli/shared/opinion.h) with qrels as truth. `format`: an index in table_format_words.
 */
MUST_CHECK bool corrected_print(struct scores *scores, const char *model, size_t format, struct world *world,
                                struct err *err);
