/*
 * Who asks for a ballot gets, in this order: one that they left open, a new one, one that they put aside as "later". What is
 * new offering.c says. A judge is asked what others disagree on (adjudicating.h) in place of all that.
 *
 * An open ballot has a `lease_until`; while that lies ahead, its work is nobody else's. When it has passed, others may have
 * done the work, so a ballot that was left open is taken up again only while one of its documents is still in need and
 * nobody holds the same set; otherwise it is closed for good. A list of such ballots is read to its end before anything is
 * written: no statement loses the ground under its own rows.
 */
#include "core/store/dealing.h"

#include "core/base/bug.h"
#include "core/store/offering.h"
#include "core/store/questions.h"
#include "core/store/rows.h"
#include "core/store/sharing.h"
#include "core/store/store_private.h"

bool ballot_lease(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_LEASE);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, dealer->now + dealer->lease_ms);
    return query_post(&query, err);
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
    struct query query = query_start(store->db, STATEMENT_BALLOT_CLOSE);
    query_bind_integer(&query, 1, ballot_id);
    return query_post(&query, err);
}

/* Whether somebody else holds the same documents of the same question. */
static bool is_held_twice(struct store *store, const struct dealer *dealer, int64_t ballot_id, bool *held,
                          struct err *err)
{
    int64_t found;
    struct query query = query_start(store->db, STATEMENT_BALLOT_HELD_TWICE);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, dealer->now);
    bool worked = query_one_integer(&query, 0, &found, err);
    *held = found != 0;
    return worked;
}

bool ballot_read_set(struct store *store, int64_t ballot_id, struct slot_set *set, struct err *err)
{
    struct query slots = query_start(store->db, STATEMENT_SLOT_DOCUMENT_LIST);
    query_bind_integer(&slots, 1, ballot_id);
    *set = (struct slot_set){{0}};
    while (query_next(&slots))
        query_add_slot(&slots, set, query_only_integer(&slots));
    query_require(&slots, slot_set_size(set) > 0, "a ballot has no documents");
    return query_end(&slots, err);
}

/* Whether a document on the ballot is still in need when the ballot itself does not count, or others were asked it. */
static bool ballot_has_work(struct store *store, const struct dealer *dealer,
                            const struct kept_ballot *ballot, bool *work, struct err *err)
{
    const struct shared_with with = {dealer->annotator_id, dealer->now};
    struct arena arena = {0};
    struct pool pool;
    struct slot_set set;
    *work = false;
    bool loaded = pool_read(store, ballot->question_id, dealer->now, ballot->ballot_id, &arena, &pool, err) &&
                  ballot_read_set(store, ballot->ballot_id, &set, err);
    for (size_t i = 0; loaded && i < slot_set_size(&set); i++) {
        const struct pool_candidate *candidate = pool_find(&pool, set.document_ids[i]);
        *work |= candidate != NULL && pool_needs(&pool, candidate);
    }
    if (loaded && !*work && !pool.is_left_out)
        loaded = sharing_wants(store, &with, ballot->question_id, ballot->ballot_id, &set, work, err);
    arena_release(&arena);
    return loaded;
}

/* A lease that still runs keeps a ballot its annotator's; otherwise others may have done its work meanwhile. */
static bool ballot_is_wanted(struct store *store, const struct dealer *dealer,
                             const struct kept_ballot *ballot, bool *wanted, struct err *err)
{
    bool held, work;
    *wanted = ballot->lease_until > dealer->now;
    if (*wanted)
        return true;
    if (!is_held_twice(store, dealer, ballot->ballot_id, &held, err) ||
        !ballot_has_work(store, dealer, ballot, &work, err))
        return false;
    *wanted = !held && work;
    return true;
}

static bool list_kept_ballots(struct store *store, enum statement statement, int64_t annotator_id,
                              struct arena *arena, struct kept_ballot **ballots, size_t *n, struct err *err)
{
    *ballots = NULL;
    *n = 0;
    struct query query = query_start(store->db, statement);
    query_bind_integer(&query, 1, annotator_id);
    while (query_next(&query))
        ARENA_PUSH(arena, *ballots, *n) = read_kept_ballot(&query);
    return query_end(&query, err);
}

/* Takes a ballot up again: of one that was skipped as "later" the skip is taken back, and its note comes along. */
static bool take_up_ballot(struct store *store, const struct dealer *dealer, const struct kept_ballot *ballot,
                           struct err *err)
{
    if (ballot->lease_until == 0) {
        struct query query = query_start(store->db, STATEMENT_ANSWER_RETURN);
        query_bind_integer(&query, 1, ballot->ballot_id);
        query_bind_integer(&query, 2, dealer->now);
        if (!query_post(&query, err))
            return false;
    }
    return ballot_lease(store, dealer, ballot->ballot_id, err);
}

