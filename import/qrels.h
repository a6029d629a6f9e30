/*
 * Qrels from files, of any kind that the table in import/records/qrels_kinds.c names:
 *
 *   TREC            qid iteration docid grade   as import/records/record_line.h reads lines
 *   three columns   qid docid grade             the same without the iteration
 *   a table         query-id corpus-id score    see import/records/record_table.h
 *   JSON            {"qid": {"docid": grade}}   see import/records/record_json.h
 *   records         JSON objects of a table     see import/records/record_hits.h
 *
 * A grade is any finite number.
 */
#ifndef ASSAY_IMPORT_QRELS_H
#define ASSAY_IMPORT_QRELS_H

#include "core/base/err.h"
#include "core/metric/qrels.h"

/*
 * Reads qrels. ERR_INPUT, one line that names the file, the line and what to do: a line is no judgment, a grade
 * is no finite number, a document stands twice under one question (both lines are named), there is no
 * judgment at all, the kind is not known, it is a run. ERR_SYSTEM: see file_open.
 */
bool import_qrels(const char *path, struct qrels *out, struct err *err) __attribute__((warn_unused_result));

/*
 * The same from bytes in memory. `out` is {0}, or empty qrels whose `memory` holds the content: ids are views
 * into it. On an error `out` is released.
 */
bool qrels_read(struct bytes content, const char *path, struct qrels *out, struct err *err)
    __attribute__((warn_unused_result));
/* What judgments look like. */
struct judged_form {
    bool has_grades;     /* false: each is 1 */
    bool may_name_texts; /* a qid may be the question's text */
};
/* The same, and of what import/records/pair_kinds.h tells of. For who knows that it is judgments. */
bool judged_read(struct bytes content, const char *path, struct qrels *out, struct judged_form *form,
                 struct err *err) __attribute__((warn_unused_result));

#endif
