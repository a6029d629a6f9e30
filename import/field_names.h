/*
 * What files call the ids of documents and of questions: one list each, for documents, questions, runs and qrels,
 * in a header as in JSON. A plain "id" is not in them: whose id it is, only the file's purpose says. Likewise the
 * numbers of qrels and runs.
 */
#ifndef ASSAY_IMPORT_FIELD_NAMES_H
#define ASSAY_IMPORT_FIELD_NAMES_H

#include "core/base/bytes.h"

/* NULL ends them; of several in one file the first one counts. */
extern const char *const document_id_names[];
extern const char *const question_id_names[];
extern const char *const grade_names[];
extern const char *const score_names[];    /* the highest is the best */
extern const char *const distance_names[]; /* the lowest is */
extern const char *const rank_names[];
extern const char *const sure_grade_names[]; /* what no run calls its scores */
extern const char *const click_names[];
extern const char *const impression_names[];
extern const char *const hit_id_names[];     /* the document's id, in one of its hits */
extern const char *const query_text_names[]; /* a question in records, mostly by its text */
extern const char *const prose_names[];      /* what documents say */
extern const char *const vector_names[];     /* an array of numbers */
/* What a list of documents or of questions goes by, or an object of them by their ids. */
extern const char *const document_container_names[];
extern const char *const question_container_names[];

/* Whether a field goes by this name, in either case and with or without '-', '_' and blanks: "Query_ID" is "queryid". */
bool field_is_called(struct bytes field, const char *name);
/* The first of the names that the field goes by, or NULL. */
const char *field_find_name(struct bytes field, const char *const *names);

#endif
