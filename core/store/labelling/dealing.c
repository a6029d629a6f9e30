/*
 * Who asks for a ballot gets, in this order: one that they left open, a new one, one that they put aside as "later". What is
 * new offering.c says. A judge is asked what others disagree on (adjudicating.h) in place of all that.
 *
 * An open ballot has a `lease_until`; while that lies ahead, its work is nobody else's. When it has passed, others may have
 * done the work, so a ballot that was left open is taken up again only while one of its documents is still in need and
 * nobody holds the same set; otherwise it is closed for good. A list of such ballots is read to its end before anything is
 * written: no statement loses the ground under its own rows.
 *
 * ballot.lease_until is NULL once a ballot is answered or given up; otherwise the ballot is open. An open ballot
 * comes back to its annotator, in the order of dealing, before a new one is dealt. That makes undo, redo and
 * resuming after a crash one mechanism. Going to a question gives back the ballot in hand: its lease ends, and it
 * stays open. The chosen question belongs to the session alone.
 */
#include "core/store/labelling/dealing.h"

#include "core/base/bug.h"
#include "core/store/labelling/adjudicating.h"
#include "core/store/votes/known.h"
#include "core/store/labelling/offering.h"
#include "core/store/content/questions.h"
#include "core/store/rows.h"
#include "core/store/labelling/sharing.h"
#include "core/store/store_private.h"

static bool lease_until(struct store *store, enum statement statement, int64_t ballot_id, int64_t until,
                        struct err *err)
{
    struct query query = query_start(store->db, statement);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, until);
    return query_post(&query, err);
}

bool ballot_lease(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
{
    return lease_until(store, STATEMENT_BALLOT_LEASE, ballot_id, dealer->now + dealer->lease_ms, err);
}

bool ballot_reopen(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
{
    return db_is_on_server(store->db) ||
           lease_until(store, STATEMENT_BALLOT_REOPEN, ballot_id, dealer->now + dealer->lease_ms, err);
}

bool ballot_find_open(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                      int64_t *question_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_OPEN_QUESTION);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, dealer->annotator_id);
    return query_one_integer(&query, 0, question_id, err);
}

bool ballot_close(struct store *store, int64_t ballot_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_LEASE);
    query_bind_integer(&query, 1, ballot_id); /* what is not bound is NULL */
    return query_post(&query, err);
}

static struct query start_held_twice(struct store *store, const struct dealer *dealer, int64_t ballot_id)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_HELD_TWICE);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, dealer->now);
    return query;
}

static struct query ask_held_twice(struct store *store, const struct dealer *dealer, int64_t ballot_id)
{
    struct query query = start_held_twice(store, dealer, ballot_id);
    query_ask(&query);
    return query;
}

/* Whether somebody else holds the same documents of the same question. */
static bool take_held_twice(struct query *query, bool *held, struct err *err)
{
    int64_t found;
    bool worked = query_one_integer(query, 0, &found, err);
    *held = found != 0;
    return worked;
}

static struct query start_set(struct store *store, int64_t ballot_id)
{
    struct query query = query_start(store->db, STATEMENT_SLOT_DOCUMENT_LIST);
    query_bind_integer(&query, 1, ballot_id);
    return query;
}

static struct query ask_set(struct store *store, int64_t ballot_id)
{
    struct query query = start_set(store, ballot_id);
    query_ask(&query);
    return query;
}

static bool take_set(struct query *slots, struct slot_set *set, struct err *err)
{
    *set = (struct slot_set){{0}};
    while (query_next(slots))
        query_add_slot(slots, set, query_only_integer(slots));
    query_require(slots, slot_set_size(set) > 0, "a ballot has no documents");
    return query_end(slots, err);
}

bool ballot_read_set(struct store *store, int64_t ballot_id, struct slot_set *set, struct err *err)
{
    struct query slots = ask_set(store, ballot_id);
    return take_set(&slots, set, err);
}

/* What is asked of a ballot whose lease has passed. */
struct work_left_reading {
    struct pool_reading pool;
    struct query slots;
    struct wanting_reading wanting;
};

static void drop_work_left(struct work_left_reading *reading)
{
    query_drop(&reading->pool.needs);
    query_drop(&reading->pool.candidates);
    query_drop(&reading->slots);
    sharing_wants_drop(&reading->wanting);
}

