/*
 * Files that name documents which are right and give them no grade: pairs of a qid and a docid, which count as grade 1. In a
 * table a question may be named by its text, too.
 * Nobody else reads them: without a grade many files look like pairs.
 */
#ifndef ASSAY_IMPORT_RECORDS_PAIR_KINDS_H
#define ASSAY_IMPORT_RECORDS_PAIR_KINDS_H

#include "import/records/record_kind.h"

/* A table whose header names both ids and no grade, or lines `qid docid`. The number of each record is 1. */
extern const struct record_kind_table pair_kinds;

#endif
