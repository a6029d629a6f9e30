/*
 * A request for a ballot gets, in this order: a ballot that the annotator left open, a new one (offering.c), one that
 * they skipped as "later". Everything is decided before anything is written (struct deal_decision).
 *
 * An open ballot has a `lease_until`. Until then, nobody else gets its work. After that, others may have done the work.
 * So an expired ballot is taken up again only if one of its documents still needs votes and nobody holds the same set;
 * otherwise it is closed for good. A judge takes up only ballots on which others disagree, and closes nothing.
 *
 * ballot.lease_until is NULL once a ballot is answered or given up; otherwise the ballot is open. An open ballot comes
 * back to its annotator, in the order of dealing, before a new one is dealt. That makes undo, redo and resuming after a
 * crash one mechanism. When the annotator goes to another question, the lease of the ballot in hand ends, and the
 * ballot stays open. Only the session knows the chosen question.
 */
#include "core/store/labelling/dealing.h"

#include "core/base/bug.h"
#include "core/store/labelling/ballots.h"
#include "core/store/labelling/decision.h"
#include "core/store/content/questions.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

/* --- Deciding ------------------------------------------------------------------------------------- */

/* While the lease runs, the ballot is wanted; afterwards others may have done its work. */
static bool find_whether_wanted(struct labelling_step *step, const struct kept_ballot *kept, bool *wanted,
                                struct err *err)
{
    struct docket *docket;
    struct pool pool;
    const bool adjudicates = step->dealer->adjudicates;
    const struct counted_at others = {.now = step->to.now, .except = kept->ballot_id};
    *wanted = !adjudicates && kept->lease_until > step->to.now;
    if (*wanted)
        return true;
    if (!step_docket(step, kept->question_id, &docket, err))
        return false;
    const struct docket_ballot *ballot = docket_find(docket, kept->ballot_id);
    if (ballot == NULL) /* its question was deleted */
        return true;
    if (adjudicates) {
        *wanted = ballot_is_contested(docket, ballot, &step->to);
        return true;
    }
    if (!step_take_pool(step, docket, stop_rule_of(step->rules.dealing), &others, &pool, err))
        return false;
    *wanted = ballot_is_wanted(docket, &pool, ballot, &step->to);
    return true;
}

/*
 * Decides for the first listed ballot of the question (0: of any) that is still wanted. Open ballots before it that are
 * not wanted are to be closed.
 */
static bool decide_kept(struct labelling_step *step, struct kept_list *list, int64_t question_id,
                        struct deal_decision *decision, struct err *err)
{
    for (size_t i = 0; decision->kept.ballot_id == 0 && i < list->n; i++) {
        struct kept_ballot *ballot = &list->ballots[i];
        bool wanted = false;
        if (ballot->ballot_id == 0 || (question_id != 0 && ballot->question_id != question_id))
            continue;
        if (!find_whether_wanted(step, ballot, &wanted, err))
            return false;
        if (wanted) {
            decision->kept = *ballot;
        } else if (ballot->lease_until != 0 && !step->dealer->adjudicates) {
            ARENA_PUSH(&step->arena, decision->closed, decision->n_closed) = ballot->ballot_id;
            ballot->ballot_id = 0;
        }
    }
    return true;
}

static bool is_decided(const struct deal_decision *decision)
{
    return decision->kept.ballot_id != 0 || decision->offer.deal.n_slots > 0;
}

/* Decides among the ballots skipped as "later", in the order of the skips; a skip by this step's answer comes last. */
static bool decide_later(struct labelling_step *step, int64_t question_id, struct deal_decision *decision,
                         struct err *err)
{
    struct kept_list later = {0};
    struct query query = query_start(step->store->db, STATEMENT_BALLOT_LATER_LIST);
    query_bind_integer(&query, 1, step->to.annotator_id);
    while (query_next(&query))
        ARENA_PUSH(&step->arena, later.ballots, later.n) = read_kept_ballot(&query);
    if (!query_end(&query, err))
        return false;
    if (step->is_put_aside)
        ARENA_PUSH(&step->arena, later.ballots, later.n) =
            (struct kept_ballot){step->answered->ballot_id, step->answered_question, 0};
    return decide_kept(step, &later, question_id, decision, err);
}

