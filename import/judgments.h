/*
 * Imports judgments of a named source from qrels of any kind that import/qrels.h reads. In a file without grades each
 * grade is 1, and questions may be named by their texts.
 */
#pragma once

#include "core/metric/qrels.h"
#include "import/filling.h"
#include "import/qrels.h"

/* Whether judged documents become candidates: those with a grade above 0, by descending grade. */
enum judged_documents { JUDGED_ALONE, JUDGED_JOIN_POOL };

/*
 * Stores the judgments of a file under the name of a source, inside an import of the caller. If the source has already
 * given another grade, that is an error that names both, unless `filling` replaces. Errors name the file. `rater`: in a
 * file with a field of grades for each rater, the rater to read; NULL: the file has no such fields. Sets *form to the
 * form of the judgments.
 */
MUST_CHECK bool import_judgments(const struct filling *filling, const char *path, const char *rater,
                                 struct bytes source, enum judged_documents judged,
                                 struct put_counts *judgments, struct put_counts *candidates,
                                 struct judged_form *form, struct err *err);
/* Does the same for judgments that have been read already, under qids of the database. */
MUST_CHECK bool import_read_judgments(const struct filling *filling, const char *path,
                                      const struct qrels *qrels, struct bytes source,
                                      enum judged_documents judged, struct put_counts *judgments,
                                      struct put_counts *candidates, struct err *err);