/* Whether a document on the ballot is still in need when the ballot itself does not count, or others were asked it. */
static bool take_work_left(struct store *store, const struct shared_with *with,
                           struct work_left_reading *reading, bool *work, struct err *err)
{
    struct arena arena = {0};
    struct err unused;
    struct pool pool;
    struct slot_set set;
    *work = false;
    bool worked = pool_take_whole(store, &reading->pool, &arena, &pool, err);
    worked = take_set(&reading->slots, &set, worked ? err : &unused) && worked;
    for (size_t i = 0; worked && i < slot_set_size(&set); i++) {
        const struct pool_candidate *candidate = pool_find(&pool, set.document_ids[i]);
        *work |= candidate != NULL && pool_needs(&pool, candidate);
    }
    if (worked && !*work && !pool.is_left_out)
        worked = sharing_wants_take(store, &reading->wanting, with, reading->pool.which.question_id, &set,
                                    work, err);
    else
        sharing_wants_drop(&reading->wanting);
    arena_release(&arena);
    return worked;
}

/* What ballot_is_wanted asks. */
static void foresee_whether_wanted(struct store *store, const struct dealer *dealer,
                                   const struct kept_ballot *ballot)
{
    const struct shared_with with = {dealer->annotator_id, dealer->now};
    struct query twice = start_held_twice(store, dealer, ballot->ballot_id);
    struct query slots = start_set(store, ballot->ballot_id);
    query_foresee(&twice);
    query_foresee(&slots);
    pool_foresee(store, ballot->question_id, dealer->now, ballot->ballot_id);
    if (store->deals_adaptively)
        known_foresee_reading(store, ballot->question_id, dealer->now, ballot->ballot_id);
    sharing_wants_foresee(store, &with, ballot->question_id, ballot->ballot_id);
}

/* A judge takes up what a judge would be asked; what they left as an annotator waits for them as one. */
static bool ballot_is_contested(struct store *store, const struct dealer *dealer,
                                const struct kept_ballot *ballot, bool *contested, struct err *err)
{
    struct slot_set set, chosen;
    bool is_last;
    if (!ballot_read_set(store, ballot->ballot_id, &set, err) ||
        !adjudicating_choose(store, dealer->annotator_id, ballot->question_id, NULL, &chosen, &is_last, err))
        return false;
    *contested = slot_set_equal(&set, &chosen);
    return true;
}

/*
 * A lease that still runs keeps a ballot its annotator's; otherwise others may have done its work meanwhile. `instead`: by what
 * was asked something is offered in its place then; NULL: nothing is.
 */
static bool ballot_is_wanted(struct store *store, const struct dealer *dealer,
                             const struct kept_ballot *ballot, const struct offer_asked *instead,
                             bool *wanted, struct err *err)
{
    const struct shared_with with = {dealer->annotator_id, dealer->now};
    bool held;
    if (dealer->adjudicates)
        return ballot_is_contested(store, dealer, ballot, wanted, err);
    *wanted = ballot->lease_until > dealer->now;
    if (*wanted)
        return true;
    if (instead != NULL) {
        foresee_whether_wanted(store, dealer, ballot);
        if (!offer_foresee_any(store, dealer, instead, err))
            return false;
    }
    struct query twice = ask_held_twice(store, dealer, ballot->ballot_id);
    struct work_left_reading left = {
        .pool = pool_ask(store, ballot->question_id, dealer->now, ballot->ballot_id),
        .slots = ask_set(store, ballot->ballot_id),
        .wanting = sharing_wants_ask(store, &with, ballot->question_id, ballot->ballot_id),
    };
    bool worked = take_held_twice(&twice, &held, err);
    if (worked && !held)
        return take_work_left(store, &with, &left, wanted, err);
    drop_work_left(&left);
    return worked;
}

static struct query ask_kept_ballots(struct store *store, enum statement statement, int64_t annotator_id)
{
    struct query query = query_start(store->db, statement);
    query_bind_integer(&query, 1, annotator_id);
    query_ask(&query);
    return query;
}

static bool list_kept_ballots(struct query *query, struct arena *arena, struct kept_ballot **ballots,
                              size_t *n, struct err *err)
{
    *ballots = NULL;
    *n = 0;
    while (query_next(query))
        ARENA_PUSH(arena, *ballots, *n) = read_kept_ballot(query);
    return query_end(query, err);
}

