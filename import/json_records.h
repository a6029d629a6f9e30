/*
 * Qrels and runs as JSON: {"qid": {"docid": number, …}, …}, a walk of import/kind.h.
 *
 * Read here and not by the library of json.h, which keeps no line numbers, cuts long numbers, takes a key
 * twice without a word and would make a tree ten times the size of the file. A question without documents
 * counts as not there, as in the formats that can't write it.
 */
#ifndef ASSAY_IMPORT_JSON_RECORDS_H
#define ASSAY_IMPORT_JSON_RECORDS_H

#include "import/kind.h"

bool json_records_recognise(struct bytes first_line);
/* ERR_INPUT also: a question twice (both lines are named), text behind the JSON. */
bool json_records_walk(const struct kind *kind, const struct source *source, record_sink *sink, void *context,
                       struct err *err) __attribute__((warn_unused_result));

#endif
