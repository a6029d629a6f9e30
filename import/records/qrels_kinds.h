/* The table of the kinds of qrels, one row each. import/qrels.h documents them. */
#ifndef ASSAY_IMPORT_RECORDS_QRELS_KINDS_H
#define ASSAY_IMPORT_RECORDS_QRELS_KINDS_H

#include "import/records/record_kind.h"

extern const struct record_kind_table qrels_kinds;

#endif