/*
 * Takes the first of the listed ballots of a question (0: of any) that is still
 * wanted; none: ballot_id = 0. Open ones that are not are closed: nobody will be
 * asked them again.
 */
static bool take_kept_ballot(struct store *store, const struct dealer *dealer, enum statement statement,
                             int64_t question_id, struct taken_ballot *taken, struct err *err)
{
    struct arena arena = {0};
    struct kept_ballot *ballots;
    size_t n;
    *taken = (struct taken_ballot){0};
    bool worked = list_kept_ballots(store, statement, dealer->annotator_id, &arena, &ballots, &n, err);
    for (size_t i = 0; worked && taken->ballot_id == 0 && i < n; i++) {
        bool wanted = false;
        if (question_id != 0 && ballots[i].question_id != question_id)
            continue;
        worked = ballot_is_wanted(store, dealer, &ballots[i], &wanted, err);
        if (worked && wanted) {
            *taken = (struct taken_ballot){ballots[i].ballot_id, ballots[i].question_id};
            worked = take_up_ballot(store, dealer, &ballots[i], err);
        } else if (worked && ballots[i].lease_until != 0) {
            worked = ballot_close(store, ballots[i].ballot_id, err);
        }
    }
    arena_release(&arena);
    return worked;
}

/* Of a question, 0: of any. */
static bool take_new_ballot(struct store *store, const struct dealer *dealer, int64_t question_id,
                            struct taken_ballot *taken, struct err *err)
{
    struct offer offer;
    if (!(dealer->adjudicates ? offer_contested(store, dealer, question_id, &offer, err)
                              : offer_new(store, dealer, question_id, NULL, NULL, NULL, &offer, err)))
        return false;
    return offer.deal.n_slots == 0 || ballot_put(store, dealer, &offer, taken, err);
}

static bool take_ballot_from(struct store *store, const struct dealer *dealer, int64_t question_id,
                             bool also_later, struct taken_ballot *taken, struct err *err)
{
    return take_kept_ballot(store, dealer, STATEMENT_BALLOT_OPEN_LIST, question_id, taken, err) &&
           (taken->ballot_id != 0 || take_new_ballot(store, dealer, question_id, taken, err)) &&
           (taken->ballot_id != 0 || !also_later ||
            take_kept_ballot(store, dealer, STATEMENT_BALLOT_LATER_LIST, question_id, taken, err));
}

bool store_take_ballot(struct store *store, const struct dealer *dealer, struct taken_ballot *taken,
                       struct err *err)
{
    return take_ballot_from(store, dealer, 0, true, taken, err);
}

bool store_take_ballot_of_question(struct store *store, const struct dealer *dealer, int64_t question_id,
                                   bool also_later, struct taken_ballot *taken, struct err *err)
{
    BUG_UNLESS(question_id != 0);
    return take_ballot_from(store, dealer, question_id, also_later, taken, err);
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
    return err_set(err, ERR_NO_BALLOT, "nothing for you in this question now: others hold it, or you had it");
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

bool store_holds_ballot(struct store *store, const struct dealer *dealer, bool *holds, struct err *err)
{
    int64_t found = 0;
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_HOLDS_BALLOT);
    query_bind_integer(&query, 1, dealer->annotator_id);
    query_bind_integer(&query, 2, dealer->now);
    bool worked = query_one_integer(&query, 0, &found, err);
    *holds = found != 0;
    return worked;
}

bool store_give_back(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_END_LEASE);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, dealer->annotator_id);
    query_bind_integer(&query, 3, dealer->now);
    return query_post(&query, err);
}

bool store_keep_lease(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
{
    int64_t question_id;
    bool held = true;
    if (!ballot_find_open(store, dealer, ballot_id, &question_id, err) ||
        (question_id != 0 && !is_held_twice(store, dealer, ballot_id, &held, err)))
        return false;
    return held || ballot_lease(store, dealer, ballot_id, err);
}

bool store_end_leases(struct store *store, int64_t annotator_id, int64_t now, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_END_LEASES);
    query_bind_integer(&query, 1, annotator_id);
    query_bind_integer(&query, 2, now);
    return query_post(&query, err);
}

bool store_end_stray_leases(struct store *store, const struct dealer *dealer, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_END_STRAY_LEASES);
    query_bind_integer(&query, 1, dealer->now + 2 * dealer->lease_ms);
    query_bind_integer(&query, 2, dealer->now);
    return query_post(&query, err);
}
