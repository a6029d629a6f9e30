/*
 * A ballot in hand: how it is shown, what is answered to it, and the answer taken back. All inside a transaction of the
 * caller.
 *
 * The live scores find what others voted by the newest answer_id, and what they withdrew by the newest row of
 * withdrawal.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_ANSWERS_H
#define ASSAY_CORE_STORE_LABELLING_ANSWERS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/random.h"
#include "core/judge/annotator.h"
#include "core/judge/ballot.h"
#include "core/store/labelling/dealing.h"
#include "core/store/labelling/status.h"

struct store;

/* The reason of this name ("later"); false: there is none. */
bool skip_reason_find(struct bytes name, enum skip_reason *reason) __attribute__((warn_unused_result));
/* A ballot as it is shown, its bytes copied into the arena. */
bool store_read_ballot(struct store *store, int64_t ballot_id, struct arena *arena, struct ballot *ballot,
                       struct err *err) __attribute__((warn_unused_result));
/* The state that an annotator sees at one moment. */
struct ballot_view {
    struct arena arena;   /* of all of it */
    struct ballot ballot; /* ballot_id = 0: nothing to do */
    /* On the ballots of its question that they answered, votes and skips that stand, ballot by ballot. */
    struct seen_document *seen;
    size_t n_seen;
    int64_t votes; /* of theirs, that stand */
    struct progress progress;
    uint64_t settings; /* settings_digest */
    double vote_ms;    /* as store_read_vote_time says; NAN where it could not be read */
};

/* Whose view it is, of which ballot, and what of it is wanted. */
struct view_request {
    int64_t annotator_id;
    struct taken_ballot taken;
    bool with_seen, with_votes, with_vote_time;
};

/* In one trip where a server is asked. The caller releases the arena in any case. */
bool store_view_ballot(struct store *store, const struct view_request *request, struct ballot_view *view,
                       struct err *err) __attribute__((warn_unused_result));
/* By what it is known: here, and everywhere. */
struct answer_name {
    int64_t answer_id;
    char uuid[UUID_SIZE];
};

/*
 * Stores an answer, given now, closes its ballot, and takes the next one: of the chosen question as long as it has one open or
 * new (*chosen = 0: none is chosen, or it has no more). The name is found; but for the uuid where there is one already, as that
 * of the same answer, given before without a word whether it was stored. ERR_ANSWERED when the ballot is not open for this
 * annotator.
 */
bool store_answer_and_take(struct store *store, const struct dealer *dealer,
                           const struct taken_ballot *ballot, const struct answer *answer, int64_t *chosen,
                           struct answer_name *name, struct taken_ballot *next, struct err *err)
    __attribute__((warn_unused_result));
/* An answer of an annotator that stands, as a list shows it. */
struct own_answer {
    int64_t answer_id;
    struct bytes question;
    int64_t position;      /* of the document that was chosen; 0: none, or a skip */
    struct bytes skip;     /* the name of the reason; empty: a vote */
    struct bytes document; /* the title of the chosen one, or its beginning; empty where none was chosen */
    int64_t shown;         /* how many documents there were to choose from */
    struct bytes note;
    struct quotation evidence;
    struct bytes reason;
};

/* The newest ones, at most so many, the newest first; into the arena. */
bool store_list_own_answers(struct store *store, struct bytes annotator, size_t most, struct arena *arena,
                            struct own_answer **answers, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* An answer that was taken back. */
struct taken_answer {
    int64_t answer_id;
    struct taken_ballot ballot; /* that is in hand again; none: there is no such answer */
    bool is_vote;
};

/* Takes this answer of the annotator back, as the next one does the last; no ballot: it does not stand any more. */
bool store_withdraw_answer_of(struct store *store, const struct dealer *dealer, int64_t answer_id,
                              struct taken_answer *taken, struct err *err)
    __attribute__((warn_unused_result));
/* Takes the annotator's last answer back and leases its ballot to them; no ballot: there is none. */
bool store_withdraw_answer(struct store *store, const struct dealer *dealer, struct taken_answer *taken,
                           struct err *err) __attribute__((warn_unused_result));
/*
 * Takes back what was said of a document, or to a question, that has changed: votes, skips and controls of all annotators;
 * *votes = how many count no more. The needs of these questions are updated together with the other changes of the import.
 */
bool store_withdraw_answers_on_document(struct store *store, struct bytes docid, int64_t now, int64_t *votes,
                                        struct err *err) __attribute__((warn_unused_result));
bool store_withdraw_answers_to_question(struct store *store, struct bytes qid, int64_t now, int64_t *votes,
                                        struct err *err) __attribute__((warn_unused_result));
/* Whether this answer is one of the annotator's, and not taken back. */
bool store_own_answer_stands(struct store *store, int64_t annotator_id, int64_t answer_id, bool *stands,
                             struct err *err) __attribute__((warn_unused_result));

#endif
