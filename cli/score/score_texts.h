/*
 * Measures whose values are texts: what a run calls itself, and characters for the grades of what a question was answered with.
 */
#ifndef ASSAY_CLI_SCORE_SCORE_TEXTS_H
#define ASSAY_CLI_SCORE_SCORE_TEXTS_H

#include "cli/shared/scores.h"

/*
 * The texts of each run, laid out as the values of its evaluation; NULL for all runs where no measure is a text of a question.
 * They live as long as the scores.
 */
struct bytes **score_texts_make(struct scores *scores);
/* What trec_eval calls the run: its tag, or the name of its file where it has none. */
struct bytes scores_runid(const struct scored_run *scored);

#endif
