/* The table of the kinds of runs, one row each. import/runs/run.h documents them. */
#pragma once

#include "import/records/record_kind.h"

extern const struct record_kind_table run_kinds;
/* Three columns with scores, so not a run of MS MARCO. */
extern const struct record_kind three_column_run;
/*
 * Returns whether lines of four columns are `qid docid rank score`, as ColBERT writes them, and not qrels of TREC.
 */
bool run_is_of_colbert(struct bytes content);
