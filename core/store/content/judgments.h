/*
 * Judgments of named sources: an earlier qrels, a language model, a gold standard. They stand beside the votes and never enter
 * relevance. The caller stores them inside an import (core/store/content/imports.h).
 */
#ifndef ASSAY_CORE_STORE_CONTENT_JUDGMENTS_H
#define ASSAY_CORE_STORE_CONTENT_JUDGMENTS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/metric/qrels.h"
#include "core/store/content/fill.h"

struct store;

/* The source of this name, added when it is new. ERR_INPUT: a model is called so, or the name has control characters. */
bool store_put_judgment_source(struct store *store, struct bytes name, int64_t *source_id, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Puts the grade that a source gives a document. *kept = the one it gave before, where *stored is STORED_REPLACED or
 * STORED_CONFLICT: then another grade is there, and stays.
 */
bool store_put_judgment(struct store *store, int64_t source_id, int64_t question_id, int64_t document_id,
                        double grade, bool replace, enum stored *stored, double *kept, struct err *err)
    __attribute__((warn_unused_result));

/* As store_foresee_document (fill.h), of a judgment that is put. */
void store_foresee_judgment(struct store *store, int64_t source_id, int64_t question_id, int64_t document_id);

struct judgment_source {
    struct bytes name;
    int64_t judgments;
    int64_t questions; /* that have one */
};

/* All sources by name, copied into the arena. */
bool store_list_judgment_sources(struct store *store, struct arena *arena, struct judgment_source **sources,
                                 size_t *n, struct err *err) __attribute__((warn_unused_result));
/*
 * The judgments of a source as qrels, released by the caller: the questions in the order of import, the documents of
 * each by their ids. ERR_INPUT: there is no such source; those that are there are named.
 */
bool store_read_judgments(struct store *store, struct bytes name, struct qrels *qrels, struct err *err)
    __attribute__((warn_unused_result));

#endif
