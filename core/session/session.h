/*
 * One annotator labelling one database. A session deals ballots, takes the answers, undoes and redoes. Everything
 * that an answer changes is durable when the call returns. The caller passes the clock and the random seed.
 */
#pragma once

#include "core/base/clock.h"
#include "core/base/err.h"
#include "core/judge/addition.h"
#include "core/judge/annotator.h"
#include "core/judge/ballot.h"
#include "core/store/labelling/status.h"

struct deal_advisor;
struct store;

struct session;

struct session_options {
    struct store *store; /* must outlive the session */
    struct bytes annotator;
    uint64_t seed;
    struct clock clock;
    /* The annotator is a judge, who gets only ballots that other annotators disagree on (core/judge/adjudication.h). */
    bool adjudicates;
    bool with_vote_time; /* session_vote_time will be used */
    /* Decides which question a new ballot is of. It must outlive the session. NULL: there is no advisor. */
    const struct deal_advisor *advisor;
};

/*
 * Opens a session of the annotator, who is added if new. Takes the first ballot: one that the annotator left open,
 * else a new one.
 */
MUST_CHECK bool session_open(struct session **out, const struct session_options *options, struct err *err);
/*
 * Returns the leases of all open ballots, so that others can do their work, and frees the session. Waits at most
 * one second for another program that writes. If that is not enough, the leases expire after five minutes.
 */
bool session_close(struct session *session, struct err *err);

/* Reads the progress and the shown fields of the current ballot again, after a setting was changed. */
MUST_CHECK bool session_take_settings(struct session *session, struct err *err);

/* Returns the current ballot. NULL: there is nothing (more) for this annotator to do. */
const struct ballot *session_ballot(const struct session *session);
/*
 * Returns whether another session of the same annotator had an open ballot when this session was opened: both would
 * get the same ballots. It is also true for some minutes after a crash.
 */
bool session_may_be_doubled(const struct session *session);
/*
 * Returns why the question of the current ballot did not begin with glances, although the setting is on: the percentage
 * of the newest glances that kept their candidate, which is too high to save time. 0: there is no such reason.
 */
int session_kept_percent(const struct session *session);
/* Returns whether this session has saved a keep or a drop. */
bool session_has_glanced(const struct session *session);
/* Returns the number of the annotator's valid votes, from this session and all earlier ones. */
int64_t session_own_votes(const struct session *session);
/* Returns the progress of the whole database, not only of this annotator. */
struct progress session_progress(const struct session *session);
uint64_t session_settings(const struct session *session); /* settings_digest as of the last answer */
/*
 * Returns how long a vote takes now, in ms (store_read_vote_time), as of the last answer. NAN: too few votes, or it
 * could not be read.
 */
double session_vote_time(const struct session *session);
/*
 * Counts the ballots that a judge still gets, including the current one. Reads all questions that several
 * annotators voted on.
 */
MUST_CHECK bool session_count_contested(const struct session *session, int64_t *ballots, struct err *err);

/*
 * Answers the current ballot and takes the next one. The answer is a position up to n_slots, VOTE_NONE, or a skip,
 * which puts the ballot aside without an impression. ERR_ANSWERED: the ballot was answered elsewhere meanwhile, and
 * the next one is current. On any other error the ballot stays current and nothing is stored, unless the error says
 * that it may be. ERR_INPUT: the second choice is not on the ballot.
 *
 * If the connection to the server is lost, the call waits as long as the store's busy watch allows. It continues
 * when the server is back or another one is promoted. If the connection was lost during the commit, the call first
 * looks for the answer by its uuid, so that nothing is done twice. session_take_question, session_undo,
 * session_reopen, session_leave, session_redo, session_add_to_vote, session_keep_note and session_keep_mark do the same. All other
 * calls fail at once.
 */
MUST_CHECK bool session_answer(struct session *session, const struct answer *answer, struct err *err);
/*
 * Returns the last answer of this session if it is a vote that the session has not undone. Its ballot is valid
 * until the next step.
 */
