/*
 * Answers that were given elsewhere: in another copy of a database, or in a product that shows two documents. They are
 * stored inside a transaction of the caller, and then count as if they had been given here.
 */
#pragma once

#include "core/base/random.h"
#include "core/judge/ballot.h"
#include "core/judge/control.h"
#include "core/store/content/fill.h"

enum withdrawal { WITHDRAWAL_ABSENT, WITHDRAWAL_BY_UNDO, WITHDRAWAL_BY_RETURN };

struct received_answer {
    char uuid[UUID_SIZE]; /* identifies the answer when it is received again */
    int64_t question_id;
    int64_t annotator_id;
    int64_t document_ids[BALLOT_SIZE_MAX]; /* by position - 1; each is a candidate of the question */
    size_t n_slots;
    struct answer answer; /* elapsed_ms < 0: unknown */
    int64_t given_at;
    enum control control;
    enum withdrawal withdrawal;
    int64_t withdrawn_at;
};

/*
 * Adds answers in their order, each with a ballot of its own; a server gets all lookups together. The caller must then
 * recompute the ballots left, once: settings_apply. *stored for each answer: STORED_NEW; STORED_SAME: it was there
 * already; STORED_REPLACED: it was there, and has been withdrawn or got an addition; STORED_CONFLICT: another answer
 * has this uuid, and nothing was changed. *n_put is the number of answers stored before the first invalid one.
 */
MUST_CHECK bool store_put_received_answers(struct store *store, const struct received_answer *received,
                                           size_t n, enum stored *stored, size_t *n_put, struct err *err);

/* Finds a kind of withdrawal by its name ("undo"); false: there is none. */
MUST_CHECK bool withdrawal_find(struct bytes name, enum withdrawal *withdrawal);
