/*
 * Annotators who are left out: votes are read as if these annotators had not voted. Nothing is written. The needs of questions
 * do not change, because they follow from all votes.
 *
 * An annotator is left out by the reader of each query, in C: no query and no sum knows of it.
 */
#ifndef ASSAY_CORE_STORE_VOTES_LEFT_OUT_H
#define ASSAY_CORE_STORE_VOTES_LEFT_OUT_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct store;

/* Until the store is closed. ERR_INPUT: there is no such annotator; those that there are are named. */
bool store_leave_out(struct store *store, struct bytes name, struct err *err)
    __attribute__((warn_unused_result));

#endif
