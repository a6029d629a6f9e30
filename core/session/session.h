/*
 * One annotator labelling one database: deals ballots, takes the answers, goes
 * back and forth. Everything that an answer changes is durable when the call
 * returns. The clock and the random seed are passed in.
 */
#ifndef ASSAY_CORE_SESSION_SESSION_H
#define ASSAY_CORE_SESSION_SESSION_H

#include "core/base/err.h"
#include "core/judge/addition.h"
#include "core/judge/annotator.h"
#include "core/judge/ballot.h"
#include "core/store/labelling/status.h"

struct deal_advisor;
struct store;

/* Milliseconds since 1970-01-01 UTC. */
struct clock {
    int64_t (*now)(void *context);
    void *context;
};

struct session;

struct session_options {
    struct store *store; /* must outlive the session */
    struct bytes annotator;
    uint64_t seed;
    struct clock clock;
    /* They are a judge, who is asked what other annotators disagree on (core/judge/adjudication.h), and else nothing new. */
    bool adjudicates;
    bool with_vote_time; /* session_vote_time is asked for */
    /* Says of which question new ballots are; must outlive the session; NULL: nobody. */
    const struct deal_advisor *advisor;
};

/* Opens a session of the annotator (added when new) and takes the first ballot in hand: one they left open, else a new one. */
bool session_open(struct session **out, const struct session_options *options, struct err *err)
    __attribute__((warn_unused_result));
/* Waits a second at most for another program that writes; the leases end by themselves then, after five minutes.
 * Gives the leases of all ballots left open back, so that others can have its work, and frees the session. */
bool session_close(struct session *session, struct err *err);

/* A setting was changed: reads the progress anew, and which fields are shown of the ballot in hand. */
bool session_take_settings(struct session *session, struct err *err) __attribute__((warn_unused_result));

/* The ballot in hand, or NULL: there is nothing (more) for this annotator to do. */
const struct ballot *session_ballot(const struct session *session);
/*
 * Whether, when it was opened, another session of the same annotator had a ballot in
 * hand: both are asked the same ones. So it seems for some minutes after a crash, too.
 */
bool session_may_be_doubled(const struct session *session);
/* How many votes of the annotator stand, of this session and all before it. */
int64_t session_own_votes(const struct session *session);
/* Of the whole database, not of this annotator alone. */
struct progress session_progress(const struct session *session);
uint64_t session_settings(const struct session *session); /* settings_digest as of the last answer */
/* How long a vote takes now, in ms (store_read_vote_time), as of the same moment; NAN where too little is known, or it could not be read. */
double session_vote_time(const struct session *session);
/* How many ballots a judge is still asked, the one in hand with them. All questions that several voted on are read. */
bool session_count_contested(const struct session *session, int64_t *ballots, struct err *err)
    __attribute__((warn_unused_result));

/*
 * A server that is lost is waited for, as long as the store's busy watch goes on: the step goes on when it is back, or another
 * one is promoted. Was the connection lost while the step was committed, it is looked for first (an answer by its uuid), so
 * that nothing is done twice. So do session_take_question, session_undo, session_reopen, session_redo, session_add_to_vote,
 * session_keep_note and session_keep_mark; what is no act of the annotator's fails at once.
 *
 * Answers the ballot in hand, with a position up to n_slots, with VOTE_NONE, or with a
 * skip, which puts it aside without an impression; then takes the next ballot in hand.
 * ERR_ANSWERED: it had been answered elsewhere meanwhile; the next one is in hand.
 * On any other error the ballot stays in hand and nothing is stored, unless the error says that it may be.
 */
bool session_answer(struct session *session, const struct answer *answer, struct err *err)
    __attribute__((warn_unused_result));
/* The last answer of this session, where that is a vote that it has not taken back; its ballot is valid until the next step. */
struct last_vote session_last_vote(const struct session *session);
/*
 * A question may begin with glances (core/judge/glance.h): then each ballot in hand is one (is_glance), and answered as any ballot.
 * This one ends them for the question, as if no more candidates were there: what was not answered stays so, and an ordinary ballot is in
 * hand. Does nothing where the ballot in hand is no glance.
 */
bool session_end_glances(struct session *session, struct err *err) __attribute__((warn_unused_result));
/* Takes the glance of this candidate in hand in place of another one, unless something was said of it already. */
bool session_glance_at(struct session *session, int64_t document_id, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Says something beside the last vote, which stands whatever becomes of it; *added = false: there is no such vote, or it
 * was taken back elsewhere. The ballot in hand stays. ERR_INPUT: such a vote can't have it.
 */
bool session_add_to_vote(struct session *session, const struct addition *addition, bool *added,
                         struct err *err) __attribute__((warn_unused_result));
/*
 * Stores the note that is being typed to the ballot in hand: it is the ballot's `note` from now on, also after any end
 * of the program, and goes with an answer that has no bytes of a note.
 */
bool session_keep_note(struct session *session, struct bytes note, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Stores what is marked, in the text of one of the ballot's documents, for the next answer to the ballot in hand: it is the
 * ballot's `mark` from now on, likewise, and goes with a vote for that document that has no bytes of evidence.
 */
bool session_keep_mark(struct session *session, const struct evidence_mark *mark, struct err *err)
    __attribute__((warn_unused_result));
/*
 * To be called now and then while the annotator is at the ballot in hand: when
 * less than half of its lease is left, leases it anew, so that who reads for long
 * keeps it. Does nothing for a ballot that is no longer theirs alone.
 */
bool session_keep(struct session *session, struct err *err) __attribute__((warn_unused_result));
/*
 * Takes a ballot of this question in hand, one that the annotator left open, else a
 * new one, else one skipped as "later", and stays at the question until nothing is
 * left to deal of it. The ballot that was in hand is given back: others may have its
 * work; if none does, it comes back after the question. At the question already:
 * the ballot in hand stays. ERR_NO_BALLOT, with a sentence that says why: there is
 * nothing to do in it, and nothing has changed.
 */
bool session_take_question(struct session *session, int64_t question_id, struct err *err)
    __attribute__((warn_unused_result));
/* Reads the progress anew, which others change, too; *changed: it is another one. One short query. */
bool session_follow(struct session *session, bool *changed, struct err *err)
    __attribute__((warn_unused_result));
/*
 * With no ballot in hand: looks whether there is something to do by now, because
 * another annotator left or more was imported.
 */
bool session_look_again(struct session *session, struct err *err) __attribute__((warn_unused_result));
/*
 * Takes the annotator's last answer (vote or skip) back, in this session or an
 * earlier one, and takes its ballot in hand with the same slots.
 * *undone = false: there is nothing left to take back.
 */
bool session_undo(struct session *session, bool *undone, struct err *err) __attribute__((warn_unused_result));
/*
 * Takes this answer of the annotator back, and its ballot in hand, as an undo does; those after it stay.
 * *reopened = false: it does not stand any more, and nothing has changed.
 */
bool session_reopen(struct session *session, int64_t answer_id, bool *reopened, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Gives the answer that was taken back from the ballot in hand once more, then
 * takes the next in hand. `with`: with its note and its evidence, or where they have no bytes (data NULL) with what
 * it had; evidence of another text than the one in hand is left out. A reason goes along as well.
 * *redone: what was given, without its note and evidence; no answer when there was none.
 */
bool session_redo(struct session *session, const struct answer *with, struct answer *redone, struct err *err)
    __attribute__((warn_unused_result));

#endif
