/*
 * Hits of a search in columns, as Chroma answers with the question put beside: {"qid": …, "ids": […], "distances": […]}, or for
 * several questions {"qids": […], "ids": [[…], …], "distances": [[…], …]}. Such objects stand one behind the other, a line each or
 * not, or in an array. A kind of import/records/record_kind.h.
 */
#ifndef ASSAY_IMPORT_RECORDS_RECORD_COLUMNS_H
#define ASSAY_IMPORT_RECORDS_RECORD_COLUMNS_H

#include "import/records/record_kind.h"

/* By the first object, as far as the content goes: whole documents may stand beside the ids. */
bool record_columns_recognise(struct bytes content);
/* ERR_INPUT also: no question is named, a question has two lists, lists are not as long as each other. */
bool record_columns_read(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                         void *context, struct err *err) __attribute__((warn_unused_result));

#endif
