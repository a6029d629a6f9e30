/*
 * The kinds of files that runs come as: a row each. What is read by them, import/runs/run.h says.
 */
#ifndef ASSAY_IMPORT_RECORDS_RUN_KINDS_H
#define ASSAY_IMPORT_RECORDS_RUN_KINDS_H

#include "import/records/record_kind.h"

extern const struct record_kind_table run_kinds;
/* Three columns that are no run of MS MARCO, but one of scores. */
extern const struct record_kind three_column_run;
/* Whether lines of four columns are `qid docid rank score`, as ColBERT writes them, and no qrels of TREC. */
bool run_is_of_colbert(struct bytes content);

#endif