/* Takes a ballot up again: of one that was skipped as "later" the skip is taken back, and its note comes along. */
static bool take_up_ballot(struct store *store, const struct dealer *dealer, const struct kept_ballot *ballot,
                           struct err *err)
{
    if (ballot->lease_until == 0) {
        struct query query = query_start(store->db, STATEMENT_ANSWER_RETURN);
        query_bind_integer(&query, 1, ballot->ballot_id);
        query_bind_integer(&query, 2, dealer->now);
        if (db_is_on_server(store->db)) /* its function opens the ballot, too */
            query_bind_integer(&query, 3, dealer->now + dealer->lease_ms);
        return query_post(&query, err) && ballot_reopen(store, dealer, ballot->ballot_id, err);
    }
    return ballot_lease(store, dealer, ballot->ballot_id, err);
}

/*
 * Takes the first of the listed ballots of a question (0: of any) that is still
 * wanted; none: ballot_id = 0. Open ones that are not are closed, but for a judge's:
 * nobody will be asked them again.
 */
static bool take_kept_ballot(struct store *store, const struct dealer *dealer, struct query *listed,
                             int64_t question_id, const struct offer_asked *instead,
                             struct taken_ballot *taken, struct err *err)
{
    struct arena arena = {0};
    struct kept_ballot *ballots;
    size_t n;
    *taken = (struct taken_ballot){0};
    bool worked = list_kept_ballots(listed, &arena, &ballots, &n, err);
    for (size_t i = 0; worked && taken->ballot_id == 0 && i < n; i++) {
        bool wanted = false;
        if (question_id != 0 && ballots[i].question_id != question_id)
            continue;
        worked = ballot_is_wanted(store, dealer, &ballots[i], i == 0 ? instead : NULL, &wanted, err);
        if (worked && wanted) {
            *taken = (struct taken_ballot){ballots[i].ballot_id, ballots[i].question_id};
            worked = take_up_ballot(store, dealer, &ballots[i], err);
        } else if (worked && ballots[i].lease_until != 0 && !dealer->adjudicates) {
            worked = ballot_close(store, ballots[i].ballot_id, err);
        }
    }
    arena_release(&arena);
    return worked;
}

static bool take_later_ballot(struct store *store, const struct dealer *dealer, int64_t question_id,
                              struct taken_ballot *taken, struct err *err)
{
    struct query later = ask_kept_ballots(store, STATEMENT_BALLOT_LATER_LIST, dealer->annotator_id);
    return take_kept_ballot(store, dealer, &later, question_id, NULL, taken, err);
}

/* Of a question, 0: of any. */
static bool take_new_ballot(struct store *store, const struct dealer *dealer, int64_t question_id,
                            const struct offer_asked *asked, struct taken_ballot *taken, struct err *err)
{
    struct offer offer;
    if (!(dealer->adjudicates ? offer_contested(store, dealer, question_id, asked, NULL, &offer, err)
                              : offer_new(store, dealer, question_id, asked, NULL, &offer, err)))
        return false;
    return offer.deal.n_slots == 0 || ballot_put(store, dealer, &offer, taken, err);
}

struct taking_reading taking_ask(struct store *store, const struct dealer *dealer)
{
    if (dealer->adjudicates)
        adjudicating_foresee_questions(store, dealer->annotator_id);
    else
        sharing_foresee_questions(store);
    return (struct taking_reading){
        .open_ballots = ask_kept_ballots(store, STATEMENT_BALLOT_OPEN_LIST, dealer->annotator_id),
        .in_hand = question_in_hand_ask(store, dealer),
        .work = work_ask(store, dealer),
    };
}

bool taking_take(struct store *store, const struct dealer *dealer, struct taking_reading *reading,
                 struct taken_ballot *taken, struct err *err)
{
    const struct offer_asked asked = {.in_hand = &reading->in_hand, .work = &reading->work};
    bool worked = take_kept_ballot(store, dealer, &reading->open_ballots, 0, &asked, taken, err);
    if (!worked || taken->ballot_id != 0) {
        offer_asked_drop(store, &asked);
        return worked && ballot_keep_next_id(store, err);
    }
    return take_new_ballot(store, dealer, 0, &asked, taken, err) &&
           (taken->ballot_id != 0 || take_later_ballot(store, dealer, 0, taken, err));
}

