/*
 * The kinds of files that qrels come as: a row each. What is read by them, import/qrels.h says.
 */
#ifndef ASSAY_IMPORT_RECORDS_QRELS_KINDS_H
#define ASSAY_IMPORT_RECORDS_QRELS_KINDS_H

#include "import/records/record_kind.h"

extern const struct record_kind_table qrels_kinds;

#endif
