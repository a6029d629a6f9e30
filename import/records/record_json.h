/*
 * Qrels and runs as JSON: {"qid": {"docid": number, …}, …}, one of the kinds of
 * import/records/record_kind.h. Qrels also as {"qid": ["docid", …], …}, whose documents have grade 1, and either
 * within an object, as "relevant_docs", which is how LlamaIndex writes them.
 *
 * Read here and not by the library of import/text/json_fields.h, which keeps no line numbers, cuts long numbers, takes a key
 * twice without a word and would make a tree ten times the size of the file. A question without documents
 * counts as not there, as in the formats that can't write it.
 */
#ifndef ASSAY_IMPORT_RECORDS_RECORD_JSON_H
#define ASSAY_IMPORT_RECORDS_RECORD_JSON_H

#include "import/records/record_kind.h"

bool record_json_recognise(struct bytes content);
/* ERR_INPUT also: a question twice (both lines are named), text behind the JSON. */
bool record_json_read(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                      void *context, struct err *err) __attribute__((warn_unused_result));

#endif
