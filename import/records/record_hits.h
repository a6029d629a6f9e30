/*
 * Hits of a search as JSON: runs, and judgments that are written alike; kinds of import/records/record_kind.h.
 *
 *   records   {"query_id": …, "doc_id": …, "score": …}, as pandas writes a table with orient="records"; where nothing is
 *             called as a qid is, "question" or "query" is it
 *   hits      {"qid": …, "hits": {"hits": [{"_id": …, "_score": …}, …]}}, as Elasticsearch and OpenSearch answer, with
 *             the question put beside; the list may stand under "hits", "results", "documents" or "docids" itself
 *   lists     {"qid": ["docid", …], …}, the best first; an answer, or a list of hits, may stand in the place of the list
 *
 *   columns   {"qid": …, "ids": […], "distances": […]}, as Chroma answers, with the question put beside; {"qids": […],
 *             "ids": [[…], …], "distances": [[…], …]} for several questions
 *
 * The first two stand one behind the other, a line each or not, or in an array. A hit without a score counts by its
 * place in the list.
 */
#ifndef ASSAY_IMPORT_RECORDS_RECORD_HITS_H
#define ASSAY_IMPORT_RECORDS_RECORD_HITS_H

#include "import/records/record_kind.h"

/*
 * By the first object, as far as the content goes: records alone; answers of a search, columns too, which may carry whole
 * documents and be taken for those; any of all.
 */
bool record_hits_recognise_records(struct bytes content);
bool record_hits_recognise_answers(struct bytes content);
bool record_hits_recognise(struct bytes content);
/* Records without a number; those that call their qid "question" or "query", and have a grade. */
bool record_hits_recognise_pairs(struct bytes content);
bool record_hits_recognise_graded_questions(struct bytes content);
/*
 * ERR_INPUT also: no question is named, a question has two lists, some hits of a list have a score and others none.
 */
bool record_hits_read(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                      void *context, struct err *err) __attribute__((warn_unused_result));

#endif