/* Decides within a question; 0: within any. */
static bool decide_in(struct labelling_step *step, int64_t question_id, struct deal_decision *decision,
                      struct err *err)
{
    return decide_kept(step, &step->open, question_id, decision, err) &&
           (is_decided(decision) || offer_new(step, question_id, &decision->offer, err));
}

/* Prefetches the questions that come first, together with the question of the first open ballot. */
static bool prefetch_beside(struct labelling_step *step, struct err *err)
{
    const struct kept_list *open = &step->open;
    if (open->n == 0 || open->ballots[0].lease_until > step->to.now)
        return true;
    step_prefetch(step, open->ballots[0].question_id);
    return offer_prefetch_questions(step, err);
}

bool decide_next(struct labelling_step *step, int64_t *chosen, struct deal_decision *decision,
                 struct err *err)
{
    *decision = (struct deal_decision){0};
    /* Its ballots skipped as "later" come at the end, with all others of this kind. */
    if (!step_read(step, err) || (*chosen != 0 && !decide_in(step, *chosen, decision, err)))
        return false;
    if (is_decided(decision))
        return true;
    *chosen = 0;
    return (step->answered != NULL || prefetch_beside(step, err)) && decide_in(step, 0, decision, err) &&
           (is_decided(decision) || decide_later(step, 0, decision, err));
}

static bool decide_of_question(struct labelling_step *step, int64_t question_id, bool also_later,
                               struct deal_decision *decision, struct err *err)
{
    *decision = (struct deal_decision){0};
    return step_read(step, err) && decide_in(step, question_id, decision, err) &&
           (is_decided(decision) || !also_later || decide_later(step, question_id, decision, err));
}

/* --- Writing -------------------------------------------------------------------------------------- */

/* Takes a ballot up again. If it was skipped as "later", this withdraws the skip; its note stays with the ballot. */
static bool take_up_ballot(struct store *store, const struct dealer *dealer, const struct kept_ballot *ballot,
                           struct err *err)
{
    if (ballot->lease_until == 0) {
        struct query query = query_start(store->db, STATEMENT_ANSWER_RETURN);
        query_bind_integer(&query, 1, ballot->ballot_id);
        query_bind_integer(&query, 2, dealer->now);
        if (db_is_on_server(store->db)) /* the server's function also reopens the ballot */
            query_bind_integer(&query, 3, dealer->now + dealer->lease_ms);
        return query_post(&query, err) && ballot_reopen(store, dealer, ballot->ballot_id, err);
    }
    return ballot_lease(store, ballot->ballot_id, dealer->now + dealer->lease_ms, err);
}

const struct offer *decision_new(struct labelling_step *step, const struct deal_decision *decision,
                                 struct taken_ballot *taken)
{
    const struct offer *offer = decision->offer.deal.n_slots > 0 ? &decision->offer : NULL;
    *taken = (struct taken_ballot){.told = step->told};
    db_drop_prefetched(step->store->db); /* prefetched answers are outdated by the writes */
    if (offer != NULL)
        *taken = (struct taken_ballot){.ballot_id = step->next_ballot,
                                       .question_id = offer->question_id,
                                       .is_new = true,
                                       .then = offer->then,
                                       .told = step->told,
                                       .kept_percent = offer->kept_percent};
    return offer;
}

bool decision_put_kept(struct labelling_step *step, const struct deal_decision *decision,
                       struct taken_ballot *taken, struct err *err)
{
    const struct kept_ballot *kept = &decision->kept;
    for (size_t i = 0; i < decision->n_closed; i++) {
        if (!ballot_close(step->store, decision->closed[i], err))
            return false;
    }
    if (kept->ballot_id == 0)
        return true;
    taken->ballot_id = kept->ballot_id;
    taken->question_id = kept->question_id;
    return take_up_ballot(step->store, step->dealer, kept, err);
}

static bool put(struct labelling_step *step, const struct deal_decision *decision, struct taken_ballot *taken,
                struct err *err)
{
    const struct new_ballot ballot = {step->next_ballot, decision_new(step, decision, taken), step->dealer};
    return (ballot.offer == NULL || ballot_add(step->store, &ballot, err)) &&
           decision_put_kept(step, decision, taken, err);
}

