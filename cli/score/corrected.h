/*
 * Scores that a model's judgments of all questions and the experts' of some come to together: `assay eval --with`.
 */
#ifndef ASSAY_CLI_SCORE_CORRECTED_H
#define ASSAY_CLI_SCORE_CORRECTED_H

#include "cli/shared/scores.h"

/*
 * Prints each mean of runs that were scored, and of each difference from the first run, corrected by what `model` judged:
 * a name in the truth's database, or an opinion (cli/shared/opinion.h) beside qrels. `format`: a place in table_format_words.
 */
bool corrected_print(struct scores *scores, const char *model, size_t format, struct world *world,
                     struct err *err) __attribute__((warn_unused_result));

#endif
