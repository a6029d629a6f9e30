/*
 * Reads hits of a search in columns, as Chroma returns them, with the question added: {"qid": …, "ids": […],
 * "distances": […]}. For several questions: {"qids": […], "ids": [[…], …], "distances": [[…], …]}. Such objects follow
 * each other, on one line each or not, or are in an array. This is a kind of import/records/record_kind.h.
 */
#pragma once

#include "import/records/record_kind.h"

/*
 * Returns whether the content is of this kind, by as much of its first object as there is. The object may also contain
 * whole documents.
 */
bool record_columns_recognise(struct bytes content);
/* Returns whether the content has columns of ids and of distances or scores, but names no question. */
bool record_columns_lack_question(struct bytes content);
/* ERR_INPUT also: no question is named, a question has two lists, or lists differ in length. */
MUST_CHECK bool record_columns_read(const struct record_kind *kind, const struct record_file *file,
                                    record_sink *sink, void *context, struct err *err);
