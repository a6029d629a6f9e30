/*
 * Measures whose values are texts: the name of a run, and characters for the grades of the retrieved documents.
 */
#pragma once

#include "cli/shared/scores.h"

/*
 * Returns the texts of each run, laid out like the values of its evaluation. NULL for all runs if no measure is a text
 * for each question. They live as long as the scores.
 */
struct bytes **score_texts_make(struct scores *scores);
/* Returns the name of the run in trec_eval: its tag, or the name of its file if it has none. */
struct bytes scores_runid(const struct scored_run *scored);
