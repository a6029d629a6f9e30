/*
 * The names that files use for the ids of documents and questions. Documents, questions, runs and qrels share one list
 * each, for table headers and for JSON. A plain "id" is in no list: only the purpose of the file tells whose id it is.
 * Likewise for the numbers of qrels and runs.
 */
#pragma once

#include "core/base/bytes.h"

/* Each list ends with NULL. When a file has several of the names, the first in the list counts. */
extern const char *const document_id_names[];
extern const char *const question_id_names[];
extern const char *const grade_names[];
extern const char *const score_names[];    /* the highest score is the best */
extern const char *const distance_names[]; /* the lowest distance is the best */
extern const char *const rank_names[];
extern const char *const sure_grade_names[]; /* names of grades that no run uses for its scores */
extern const char *const click_names[];
extern const char *const impression_names[];
extern const char *const hit_id_names[];  /* the document's id inside a hit */
extern const char *const bare_id_names[]; /* an id: only the other fields tell whose */
extern const char
    *const place_names[]; /* the place that a hit comes from: its id, if it has a number and no other id */
extern const char *const query_text_names[]; /* a question in a record, mostly given by its text */
extern const char *const prose_names[];      /* the text of a document */
extern const char *const aside_names[];      /* where a document is from, or a part of it: never a grade */
extern const char *const comment_names[];    /* what somebody says of a judgment */
extern const char *const vector_names[];     /* an array of numbers */
/* Names for a list of documents or of questions, or for an object that maps ids to them. */
extern const char *const document_container_names[];
extern const char *const question_container_names[];

/* Returns whether a field has this name. Case, '-', '_', '?' and blanks do not count: "Query_ID" is "queryid". */
bool field_is_called(struct bytes field, const char *name);
/* Returns the first of the names that matches the field, or NULL. */
const char *field_find_name(struct bytes field, const char *const *names);
