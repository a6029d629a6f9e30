/*
 * A ballot in hand: how it is shown, what is answered to it, and the answer taken back. All inside a transaction of the
 * caller.
 */
#ifndef ASSAY_CORE_STORE_ANSWERS_H
#define ASSAY_CORE_STORE_ANSWERS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"

struct store;
struct dealer;

/* The reason of this name ("later"); false: there is none. */
bool skip_reason_find(struct bytes name, enum skip_reason *reason) __attribute__((warn_unused_result));
/* A ballot as it is shown, its bytes copied into the arena. */
bool store_read_ballot(struct store *store, int64_t ballot_id, struct arena *arena, struct ballot *ballot,
                       struct err *err) __attribute__((warn_unused_result));
/* Those on the ballots of the question that the annotator answered, votes and skips that stand. */
bool store_list_read_documents(struct store *store, int64_t annotator_id, int64_t question_id,
                               struct arena *arena, struct read_document **documents, size_t *n,
                               struct err *err) __attribute__((warn_unused_result));
/* Stores an answer, given now, and closes its ballot. ERR_ANSWERED when that is not open for this annotator. */
bool store_add_answer(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                      const struct answer *answer, struct err *err) __attribute__((warn_unused_result));
/* Takes the annotator's last answer back and leases its ballot to them; *ballot_id = 0: there is none. */
bool store_withdraw_answer(struct store *store, const struct dealer *dealer, int64_t *ballot_id,
                           bool *was_vote, struct err *err) __attribute__((warn_unused_result));

#endif