void taking_drop(struct taking_reading *reading)
{
    query_drop(&reading->open_ballots);
    query_drop(&reading->in_hand);
    query_drop(&reading->work.query);
}

void taking_foresee(struct store *store, const struct dealer *dealer, bool others)
{
    struct taking_reading reading = taking_ask(store, dealer);
    query_foresee(&reading.open_ballots);
    if (others) {
        query_drop(&reading.in_hand);
        query_drop(&reading.work.query);
        return;
    }
    query_foresee(&reading.in_hand);
    query_foresee(&reading.work.query);
}

bool store_take_ballot(struct store *store, const struct dealer *dealer, struct taken_ballot *taken,
                       struct err *err)
{
    struct taking_reading reading = taking_ask(store, dealer);
    return taking_take(store, dealer, &reading, taken, err);
}

bool store_take_ballot_of_question(struct store *store, const struct dealer *dealer, int64_t question_id,
                                   bool also_later, struct taken_ballot *taken, struct err *err)
{
    BUG_UNLESS(question_id != 0);
    if (!dealer->adjudicates) /* what the adaptive rule asks besides is asked when that is known */
        offer_foresee(store, dealer, question_id, NULL, STOP_AT_TARGET);
    struct query open = ask_kept_ballots(store, STATEMENT_BALLOT_OPEN_LIST, dealer->annotator_id);
    return take_kept_ballot(store, dealer, &open, question_id, NULL, taken, err) &&
           (taken->ballot_id != 0 ||
            take_new_ballot(store, dealer, question_id, &(struct offer_asked){0}, taken, err)) &&
           (taken->ballot_id != 0 || !also_later ||
            take_later_ballot(store, dealer, question_id, taken, err));
}

bool store_take_next(struct store *store, const struct dealer *dealer, int64_t *chosen,
                     struct taken_ballot *taken, struct err *err)
{
    *taken = (struct taken_ballot){0};
    /* What was put aside as "later" in it comes with all other such ballots, at the end. */
    if (*chosen != 0 && !store_take_ballot_of_question(store, dealer, *chosen, false, taken, err))
        return false;
    if (taken->ballot_id != 0)
        return true;
    *chosen = 0;
    return store_take_ballot(store, dealer, taken, err);
}

/* Says why nothing can be taken of a question; not which: who asked for it knows, and may not see qids. */
static bool explain_no_ballot(const struct question_row *question, struct err *err)
{
    if (question->candidates == 0)
        return err_set(err, ERR_NO_BALLOT, "this question has no candidates yet; import some");
    if (question->place == 0)
        return err_set(err, ERR_NO_BALLOT,
                       "this question is not in the sample: the setting sample says how many are labelled");
    if (question->ballots_left == 0)
        return err_set(err, ERR_NO_BALLOT, "this question is done: nothing is left to label in it");
    return err_set(err, ERR_NO_BALLOT,
                   "no ballot for you in this question: you answered it, or someone has it open");
}

bool store_explain_no_ballot(struct store *store, int64_t question_id, struct err *err)
{
    struct arena arena = {0};
    struct question_row question;
    if (question_read(store, question_id, &arena, &question, err))
        explain_no_ballot(&question, err);
    arena_release(&arena);
    return false;
}

bool store_give_back(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
{
    return lease_until(store, STATEMENT_BALLOT_LEASE, ballot_id, dealer->now, err);
}

bool store_keep_lease(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
{
    int64_t question_id;
    bool held = true;
    if (!ballot_find_open(store, dealer, ballot_id, &question_id, err))
        return false;
    if (question_id != 0) {
        struct query twice = ask_held_twice(store, dealer, ballot_id);
        if (!take_held_twice(&twice, &held, err))
            return false;
    }
    return held || ballot_lease(store, dealer, ballot_id, err);
}

bool store_end_leases(struct store *store, int64_t annotator_id, int64_t now, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_END_LEASES);
    query_bind_integer(&query, 1, annotator_id);
    query_bind_integer(&query, 2, now);
    return query_post(&query, err);
}
