/*
 * Judgments that only who knows them to be such can read: files that name documents which are right and give them no grade,
 * pairs of a qid and a docid, which count as grade 1; and those that name a question by its text, as a table may do. Without a
 * grade many files look like pairs, and a text is no id where runs are scored.
 */
#ifndef ASSAY_IMPORT_RECORDS_PAIR_KINDS_H
#define ASSAY_IMPORT_RECORDS_PAIR_KINDS_H

#include "import/records/record_kind.h"

/* Tables and records that name both ids and no grade, or call the qid "question"; lines `qid docid`. Without a grade it is 1. */
extern const struct record_kind_table pair_kinds;

#endif
