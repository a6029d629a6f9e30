/*
 * A ballot in hand: how it is shown, its answer, and the withdrawal of the answer. All inside a transaction of the
 * caller.
 *
 * The live scores find new votes of others by the newest answer_id, and withdrawals by the newest row of withdrawal.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/random.h"
#include "core/judge/annotator.h"
#include "core/judge/ballot.h"
#include "core/store/labelling/dealing.h"
#include "core/store/labelling/status.h"

struct store;

/* Finds the reason with this name ("later"); false: there is none. */
MUST_CHECK bool skip_reason_find(struct bytes name, enum skip_reason *reason);
/* Reads a ballot as it is shown; its bytes are copied into the arena. */
MUST_CHECK bool store_read_ballot(struct store *store, int64_t ballot_id, struct arena *arena,
                                  struct ballot *ballot, struct err *err);
/* The state that an annotator sees at one moment. */
struct ballot_view {
    struct arena arena;   /* holds everything below */
    struct ballot ballot; /* ballot_id = 0: there is nothing to do */
    /*
     * The documents on the ballots of this question that the annotator answered (standing votes and skips), ballot by
     * ballot.
     */
    struct seen_document *seen;
    size_t n_seen;
    int64_t votes; /* of the annotator, that stand */
    struct progress progress;
    uint64_t settings; /* settings_digest */
    double vote_ms;    /* as store_read_vote_time; NAN: it could not be read */
};

/* The annotator, the ballot, and the parts of the view that are wanted. */
struct view_request {
    const struct dealer *dealer;
    struct taken_ballot taken;
    bool with_seen, with_votes, with_vote_time;
};

/*
 * Reads a view, from a server in one trip, together with what the answer to the ballot is going to read (step.h). The
 * caller releases the arena in any case.
 */
MUST_CHECK bool store_view_ballot(struct store *store, const struct view_request *request,
                                  struct ballot_view *view, struct err *err);
/* The identifiers of an answer: in this database, and in all copies of it. */
struct answer_name {
    int64_t answer_id;
    char uuid[UUID_SIZE];
};

/*
 * Stores an answer given now, closes its ballot, removes its drafts if it has any, and takes the next one. The next ballot is from the chosen question as
 * long as this has one open or new (*chosen = 0: no question is chosen, or it has no more). Sets the answer's name. A
 * uuid that is there already is kept: then this is a repetition of an answer of which it is unknown whether it was
 * stored. ERR_ANSWERED: the ballot is not open for this annotator.
 */
MUST_CHECK bool store_answer_and_take(struct store *store, const struct dealer *dealer,
                                      const struct taken_ballot *ballot, const struct answer *answer,
                                      bool has_drafts, int64_t *chosen, struct answer_name *name,
                                      struct taken_ballot *next, struct err *err);
/* An annotator's standing answer, as a list shows it. */
struct own_answer {
    int64_t answer_id;
    struct bytes question;
    int64_t position;      /* of the chosen document; 0: none, or a skip */
    struct bytes skip;     /* the name of the reason; empty: a vote */
    struct bytes document; /* title or beginning of the chosen document; empty: none was chosen */
    int64_t shown;         /* number of documents on the ballot */
    struct bytes other;    /* likewise of the document that is tied with the chosen one */
    bool is_glance;        /* the document was kept (position 1) or dropped (0) */
    struct bytes note;
    struct quotation evidence;
    struct bytes reason;
    int64_t second; /* like that of struct answer */
};

/* Lists at most `most` answers, the newest first; into the arena. */
MUST_CHECK bool store_list_own_answers(struct store *store, struct bytes annotator, size_t most,
                                       struct arena *arena, struct own_answer **answers, size_t *n,
                                       struct err *err);
/* An answer that was withdrawn, or is to be shown again. */
struct taken_answer {
    int64_t answer_id;
    struct taken_ballot ballot; /* the ballot, to be shown again; ballot_id = 0: there is no such answer */
    bool is_vote;
};

/* Finds this answer of the annotator, to show its ballot again. No ballot: the answer does not stand any more. */
MUST_CHECK bool store_find_own_answer(struct store *store, const struct dealer *dealer, int64_t answer_id,
                                      struct taken_answer *found, struct err *err);
/*
 * Withdraws this answer of the annotator, otherwise as store_withdraw_answer. No ballot: the answer does not stand any
 * more.
 */
MUST_CHECK bool store_withdraw_answer_of(struct store *store, const struct dealer *dealer, int64_t answer_id,
                                         struct taken_answer *taken, struct err *err);
/*
 * Withdraws the annotator's last answer with a number below `end` and leases its ballot to them. No ballot: there is no
 * such answer.
 */
MUST_CHECK bool store_withdraw_answer_before(struct store *store, const struct dealer *dealer, int64_t end,
                                             struct taken_answer *taken, struct err *err);
/*
 * Withdraw the answers on a document, or to a question, that has changed: votes, skips and controls of all annotators.
 * *votes is the number of votes that no longer count. The needs of these questions are updated together with the other
 * changes of the import.
 */
MUST_CHECK bool store_withdraw_answers_on_document(struct store *store, struct bytes docid, int64_t now,
                                                   int64_t *votes, struct err *err);
MUST_CHECK bool store_withdraw_answers_to_question(struct store *store, struct bytes qid, int64_t now,
                                                   int64_t *votes, struct err *err);
/* Returns in `stands` whether this is an answer of the annotator that was not withdrawn. */
MUST_CHECK bool store_own_answer_stands(struct store *store, int64_t annotator_id, int64_t answer_id,
                                        bool *stands, struct err *err);
