/*
 * Annotators who are left out: what is read of votes is as if they had not voted. Nothing is written. What a question still
 * needs is not asked again: that follows from all votes.
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
