/*
 * TREC's text formats. Fields are split at blanks, tabs, vertical tabs and form feeds;
 * blank lines are skipped; '#' starts no comment; CRLF ends are fine.
 *
 *   run     qid Q0 docid rank score tag …   Q0, rank, tag and what follows are not looked at
 *   qrels   qid iteration docid grade       grade: any finite number; exactly four columns, so that a
 *                                           run in its place is told from it
 *
 * Every error is one line that names the file, the line and what to do. What was
 * read before it is released.
 */
#ifndef ASSAY_IMPORT_TREC_H
#define ASSAY_IMPORT_TREC_H

#include "core/base/err.h"
#include "core/metric/qrels.h"
#include "core/metric/run.h"

/*
 * Reads a run. Its name is the file's, without folder and without ".run", ".txt" or ".trec".
 * ERR_INPUT: a wrong number of columns, a score that is no finite number, a document twice under
 * one question (both lines are named), no lines at all, a binary file. ERR_SYSTEM: see file_open.
 */
bool import_run(const char *path, struct run *out, struct err *err) __attribute__((warn_unused_result));

/* Reads qrels. ERR_INPUT: as above, for grades. */
bool import_qrels(const char *path, struct qrels *out, struct err *err) __attribute__((warn_unused_result));

#endif
