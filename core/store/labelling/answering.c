/*
 * Stores an answer and takes the next ballot. Everything is read before anything is written, and the answer is applied
 * in memory to what was read (core/judge/docket.h). No lock is held while the program thinks. An answer, the next
 * ballot and its lease are one transaction: after a failure the session stays where it was.
 *
 * A server is waited for once, to write, to show the next ballot, and to read ahead for the next answer (step.h). What this
 * answer makes of its question is kept in memory and not read again. If the server refuses the answer because others were
 * first, it is waited for once more, to write, and to find another question once more, too.
 *
 * The order of writes matters if several annotators answer at once. The new ballot comes first, because it may have to
 * wait for another one with the same number, before anything is locked. The answered ballot is closed after the answer.
 * Closing it makes those wait who deal from an older state, and these may hold locks that the answer needs.
 *
 * Under the adaptive rule, data that were read are refused if somebody else has changed the question meanwhile (its
 * version), and the vote begins again. test_trips counts the trips.
 */
#include "core/store/labelling/answers.h"

#include "core/base/bug.h"
#include "core/store/labelling/ballots.h"
#include "core/store/labelling/decision.h"
#include "core/store/labelling/drafts.h"
#include "core/store/store_private.h"

#include <stdlib.h>

static void prefetch_for_answer(struct labelling_step *step, const struct taken_ballot *ballot,
                                int64_t chosen)
{
    step_prefetch(step, ballot->question_id);
    step_prefetch(step, chosen);
    if (chosen == 0)
        offer_prefetch(step, &ballot->then);
}

/* Marks the ballot as answered in the list that was read. */
static void close_in_memory(struct labelling_step *step, int64_t ballot_id)
{
    for (size_t i = 0; i < step->open.n; i++) {
        if (step->open.ballots[i].ballot_id == ballot_id)
            step->open.ballots[i].ballot_id = 0;
    }
}

/* Applies the answer in memory: it counts from now on. */
static bool take_answer(struct labelling_step *step, const struct taken_ballot *ballot,
                        const struct answer *answer, struct docket **docket, struct err *err)
{
    if (!step_read(step, err) || !step_docket(step, ballot->question_id, docket, err))
        return false;
    struct docket_ballot *answered = docket_find(*docket, ballot->ballot_id);
    if (answered != NULL && answered->said != SAID_NOTHING)
        return err_set(err, ERR_ANSWERED,
                       "not saved: another session has already answered this ballot; here is the next one");
    if (answered == NULL || answered->annotator_id != step->to.annotator_id || answered->lease_until == 0)
        return err_set(err, ERR_ANSWERED,
                       "not saved: the ballot has been closed, as by an import; here is the next one");
    docket_ballot_answer(answered, answer);
    close_in_memory(step, ballot->ballot_id);
    step->answered = answered;
    step->answered_question = ballot->question_id;
    step->is_put_aside = answer->skip == SKIP_LATER;
    return true;
}

static bool tells_of_candidates(const struct docket_ballot *answered)
{
    return docket_ballot_is_vote(answered) || (answered->is_glance && answered->said == SAID_VOTE);
}

/*
 * Computes the ballots left of the question from the state that was read. On a server others may have voted in the
 * question since. Under the target rule the server then computes the number from its rows, after the answer has locked
 * them, so that nobody has to begin again.
 */
static bool find_left(struct labelling_step *step, const struct docket *docket,
                      struct ballot_answered *answered, struct err *err)
{
    answered->ballot_id = step->answered->ballot_id;
    answered->question_id = docket->question_id;
    answered->changes_left = tells_of_candidates(step->answered);
    answered->ballots_left = -1;
    answered->version = docket->version;
    return !answered->changes_left || step_ballots_left(step, docket, &answered->ballots_left, err);
}

static bool remove_drafts(struct store *store, int64_t ballot_id, struct err *err)
{
    return store_remove_note_draft(store, ballot_id, err) &&
           store_remove_evidence_draft(store, ballot_id, err);
}

