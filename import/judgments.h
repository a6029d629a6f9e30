/*
 * Judgments of a named source, from qrels of any kind that import/qrels.h reads; in a file without grades each is 1,
 * and its questions may be named by their texts.
 */
#ifndef ASSAY_IMPORT_JUDGMENTS_H
#define ASSAY_IMPORT_JUDGMENTS_H

#include "core/metric/qrels.h"
#include "import/filling.h"

/* Whether judged documents become candidates: those with a grade above 0, in its order. */
enum judged_documents { JUDGED_ALONE, JUDGED_JOIN_POOL };

/*
 * Puts the judgments of a file under the name of a source, inside an import of the caller. Another grade than the
 * source has given already is an error that names both, unless `filling` replaces. Errors name the file. *has_grades:
 * the file has.
 */
bool import_judgments(const struct filling *filling, const char *path, struct bytes source,
                      enum judged_documents judged, struct put_counts *judgments,
                      struct put_counts *candidates, bool *has_grades, struct err *err)
    __attribute__((warn_unused_result));
/* The same for judgments of the file that have been read already, under qids of the database. */
bool import_read_judgments(const struct filling *filling, const char *path, const struct qrels *qrels,
                           struct bytes source, enum judged_documents judged, struct put_counts *judgments,
                           struct put_counts *candidates, struct err *err)
    __attribute__((warn_unused_result));

#endif
