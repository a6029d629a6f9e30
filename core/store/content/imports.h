/*
 * Imports: what came in together, inside a transaction of the caller.
 *
 * An import is a row that says where documents and questions ended before it; sources of candidates and judgments
 * carry its number. Without store_begin_import, what is added belongs to no import, and goes only with its
 * documents and questions.
 */
#ifndef ASSAY_CORE_STORE_CONTENT_IMPORTS_H
#define ASSAY_CORE_STORE_CONTENT_IMPORTS_H

#include "core/base/bytes.h"
#include "core/base/err.h"

#include <stdint.h>

struct store;

/* Begins a new import: everything stored until the end of the transaction belongs to it. `what`: its files, for people. */
bool store_begin_import(struct store *store, struct bytes what, int64_t now, struct err *err)
    __attribute__((warn_unused_result));
/* How many answers it has brought. */
bool store_set_import_votes(struct store *store, int64_t votes, struct err *err)
    __attribute__((warn_unused_result));
/* How many votes stand that saw documents or questions which it has replaced, each counted once. */
bool store_count_votes_on_replaced(struct store *store, int64_t *votes, struct err *err)
    __attribute__((warn_unused_result));
/*
 * An import that brought and changed nothing, not even a source of a candidate, is none: the one before is the last
 * one again.
 */
bool store_forget_import(struct store *store, struct err *err) __attribute__((warn_unused_result));

#endif
