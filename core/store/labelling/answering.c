/*
 * An answer, and what comes next. All is read before anything is written: what the answer will change is foreseen. So a server is
 * waited for twice: to read, and to write and show what comes next. Where nothing new is to be had, or what is read depends on
 * more than the answer, that is written first, and then the next ballot is looked for.
 *
 * The order in which it is written matters where several answer at once. The new ballot comes first: it may have to wait for
 * another one of the same number, when nothing is locked yet. The answered ballot is closed behind the answer, since that makes others
 * wait who deal from an older state, and who may hold what the answer needs.
 *
 * An answer, the next ballot and its lease are one transaction: the disk is waited for once, and after a failure
 * the session stays where it was. Everything is read before anything is written, as it will be once the answer is
 * stored, so that a server is waited for twice. If you read something else for the next ballot, ask for it with
 * the rest (query_ask) and say what the answer will change of it (struct foreseen_answer). What was read under the
 * adaptive rule is refused if somebody else has changed the question meanwhile
 * (question_set_ballots_left_of_version), and the vote is begun again. test_trips counts the trips.
 */
#include "core/store/labelling/answers.h"

#include "core/base/bug.h"
#include "core/store/labelling/adjudicating.h"
#include "core/store/labelling/controls.h"
#include "core/store/labelling/offering.h"
#include "core/store/rows.h"
#include "core/store/labelling/sharing.h"
#include "core/store/store_private.h"

/* What is asked before an answer is written. */
struct answer_reading {
    struct query next_id, open_slots, open_ballots;
    struct offer_reading question;
    struct work_reading work;
    struct query in_hand;       /* the question, where a control is answered */
    bool has_work, has_in_hand; /* that was asked for */
};

/* What is known once that was read. */
struct foreseen_step {
    struct foreseen_answer answered;
    int64_t answer_id;
    int64_t chosen;  /* the question that was chosen, as long as it has something; 0: any */
    bool has_others; /* other ballots of the annotator are open */
    struct offer
        offer; /* what will be dealt once the answer is there; nothing where that can't be said before */
};

static void drop_reading(struct store *store, struct answer_reading *reading)
{
    offer_drop(store, &reading->question, reading->has_work ? &reading->work : NULL);
    if (reading->has_in_hand)
        query_drop(&reading->in_hand);
}

static struct query ask_open_slots(struct store *store, const struct dealer *dealer, int64_t ballot_id)
{
    struct query query = query_start(store->db, STATEMENT_OPEN_SLOT_LIST);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, dealer->annotator_id);
    query_ask(&query);
    return query;
}

static struct query ask_open_ballots(struct store *store, const struct dealer *dealer)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_OPEN_LIST);
    query_bind_integer(&query, 1, dealer->annotator_id);
    query_ask(&query);
    return query;
}

/* Of which question something is offered next, as far as that is known. */
static int64_t find_next_question(const struct store *store, int64_t chosen,
                                  const struct foreseen_answer *answered)
{
    const struct dealt_control *control = &store->control;
    return chosen != 0                                 ? chosen
           : answered->ballot_id == control->ballot_id ? control->question_id
                                                       : answered->question_id;
}

/* The control that comes behind the answered ballot, as far as that is known. */
static void foresee_control(struct store *store, const struct dealer *dealer,
                            const struct foreseen_answer *answered)
{
    if (answered->ballot_id == store->dealt.ballot_id)
        controls_foresee(store, dealer->annotator_id, &store->dealt.next);
}

