/*
 * Lines of a qid and a relevant docid, which counts as grade 1. Only callers who expect judgments use this kind,
 * because many files without a grade look like that.
 */
#ifndef ASSAY_IMPORT_RECORDS_PAIR_KINDS_H
#define ASSAY_IMPORT_RECORDS_PAIR_KINDS_H

#include "import/records/record_kind.h"

extern const struct record_kind_table pair_kinds;

#endif