/* On a server one function writes all of this with the answer. */
static bool put_answer(struct labelling_step *step, const struct ballot_answered *answered,
                       const struct answer *answer, struct answer_name *name, struct err *err)
{
    struct store *store = step->store;
    const bool is_on_server = db_is_on_server(store->db);
    name->answer_id = step->next_answer;
    return (is_on_server || answered->deals == NULL || ballot_add(store, answered->deals, err)) &&
           answer_put_new(store, step->dealer, answered, answer, name, err) &&
           (is_on_server || !answered->changes_left ||
            question_put_ballots_left(store, answered->question_id, answered->ballots_left, err)) &&
           (is_on_server || ballot_close(store, answered->ballot_id, err)) &&
           (is_on_server || !answered->has_drafts || remove_drafts(store, answered->ballot_id, err));
}

static void expect(struct labelling_step *step, const struct docket *docket, const struct new_ballot *ballot)
{
    const struct offer *offer = ballot->offer;
    if (offer == NULL || offer->question_id != docket->question_id || offer->control != CONTROL_ABSENT)
        return;
    const struct dealer *dealer = step->dealer;
    const struct docket_ballot dealt =
        docket_ballot_dealt(ballot->ballot_id, offer->number, dealer->annotator_id,
                            dealer->now + dealer->lease_ms, &offer->deal);
    step_expect(step, docket, &dealt);
}

static bool answer_and_decide(struct labelling_step *step, const struct docket *docket,
                              const struct answer *answer, struct ballot_answered *answered, int64_t *chosen,
                              struct answer_name *name, struct taken_ballot *next, struct err *err)
{
    struct store *store = step->store;
    struct deal_decision decision;
    if (!find_left(step, docket, answered, err) || !decide_next(step, chosen, &decision, err))
        return false;
    const struct new_ballot ballot = {step->next_ballot, decision_new(step, &decision, next), step->dealer};
    answered->deals = ballot.offer != NULL ? &ballot : NULL;
    answered->stamp = step->has_stamp ? &step->stamp : NULL;
    answered->may_be_refused =
        answered->may_be_refused && decision.kept.ballot_id == 0 && decision.n_closed == 0;
    if (answered->may_be_refused) {
        store->tried_ballot = answered->ballot_id;
        store->tried_question = answered->question_id;
    }
    if (!put_answer(step, answered, answer, name, err))
        return false;
    if (answered->may_be_refused)
        expect(step, docket, &ballot);
    return decision_put_kept(step, &decision, next, err);
}

/* The advisor reads the votes from the database, so the answer is written first. */
static bool answer_and_ask_advisor(struct labelling_step *step, const struct docket *docket,
                                   const struct answer *answer, struct ballot_answered *answered,
                                   int64_t *chosen, struct answer_name *name, struct taken_ballot *next,
                                   struct err *err)
{
    struct store *store = step->store;
    const struct dealer *dealer = step->dealer;
    answered->may_be_refused = false;
    if (!find_left(step, docket, answered, err))
        return false;
    db_drop_prefetched(store->db);
    if (!put_answer(step, answered, answer, name, err))
        return false;
    if (db_is_on_server(store->db))
        dealer->advisor->prefetch(dealer->advisor->context, store);
    return store_take_next(store, dealer, chosen, next, err);
}

bool store_answer_and_take(struct store *store, const struct dealer *dealer,
                           const struct taken_ballot *ballot, const struct answer *answer, bool has_drafts,
                           int64_t *chosen, struct answer_name *name, struct taken_ballot *next,
                           struct err *err)
{
    struct labelling_step fresh, *ahead = step_take_ahead(store, dealer, ballot),
                                 *step = ahead != NULL ? ahead : &fresh;
    struct docket *docket;
    /* A standing answer has already been withdrawn in this transaction; a second choice is written after the answer. */
    struct ballot_answered answered = {.has_drafts = has_drafts,
                                       .may_be_refused = ballot->standing_id == 0 && answer->second == 0};
    BUG_UNLESS((answer->skip == SKIP_ABSENT) == answer_is_vote(answer));
    *next = (struct taken_ballot){0};
    if (ahead == NULL)
        fresh = step_begin(store, dealer);
    store->relies_on_ahead = ahead != NULL && ahead->has_stamp;
    prefetch_for_answer(step, ballot, *chosen);
    bool worked = answer_is_accepted(answer, err) && take_answer(step, ballot, answer, &docket, err) &&
                  (dealer->advisor != NULL ? answer_and_ask_advisor : answer_and_decide)(step, docket, answer,
                                                                                         &answered, chosen,
                                                                                         name, next, err);
    step_end(step);
    free(ahead);
    return worked;
}