bool store_take_ballot_of_question(struct store *store, const struct dealer *dealer, int64_t question_id,
                                   bool also_later, struct taken_ballot *taken, struct err *err)
{
    struct labelling_step step = step_begin(store, dealer);
    struct deal_decision decision;
    BUG_UNLESS(question_id != 0);
    step_prefetch(&step, question_id);
    bool worked = decide_of_question(&step, question_id, also_later, &decision, err) &&
                  put(&step, &decision, taken, err);
    step_end(&step);
    return worked;
}

bool decision_take(struct labelling_step *step, int64_t *chosen, struct taken_ballot *taken, struct err *err)
{
    struct deal_decision decision;
    return decide_next(step, chosen, &decision, err) && put(step, &decision, taken, err);
}

bool store_take_next(struct store *store, const struct dealer *dealer, int64_t *chosen,
                     struct taken_ballot *taken, struct err *err)
{
    struct labelling_step step = step_begin(store, dealer);
    if (*chosen != 0)
        step_prefetch(&step, *chosen);
    else
        offer_prefetch(&step, NULL);
    bool worked = decision_take(&step, chosen, taken, err);
    step_end(&step);
    return worked;
}

/* --- Other functions ------------------------------------------------------------------------------ */

/*
 * Says why nothing can be taken of a question. It does not name the question: the annotator has chosen it, and may not
 * see qids.
 */
static bool explain_no_ballot(const struct question_row *question, struct err *err)
{
    if (question->candidates == 0)
        return err_set(err, ERR_NO_BALLOT,
                       "this question has no candidates yet; import a run, or use `assay pool`");
    if (question->place == 0)
        return err_set(
            err, ERR_NO_BALLOT,
            "this question is not in the sample; the setting `sample` says how many questions are labelled");
    if (question->ballots_left == 0)
        return err_set(err, ERR_NO_BALLOT, "this question is done: it needs no more votes");
    return err_set(
        err, ERR_NO_BALLOT,
        "no ballot is left for you in this question: you have answered it, or another annotator has it open");
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
    return ballot_lease(store, ballot_id, dealer->now, err);
}

/* Finds the question of a ballot that is open for the annotator; 0: it is not open for them. */
static bool ballot_find_open(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                             int64_t *question_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_OPEN_QUESTION);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, dealer->annotator_id);
    return query_one_integer(&query, 0, question_id, err);
}

/* Returns in `held` whether somebody else holds the same documents. */
static bool find_whether_held_twice(struct store *store, const struct dealer *dealer, int64_t question_id,
                                    int64_t ballot_id, bool *held, struct err *err)
{
    struct arena arena = {0};
    struct docket docket;
    const struct deal_rules unused = {.budget = 0};
    bool worked = docket_read(store, &unused, question_id, &arena, &docket, err);
    const struct docket_ballot *ballot = worked ? docket_find(&docket, ballot_id) : NULL;
    *held = ballot != NULL && docket_is_held_twice(&docket, ballot, dealer->now);
    arena_release(&arena);
    return worked;
}

bool store_keep_lease(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
{
    int64_t question_id;
    bool held = true;
    if (!ballot_find_open(store, dealer, ballot_id, &question_id, err) ||
        (question_id != 0 && !find_whether_held_twice(store, dealer, question_id, ballot_id, &held, err)))
        return false;
    return held || ballot_lease(store, ballot_id, dealer->now + dealer->lease_ms, err);
}

bool store_end_leases(struct store *store, int64_t annotator_id, int64_t now, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_END_LEASES);
    query_bind_integer(&query, 1, annotator_id);
    query_bind_integer(&query, 2, now);
    return query_post(&query, err);
}

bool store_leave_glance(struct store *store, const struct dealer *dealer, const struct taken_ballot *glance,
                        struct taken_ballot *taken, struct err *err)
{
    int64_t chosen = 0;
    return ballot_close(store, glance->ballot_id, err) &&
           store_take_ballot_of_question(store, dealer, glance->question_id, true, taken, err) &&
           (taken->ballot_id != 0 || store_take_next(store, dealer, &chosen, taken, err));
}
