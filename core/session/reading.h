/*
 * What one annotator has read of one question: the documents on its ballots that they answered. Kept in memory, so that no
 * vote asks the database for it; who goes to another question asks once.
 */
#ifndef ASSAY_CORE_SESSION_READING_H
#define ASSAY_CORE_SESSION_READING_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"

struct store;

/* {0} knows no question and is safe to release. */
struct question_reading {
    int64_t question_id;
    struct arena arena;
    struct read_document *documents;
    size_t n;
};

void reading_release(struct question_reading *reading);
/* What the database says of the question, in place of what was there. */
bool reading_take_question(struct question_reading *reading, struct store *store, int64_t annotator_id,
                           int64_t question_id, struct err *err) __attribute__((warn_unused_result));
/* A ballot of the question was answered; its answer does not stand any more. */
void reading_add(struct question_reading *reading, const struct ballot *ballot);
void reading_forget(struct question_reading *reading, int64_t ballot_id);
/* Says of each document of the ballot, of this question, whether it was read on another one. */
void reading_mark(const struct question_reading *reading, struct ballot *ballot);

#endif