static struct answer_reading ask_for_answer(struct store *store, const struct dealer *dealer, int64_t chosen,
                                            const struct foreseen_answer *answered)
{
    int64_t question_id = find_next_question(store, chosen, answered);
    const bool is_ending = store->ending_question == question_id;
    struct answer_reading reading = {
        .has_work = is_ending && !dealer->adjudicates,
        .has_in_hand = chosen == 0 && answered->ballot_id == store->control.ballot_id,
    };
    reading.next_id = query_start(store->db, STATEMENT_ANSWER_NEXT_ID);
    query_ask(&reading.next_id);
    reading.open_slots = ask_open_slots(store, dealer, answered->ballot_id);
    reading.open_ballots = ask_open_ballots(store, dealer);
    reading.question = offer_ask(store, dealer, question_id, answered);
    if (reading.has_in_hand)
        reading.in_hand = question_in_hand_ask(store, dealer);
    if (dealer->adjudicates)
        adjudicating_foresee(store, question_id);
    if (chosen == 0)
        foresee_control(store, dealer, answered);
    if (is_ending && dealer->adjudicates)
        adjudicating_foresee_questions(store, dealer->annotator_id);
    else if (is_ending)
        sharing_foresee_questions(store);
    if (reading.has_work)
        reading.work = work_ask(store, dealer);
    return reading;
}

static bool take_open_slots(struct query *query, const struct answer *answer,
                            struct foreseen_answer *answered, struct err *err)
{
    bool is_open = false;
    answered->choice.position = VOTE_NONE;
    for (int position = 1; query_next(query); position++) {
        struct open_slot slot = read_open_slot(query);
        const int place = choice_take_slot(&answered->choice, slot.document_id);
        is_open = true;
        if (answer->position == position)
            answered->choice.position = place;
        answered->question_id = slot.question_id;
        answered->deal = slot.deal;
        answered->is_control = slot.is_control;
        query_add_slot(query, &answered->set, slot.document_id);
    }
    return query_end(query, err) &&
           (is_open ||
            err_set(err, ERR_ANSWERED,
                    "not saved: another session has already answered this ballot; here is the next one"));
}

/* How many others than that ballot are open. */
static bool take_open_ballots(struct query *query, int64_t ballot_id, size_t *n_others, struct err *err)
{
    *n_others = 0;
    while (query_next(query))
        *n_others += read_kept_ballot(query).ballot_id != ballot_id;
    return query_end(query, err);
}

static bool foresee_contested(struct store *store, const struct dealer *dealer,
                              struct answer_reading *reading, struct foreseen_step *step, struct err *err)
{
    struct foreseen_answer *answered = &step->answered;
    struct offer_asked asked = {.next.question_id = reading->question.question_id};
    if (!offer_take_rule(store, &reading->question, reading->has_work ? &reading->work : NULL,
                         &answered->rule, &asked.next.number, err) ||
        !offer_contested(store, dealer, step->chosen, &asked, answered, &step->offer, err))
        return false;
    if (step->chosen == 0 || step->offer.deal.n_slots > 0)
        return true;
    step->chosen = 0;
    return offer_contested(store, dealer, 0, &asked, answered, &step->offer, err);
}

static bool foresee_offer(struct store *store, const struct dealer *dealer, struct answer_reading *reading,
                          struct foreseen_step *step, struct err *err)
{
    struct foreseen_answer *answered = &step->answered;
    struct work_reading *work = reading->has_work ? &reading->work : NULL;
    struct query *in_hand = reading->has_in_hand ? &reading->in_hand : NULL;
    if (in_hand != NULL && (step->has_others || dealer->adjudicates || dealer->advisor != NULL))
        query_drop(in_hand);
    if (!step->has_others && dealer->adjudicates)
        return foresee_contested(store, dealer, reading, step, err);
    if (step->has_others || dealer->advisor != NULL)
        return offer_take_rule(store, &reading->question, work, &answered->rule, NULL, err);
    const struct offer_asked asked = {.question = &reading->question, .in_hand = in_hand, .work = work};
    if (!offer_new(store, dealer, step->chosen, &asked, answered, &step->offer, err))
        return false;
    if (step->chosen == 0 || step->offer.deal.n_slots > 0)
        return true;
    step->chosen = 0;
    return offer_new(store, dealer, 0, &(struct offer_asked){0}, answered, &step->offer, err);
}

