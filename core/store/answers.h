/*
 * A ballot in hand: how it is shown, what is answered to it, and the answer taken back. All inside a transaction of the
 * caller.
 */
#ifndef ASSAY_CORE_STORE_ANSWERS_H
#define ASSAY_CORE_STORE_ANSWERS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/random.h"
#include "core/judge/ballot.h"

struct store;
struct dealer;

/* The reason of this name ("later"); false: there is none. */
bool skip_reason_find(struct bytes name, enum skip_reason *reason) __attribute__((warn_unused_result));
/* A ballot as it is shown, its bytes copied into the arena. */
bool store_read_ballot(struct store *store, int64_t ballot_id, struct arena *arena, struct ballot *ballot,
                       struct err *err) __attribute__((warn_unused_result));
/* Those on the ballots of the question that the annotator answered, votes and skips that stand, ballot by ballot. */
bool store_list_seen_documents(struct store *store, int64_t annotator_id, int64_t question_id,
                               struct arena *arena, struct seen_document **documents, size_t *n,
                               struct err *err) __attribute__((warn_unused_result));
/* By what it is known: here, and everywhere. */
struct answer_name {
    int64_t answer_id;
    char uuid[UUID_SIZE];
};

/* Stores an answer, given now, and closes its ballot. ERR_ANSWERED when that is not open for this annotator. */
bool store_add_answer(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                      const struct answer *answer, struct answer_name *name, struct err *err)
    __attribute__((warn_unused_result));
/* Gives a vote a reason, in place of the one that it may have; *given = false: it does not stand any more. */
bool store_give_reason(struct store *store, int64_t answer_id, struct bytes reason, bool *given,
                       struct err *err) __attribute__((warn_unused_result));
/* An answer of an annotator that stands, as a list shows it. */
struct own_answer {
    int64_t answer_id;
    struct bytes question;
    int64_t position;      /* of the document that was chosen; 0: none, or a skip */
    struct bytes skip;     /* the name of the reason; empty: a vote */
    struct bytes document; /* the title of the chosen one, or its beginning */
    struct bytes note;
    struct quotation evidence;
    struct bytes reason;
};

/* The newest ones, at most so many, the newest first; into the arena. */
bool store_list_own_answers(struct store *store, struct bytes annotator, size_t most, struct arena *arena,
                            struct own_answer **answers, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* Takes this answer of the annotator back, as the next one does the last; *ballot_id = 0: it does not stand any more. */
bool store_withdraw_answer_of(struct store *store, const struct dealer *dealer, int64_t answer_id,
                              int64_t *ballot_id, bool *was_vote, struct err *err)
    __attribute__((warn_unused_result));
/* Takes the annotator's last answer back and leases its ballot to them; *ballot_id = 0: there is none. */
bool store_withdraw_answer(struct store *store, const struct dealer *dealer, int64_t *ballot_id,
                           bool *was_vote, struct err *err) __attribute__((warn_unused_result));

#endif
