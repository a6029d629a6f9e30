/*
 * Judgments of named sources: earlier qrels, a language model, a gold standard. They are separate from the votes and
 * never affect relevance. The caller stores them inside an import (core/store/content/imports.h).
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/metric/qrels.h"
#include "core/store/content/fill.h"

struct store;

/*
 * Finds the source with this name, or adds it. ERR_INPUT: a model has this name, or it is empty or has control
 * characters.
 */
MUST_CHECK bool store_put_judgment_source(struct store *store, struct bytes name, int64_t *source_id,
                                          struct err *err);
/*
 * Stores the grade that a source gives a document. If the source gave another grade before, *kept is that grade: with
 * `replace` it is replaced (STORED_REPLACED), otherwise it stays (STORED_CONFLICT).
 */
MUST_CHECK bool store_put_judgment(struct store *store, int64_t source_id, int64_t question_id,
                                   int64_t document_id, double grade, bool replace, enum stored *stored,
                                   double *kept, struct err *err);

/* As store_prefetch_document (fill.h), for store_put_judgment. */
void store_prefetch_judgment(struct store *store, int64_t source_id, int64_t question_id,
                             int64_t document_id);

struct judgment_source {
    struct bytes name;
    int64_t judgments;
    int64_t questions; /* with a judgment */
};

/* Lists all sources by name, copied into the arena. */
MUST_CHECK bool store_list_judgment_sources(struct store *store, struct arena *arena,
                                            struct judgment_source **sources, size_t *n, struct err *err);
/*
 * Reads the judgments of a source as qrels, which the caller releases: the questions in the order of import, the
 * documents of each by id. ERR_INPUT, with the existing sources: there is no such source.
 */
MUST_CHECK bool store_read_judgments(struct store *store, struct bytes name, struct qrels *qrels,
                                     struct err *err);
