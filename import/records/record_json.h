/*
 * Reads qrels and runs as JSON: {"qid": {"docid": number, …}, …}, one of the kinds of import/records/record_kind.h.
 * Qrels may also be {"qid": ["docid", …], …}, with grade 1 for all documents. Either may be inside an object as
 * "relevant_docs", as LlamaIndex writes them.
 *
 * The library behind import/text/json_fields.h is not used here: it keeps no line numbers, shortens long numbers,
 * accepts repeated keys, and would build a tree ten times as large as the file. A question without documents counts as
 * absent, as in the formats that can't express it.
 */
#pragma once

#include "import/records/record_kind.h"

bool record_json_recognise(struct bytes content);
/* ERR_INPUT also: a question occurs twice (both lines are named), or text follows the JSON. */
MUST_CHECK bool record_json_read(const struct record_kind *kind, const struct record_file *file,
                                 record_sink *sink, void *context, struct err *err);
