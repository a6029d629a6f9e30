/*
 * Reads qrels and runs as records with named fields: rows of a table below a header, or JSON objects, on one line each
 * or not, in an array or inside one object. import/fields/record_shape.h finds the meaning of the fields. These are
 * kinds of import/records/record_kind.h.
 *
 * Examples are `query-id corpus-id score` of BEIR, {"query_id": …, "relevant_docs": […]}, and {"qid": …, "hits":
 * {"hits": [{"_id": …, "_score": …}, …]}}, the answer of Elasticsearch and OpenSearch with the question added. The
 * header decides what separates the columns: tabs, else commas, else semicolons, else blanks. Between tabs, quotation
 * marks are bytes of the ids. Other fields are ignored.
 */
#pragma once

#include "import/records/record_kind.h"

/*
 * Return whether the first records name questions and relevant documents, or found documents, in JSON or in a table.
 */
bool record_fields_recognise_json_truth(struct bytes content);
bool record_fields_recognise_json_hits(struct bytes content);
bool record_fields_recognise_table_of_hits(struct bytes content);
/* Returns whether a header names a question, a document or a grade. Other necessary names may be missing. */
bool record_fields_recognise_header(struct bytes content);
/*
 * For records whose numbers have no clear meaning: sets an error that says what to do, and returns true. Returns false
 * for all other content.
 */
bool record_fields_say_unclear(struct bytes content, const char *path, struct err *err);

/*
 * ERR_INPUT also: the shape is unclear; a record lacks its question, its document or its score; a row and the header
 * differ in the number of cells; or a question has two lists of hits.
 */
MUST_CHECK bool record_fields_read(const struct record_kind *kind, const struct record_file *file,
                                   record_sink *sink, void *context, struct err *err);
