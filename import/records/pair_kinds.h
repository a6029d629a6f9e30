/*
 * Judgments that only who knows them to be such can read: lines of a qid and a docid that is right, which count as grade 1.
 * Without a grade many files look like that.
 */
#ifndef ASSAY_IMPORT_RECORDS_PAIR_KINDS_H
#define ASSAY_IMPORT_RECORDS_PAIR_KINDS_H

#include "import/records/record_kind.h"

extern const struct record_kind_table pair_kinds;

#endif
