/*
 * Qrels and runs as records with named fields: rows of a table below a header, or JSON objects, a line each or not, in an array or
 * in one object. Which field is what: import/fields/record_shape.h. Kinds of import/records/record_kind.h.
 *
 * BEIR's `query-id corpus-id score` is one, {"query_id": …, "relevant_docs": […]} another, and {"qid": …, "hits": {"hits": [{"_id":
 * …, "_score": …}, …]}}, as Elasticsearch and OpenSearch answer with the question put beside. Columns are separated by what
 * separates the header: tabs, else commas, else semicolons, else blanks. Between tabs quotation marks are bytes of the ids.
 * Other fields are passed over.
 */
#ifndef ASSAY_IMPORT_RECORDS_RECORD_FIELDS_H
#define ASSAY_IMPORT_RECORDS_RECORD_FIELDS_H

#include "import/records/record_kind.h"

/* By the first records: they name questions and documents that are right, or that were found, in JSON or in a table. */
bool record_fields_recognise_json_truth(struct bytes content);
bool record_fields_recognise_json_hits(struct bytes content);
bool record_fields_recognise_table_of_hits(struct bytes content);
/* A header that names a question, a document or a grade, and perhaps not all that there has to be. */
bool record_fields_recognise_header(struct bytes content);
/* Of records of which nothing says what their numbers are: the error says what to do. False: that is not so. */
bool record_fields_say_unclear(struct bytes content, const char *path, struct err *err);

/*
 * ERR_INPUT also: the shape is unclear, a record lacks its question, its document or its score, a row has not as many cells as the
 * header, a question has two lists of hits.
 */
bool record_fields_read(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                        void *context, struct err *err) __attribute__((warn_unused_result));

#endif