struct last_vote session_last_vote(const struct session *session);
/*
 * Ends the glances of the question. A question may begin with glances (core/judge/glance.h): then each current
 * ballot is a glance (is_glance) and is answered like any ballot. This call acts as if there were no more
 * candidates: unanswered glances stay unanswered, and an ordinary ballot becomes current. It does nothing if the
 * current ballot is not a glance.
 */
MUST_CHECK bool session_end_glances(struct session *session, struct err *err);
/* Makes the glance at this candidate the current one, unless the candidate was already kept, dropped or skipped. */
MUST_CHECK bool session_glance_at(struct session *session, int64_t document_id, struct err *err);
/*
 * Adds something to the last vote. The current ballot stays. *added = false: there is no such vote, or it was
 * undone elsewhere. ERR_INPUT: the addition does not fit the vote, as a second choice does not fit a tie.
 */
MUST_CHECK bool session_add_to_vote(struct session *session, const struct addition *addition, bool *added,
                                    struct err *err);
/*
 * Stores the note that is being typed for the current ballot. From now on it is the ballot's `note`, even after a
 * crash. An answer whose note has no data gets this note.
 */
MUST_CHECK bool session_keep_note(struct session *session, struct bytes note, struct err *err);
/*
 * Stores the passage that is marked in one of the ballot's documents, for the next answer to the current ballot.
 * From now on it is the ballot's `mark`, even after a crash. A vote for that document whose evidence has no data
 * gets this evidence.
 */
MUST_CHECK bool session_keep_mark(struct session *session, const struct evidence_mark *mark, struct err *err);
/*
 * Renews the lease of the current ballot if less than half of it is left, so that annotators who read for long keep
 * it. Call it now and then while the ballot is shown. Does nothing for a ballot that the annotator no longer holds
 * alone.
 */
MUST_CHECK bool session_keep(struct session *session, struct err *err);
/*
 * Goes to this question until it has no ballots left. Takes a ballot of the question: one that the annotator left
 * open, else a new one, else one skipped as "later". The current ballot is returned: others may do its work;
 * otherwise it comes back after the question. If the current ballot is of this question already, it stays.
 * ERR_NO_BALLOT: there is nothing to do in the question, and nothing has changed; the error text says why.
 */
MUST_CHECK bool session_take_question(struct session *session, int64_t question_id, struct err *err);
/* Reads the progress again, because others change it, too. *changed says whether it is different. One short query. */
MUST_CHECK bool session_follow(struct session *session, bool *changed, struct err *err);
/*
 * Looks for a ballot again if there is no current one: another annotator may have left, or more may have been
 * imported.
 */
MUST_CHECK bool session_look_again(struct session *session, struct err *err);
/*
 * Undoes the last answer (vote or skip) of this session. When none is left, it undoes the last answer that the annotator
 * gave before the first answer of this session, and never one that another session has given since. The ballot becomes
 * current, with the same slots. If the answer of the current ballot stands (session_reopen), it is the one that is
 * undone. *undone = false: there is nothing left to undo.
 */
MUST_CHECK bool session_undo(struct session *session, bool *undone, struct err *err);
/*
 * Makes the ballot of this answer of the annotator the current one (ballot.stands). The answer stands until another one
 * is given: session_answer replaces it in one transaction, session_undo undoes it, session_leave goes back. The ballot
 * that was current stays open for the annotator. *reopened = false: the answer is no longer valid, and nothing has changed.
 */
MUST_CHECK bool session_reopen(struct session *session, int64_t answer_id, bool *reopened, struct err *err);
/* If the current ballot is one of session_reopen: takes an open ballot in its place. Its answer stands. */
MUST_CHECK bool session_leave(struct session *session, struct err *err);
/*
 * Gives the undone answer of the current ballot again, then takes the next ballot. It uses the note and the
 * evidence of `with`; where they have no data (NULL), those of the undone answer. Evidence from an older text of
 * the document is left out. A reason or second choice of `with` replaces that of the undone answer. *redone: the
 * given answer, without its note and evidence; no answer if there was none to redo. ERR_INPUT: the undone answer is a
 * tie, which takes no second choice.
 */
MUST_CHECK bool session_redo(struct session *session, const struct answer *with, struct answer *redone,
                             struct err *err);