/* Everything is read. */
static bool take_for_answer(struct store *store, const struct dealer *dealer, struct answer_reading *reading,
                            const struct answer *answer, struct foreseen_step *step, struct err *err)
{
    struct err unused;
    size_t n_others;
    struct foreseen_answer *answered = &step->answered;
    bool worked = query_one_integer(&reading->next_id, 1, &step->answer_id, err);
    worked = take_open_slots(&reading->open_slots, answer, answered, worked ? err : &unused) && worked;
    worked =
        take_open_ballots(&reading->open_ballots, answered->ballot_id, &n_others, worked ? err : &unused) &&
        worked;
    store->keeps_ballots = n_others > 1;
    step->has_others = n_others > 0;
    if (worked)
        return foresee_offer(store, dealer, reading, step, err);
    drop_reading(store, reading);
    return false;
}

/*
 * Others may have voted in the question on a server since it was read: a target is told by what stands there once the answer
 * keeps them away from it, and nobody has to begin again.
 */
static void leave_target_to_server(const struct store *store, struct foreseen_answer *answered)
{
    if (db_is_on_server(store->db) && answered->rule == STOP_AT_TARGET)
        answered->ballots_left = -1;
}

/* What is left of the question, once the answer is written. As it was foreseen a server's function has written it with the answer. */
static bool settle(struct store *store, const struct foreseen_answer *answered, struct err *err)
{
    if (!answered->is_vote || answered->is_control)
        return true;
    if (answered->ballots_left < 0)
        return pool_settle_by_rule(store, answered->question_id, answered->rule, err);
    return db_is_on_server(store->db) ||
           pool_put_ballots_left(store, answered->question_id, answered->ballots_left, err);
}

/* Likewise. */
static bool close_answered(struct store *store, const struct foreseen_answer *answered, struct err *err)
{
    return db_is_on_server(store->db) || ballot_close(store, answered->ballot_id, err);
}

/* What is going to be asked once the answer is there goes along with it, so that a server is waited for once for all of it. */
static void foresee_next(struct store *store, const struct dealer *dealer, const struct foreseen_step *step)
{
    if (!db_is_on_server(store->db))
        return;
    const struct foreseen_answer *answered = &step->answered;
    taking_foresee(store, dealer, step->has_others);
    if (dealer->advisor != NULL) {
        if (!step->has_others)
            dealer->advisor->foresee(dealer->advisor->context, store);
        return;
    }
    if (!step->has_others && !dealer->adjudicates && (step->chosen != 0 || store->n_met_others == 0))
        offer_foresee(store, dealer, step->chosen != 0 ? step->chosen : answered->question_id, NULL,
                      answered->rule);
}

bool store_answer_and_take(struct store *store, const struct dealer *dealer,
                           const struct taken_ballot *ballot, const struct answer *answer, int64_t *chosen,
                           struct answer_name *name, struct taken_ballot *next, struct err *err)
{
    BUG_UNLESS((answer->skip == SKIP_ABSENT) == answer_is_vote(answer));
    struct foreseen_step step = {
        .answered = {.ballot_id = ballot->ballot_id,
                     .question_id = ballot->question_id,
                     .is_vote = answer_is_vote(answer),
                     .rule = STOP_WHEN_SETTLED,
                     .ballots_left = -1},
        .chosen = *chosen,
    };
    *next = (struct taken_ballot){0};
    if (!answer_is_accepted(answer, err))
        return false;
    struct answer_reading reading = ask_for_answer(store, dealer, *chosen, &step.answered);
    if (!take_for_answer(store, dealer, &reading, answer, &step, err))
        return false;
    db_forget_foreseen(store->db); /* of before the answer */
    leave_target_to_server(store, &step.answered);
    *chosen = step.chosen;
    name->answer_id = step.answer_id;
    const struct foreseen_answer *answered = &step.answered;
    bool is_offered = step.offer.deal.n_slots > 0;
    if ((is_offered && !ballot_put(store, dealer, &step.offer, next, err)) ||
        !answer_put_new(store, dealer, answered, answer, name, err))
        return false;
    if (is_offered)
        return settle(store, answered, err) && close_answered(store, answered, err);
    if (!close_answered(store, answered, err))
        return false;
    foresee_next(store, dealer, &step);
    return settle(store, answered, err) && store_take_next(store, dealer, chosen, next, err);
}
