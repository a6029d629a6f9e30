/*
 * Qrels and runs as a table: a header line that names the columns, behind comments if there are any, then one record a
 * line; one of the kinds of import/records/record_kind.h.
 *
 * BEIR's `query-id corpus-id score` is one, `qid,docid,grade` as assay exports it another: ids go by
 * the names of import/field_names.h, the number by those in record_table.c. Where no column is called as a qid is, one
 * called "question" or "query" has them. Columns are
 * separated by what separates the header: tabs, else commas, else semicolons, else blanks. Other columns are passed
 * over. Between commas and semicolons a cell may stand in quotation marks, as in RFC 4180.
 */
#ifndef ASSAY_IMPORT_RECORDS_RECORD_TABLE_H
#define ASSAY_IMPORT_RECORDS_RECORD_TABLE_H

#include "import/records/record_kind.h"

/*
 * All by the first line of the content.
 *
 * A line without a number that names one of the columns, for a run both ids (documents may have a docid, too):
 * it may turn out not to name all of them.
 */
bool record_table_recognise_qrels(struct bytes content);
bool record_table_recognise_run(struct bytes content);
/* The same with distances or ranks in the place of scores. */
bool record_table_recognise_distances(struct bytes content);
bool record_table_recognise_ranks(struct bytes content);
/* A line that names both ids and no grade. */
bool record_table_recognise_pairs(struct bytes content);
/* A line whose qids stand in a column "question" or "query", and that names docids and grades. */
bool record_table_recognise_graded_questions(struct bytes content);
/*
 * A kind without a number_name has no column of numbers: each record's is 1. ERR_INPUT also: the header names a column not
 * at all or twice, a line has not as many cells as the header.
 */
bool record_table_read(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                       void *context, struct err *err) __attribute__((warn_unused_result));

#endif
