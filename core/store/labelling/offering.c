/*
 * A new ballot is of the question that the annotator answered last, else of the one with the least labelling done, of equal
 * ones the first in the order of dealing (question_places.h). What others were asked of any question comes before a question that
 * is begun. A judge is asked what others disagree on in place of all that.
 */
#include "core/store/labelling/offering.h"

#include "core/judge/overlap.h"
#include "core/store/labelling/adjudicating.h"
#include "core/store/labelling/controls.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

/* --- Of one question ------------------------------------------------------------------------------ */

static struct offer offer_of(const struct docket *docket, const struct deal *deal, bool may_be_last)
{
    return (struct offer){.question_id = docket->question_id,
                          .number = docket_next_deal(docket),
                          .deal = *deal,
                          .then.may_be_last = may_be_last};
}

static bool offer_next(struct labelling_step *step, int64_t question_id, struct offer *offer, struct err *err)
{
    struct docket *docket;
    struct pool pool;
    if (!step_docket(step, question_id, &docket, err) || !step_pool(step, docket, &pool, err))
        return false;
    const struct deal deal = next_ballot(docket, &pool, &step->to, &step->arena);
    *offer = offer_of(docket, &deal, pool_may_end(&pool));
    return true;
}

static bool offer_shared(struct labelling_step *step, int64_t question_id, struct offer *offer,
                         struct err *err)
{
    struct arena arena = {0};
    struct docket docket;
    bool worked = step_look_at(step, question_id, &arena, &docket, err);
    if (worked) {
        const struct deal deal = deal_shared(&docket, &step->to);
        *offer = offer_of(&docket, &deal, true);
    }
    arena_release(&arena);
    return worked;
}

static bool offer_contested(struct labelling_step *step, int64_t question_id, struct offer *offer,
                            struct err *err)
{
    struct arena arena = {0};
    struct docket docket;
    bool worked = step_look_at(step, question_id, &arena, &docket, err);
    if (worked) {
        const struct deal deal = deal_contested(&docket, &step->to);
        *offer = offer_of(&docket, &deal, is_last_contested(&docket, &step->to));
    }
    arena_release(&arena);
    return worked;
}

static bool has_any(const struct offer *offer)
{
    return offer->deal.n_slots > 0;
}

/* --- Of many questions ---------------------------------------------------------------------------- */

/* Questions that are looked through one after the other, to the first that has something: on a server several at once. */
struct question_batch {
    int64_t question_ids[256];
    size_t n, limit; /* that are there; that may be */
};

static void batch_begin_next(struct question_batch *batch, const struct labelling_step *step)
{
    enum { FIRST = 32, MOST = sizeof batch->question_ids / sizeof *batch->question_ids };
    size_t next = batch->limit == 0 ? FIRST : 4 * batch->limit;
    batch->limit = !db_is_on_server(step->store->db) ? 1 : next < MOST ? next : MOST;
    batch->n = 0;
}

/* To the first that has something. */
static bool offer_of_batch(struct labelling_step *step, const struct question_batch *batch,
                           bool (*offer_from)(struct labelling_step *step, int64_t question_id,
                                              struct offer *offer, struct err *err),
                           struct offer *offer, struct err *err)
{
    bool worked = true;
    for (size_t i = 0; i < batch->n; i++)
        step_foresee(step, batch->question_ids[i]);
    for (size_t i = 0; worked && !has_any(offer) && i < batch->n; i++)
        worked = offer_from(step, batch->question_ids[i], offer, err);
    return worked;
}

/* --- What is shared ------------------------------------------------------------------------------- */

enum { PAGE_QUESTIONS = 1000 };

/* Questions that have ballots, in the order of import; they are read by the page. */
struct dealt_questions {
    struct labelling_step *step;
    struct query page;
    int64_t last; /* that was read */
    int64_t n;    /* of the page */
};

static struct query start_page(struct store *store, int64_t behind)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_DEALS_LIST);
    query_bind_integer(&query, 1, behind);
    query_bind_integer(&query, 2, PAGE_QUESTIONS);
    return query;
}

/* Whether there was a next one, on this page or at the beginning of another. */
static bool next_question(struct dealt_questions *questions, struct question_deals *question)
{
    bool is_there = query_next(&questions->page);
    if (!is_there && questions->n == PAGE_QUESTIONS) {
        query_drop(&questions->page);
        questions->page = start_page(questions->step->store, questions->last);
        questions->n = 0;
        is_there = query_next(&questions->page);
    }
    if (!is_there)
        return false;
    *question = read_question_deals(&questions->page);
    questions->last = question->question_id;
    questions->n++;
    return true;
}

static void fill_with_shared(struct question_batch *batch, struct dealt_questions *questions)
{
    struct question_deals question;
    batch_begin_next(batch, questions->step);
    while (batch->n < batch->limit && next_question(questions, &question)) {
        if (overlap_has_any(&questions->step->rules.overlap, question.question_id, question.deals))
            batch->question_ids[batch->n++] = question.question_id;
    }
}

/* So that it is asked while somebody labels and not only at the end. */
static bool offer_shared_of_any(struct labelling_step *step, struct offer *offer, struct err *err)
{
    struct question_batch batch = {.limit = 0};
    bool worked = true;
    struct dealt_questions questions = {.step = step, .page = start_page(step->store, 0)};
    do {
        fill_with_shared(&batch, &questions);
        worked = offer_of_batch(step, &batch, offer_shared, offer, err);
    } while (worked && !has_any(offer) && batch.n == batch.limit);
    return query_end_visit(&questions.page, worked, err);
}

/* --- The least done ------------------------------------------------------------------------------- */

/* Seldom more than the first ones are looked at. */
enum { WORK_FIRST = 32, WORK_BEHIND = 500 };

/* Questions with work, as they come: with the fewest votes first. */
struct work_list {
    struct question_with_work *questions;
    size_t n;
    struct question_with_work last; /* that was read, */
    int64_t n_read;                 /* of so many */
    bool is_whole;                  /* there are no more of them */
};

static struct query start_work(struct labelling_step *step, const struct question_with_work *behind,
                               int64_t limit)
{
    struct query query = query_start(step->store->db, STATEMENT_QUESTION_WITH_WORK_LIST);
    query_bind_integer(&query, 1, step->to.now);
    query_bind_integer(&query, 2, behind != NULL ? behind->ballots_done : INT64_MIN);
    query_bind_integer(&query, 3, behind != NULL ? behind->place : INT64_MIN);
    query_bind_integer(&query, 4, limit);
    return query;
}

/* More of it, behind what was read. */
static bool read_work(struct labelling_step *step, struct work_list *list, int64_t limit, struct err *err)
{
    int64_t n = 0;
    const struct question_with_work last = list->last;
    struct query query = start_work(step, list->n_read > 0 ? &last : NULL, limit);
    for (; query_next(&query); n++) {
        list->last = read_question_with_work(&query);
        ARENA_PUSH(&step->arena, list->questions, list->n) = list->last;
    }
    list->is_whole = n < limit;
    list->n_read += n;
    return query_end(&query, err);
}

/* The first of it, read once in a step. */
static bool step_work(struct labelling_step *step, struct work_list **list, struct err *err)
{
    if (step->work == NULL) {
        step->work = arena_get(&step->arena, sizeof *step->work);
        if (!read_work(step, step->work, WORK_FIRST, err))
            return false;
    }
    *list = step->work;
    return true;
}

static int64_t work_done(const struct question_with_work *question)
{
    return question->ballots_done + question->ballots_held;
}

/* The place of the one with the least done, ballots in somebody's hands counted, of equal ones the first; n: there is none. */
static size_t find_least_done(const struct work_list *list)
{
    size_t least = 0;
    for (size_t i = 1; i < list->n; i++) {
        if (work_done(&list->questions[i]) < work_done(&list->questions[least]))
            least = i;
    }
    return least;
}

/* The place of the nth after this one that has as little done, counted around. */
static size_t pass_as_little_done(const struct work_list *list, size_t place, uint64_t n)
{
    const int64_t done = work_done(&list->questions[place]);
    while (n > 0) {
        place = (place + 1) % list->n;
        n -= work_done(&list->questions[place]) == done;
    }
    return place;
}

/*
 * The place where the annotator begins: the first with the least done; who met others there, at one of the next with as
 * little done, drawn out of twice as many each time.
 */
static size_t find_start(const struct work_list *list, const struct labelling_step *step)
{
    enum { PLACES_AT_FIRST = 8, DOUBLINGS_MAX = 2 };
    const unsigned met = step->store->n_met_others;
    size_t least = find_least_done(list);
    if (met == 0 || least == list->n)
        return least;
    unsigned doublings = met <= DOUBLINGS_MAX ? met - 1 : DOUBLINGS_MAX;
    struct random_source random = random_from(step->dealer->uuid_seed, met);
    return pass_as_little_done(list, least, random_below(&random, (uint64_t)PLACES_AT_FIRST << doublings));
}

/* Whether none of those that were not read can have less done than this one. */
static bool is_least(const struct work_list *list, size_t place)
{
    return list->is_whole ||
           (place < list->n && work_done(&list->questions[place]) <= list->last.ballots_done);
}

static void remove_question(struct work_list *list, size_t place)
{
    for (size_t i = place + 1; i < list->n; i++)
        list->questions[i - 1] = list->questions[i];
    list->n--;
}

/* The question with the least labelling done that has something to deal. */
static bool offer_least_done(struct labelling_step *step, struct work_list *list, struct offer *offer,
                             struct err *err)
{
    bool worked = true;
    while (worked && !has_any(offer) && (list->n > 0 || !list->is_whole)) {
        size_t start = find_start(list, step);
        if (is_least(list, start)) {
            worked = offer_next(step, list->questions[start].question_id, offer, err);
            remove_question(list, start);
        } else {
            worked = read_work(step, list, WORK_BEHIND, err);
        }
    }
    return worked;
}

static void foresee_least_done(struct labelling_step *step, const struct work_list *list)
{
    size_t start = find_start(list, step);
    if (start < list->n && is_least(list, start))
        step_foresee(step, list->questions[start].question_id);
}

/* Seldom is anything left that is shared: what has the least done is read with it. */
static bool offer_elsewhere(struct labelling_step *step, struct offer *offer, struct err *err)
{
    struct work_list *list;
    if (!step_work(step, &list, err))
        return false;
    foresee_least_done(step, list);
    return (step->rules.overlap.share <= 0 || offer_shared_of_any(step, offer, err)) &&
           (has_any(offer) || offer_least_done(step, list, offer, err));
}

/* --- Controls ------------------------------------------------------------------------------------- */

/* Which control goes behind the ballot of this number. */
static struct drawn_control draw_control(const struct labelling_step *step, int64_t question_id, int64_t deal)
{
    return control_draw(&step->rules.controls,
                        random_from(~step->dealer->seed, ballot_stream(question_id, deal)));
}

/* In the place of what is offered, where the answered ballot has one behind it. */
static bool offer_control_behind(struct labelling_step *step, struct offer *offer, struct err *err)
{
    struct control_choice choice;
    struct drawn_control control = draw_control(step, step->answered_question, step->answered->deal);
    if (control.is == CONTROL_ABSENT)
        return true;
    if (!controls_choose(step, &control, &choice, err))
        return false;
    if (choice.question_id != 0)
        *offer = (struct offer){.question_id = choice.question_id,
                                .number = choice.number,
                                .deal = deal_set_anew(&choice.set, choice.shown, &control.random),
                                .control = control.is,
                                .then = {offer->then.may_be_last, .back_to = offer->question_id}};
    return true;
}

/*
 * Now and then a control goes before the ballot, which is dealt afterwards. Whether it does is drawn from the ballot that is
 * answered: what is drawn from the one that is dealt would stay the same behind the control. So what comes behind this
 * ballot is known by now, and who begins is asked none at first. A control leads back to the question in hand (0: there is
 * none), also where that is done.
 */
static bool offer_control(struct labelling_step *step, int64_t in_hand, struct offer *offer, struct err *err)
{
    if (step->rules.controls.repeats <= 0 && !step->rules.controls.has_gold)
        return true;
    if (step->answered != NULL && !offer_control_behind(step, offer, err))
        return false;
    offer->then.behind = draw_control(step, offer->question_id, offer->number);
    if (offer->control != CONTROL_ABSENT && in_hand != 0 && in_hand != offer->then.back_to) {
        offer->then.back_to = in_hand;
        offer->then.may_be_last = true;
    }
    return true;
}

/* --- By advice ------------------------------------------------------------------------------------ */

/* By number in the pool. */
static const double *stakes_in(const struct pool *pool, const struct deal_advice *advice, struct arena *arena)
{
    double *stakes = arena_get_array(arena, pool->n_candidates, sizeof *stakes);
    for (size_t i = 0; i < advice->n; i++) {
        const struct pool_candidate *candidate = pool_find(pool, advice->document_ids[i]);
        if (candidate != NULL)
            stakes[candidate - pool->candidates] = advice->stakes[i];
    }
    return stakes;
}

/* Whatever the project's rule, as long as there is a budget: that the question is settled does not end it. */
static bool offer_by_stakes(struct labelling_step *step, const struct deal_advice *advice,
                            struct offer *offer, struct err *err)
{
    struct docket *docket;
    struct pool pool;
    const struct counted_at now = {.now = step->to.now};
    step_foresee(step, advice->question_id);
    if (step->rules.dealing != DEALING_ADAPTIVE && db_is_on_server(step->store->db))
        pool_foresee_texts(step->store, advice->question_id);
    if (!step_docket(step, advice->question_id, &docket, err) ||
        !step_take_pool(step, docket, STOP_WHEN_SETTLED, &now, &pool, err))
        return false;
    pool.is_settled = false;
    const struct deal deal =
        deal_needed(docket, &pool, &step->to, stakes_in(&pool, advice, &step->arena), &step->arena);
    *offer = offer_of(docket, &deal, false);
    return true;
}

static bool offer_as_advised(struct labelling_step *step, struct offer *offer, struct err *err)
{
    const struct deal_advisor *advisor = step->dealer->advisor;
    for (size_t n_refused = 0; !has_any(offer); n_refused++) {
        struct deal_advice advice = {0};
        if (!advisor->advise(advisor->context, step->store, n_refused, &advice, err))
            return false;
        if (advice.question_id == 0)
            return true;
        if (!offer_by_stakes(step, &advice, offer, err))
            return false;
    }
    return true;
}

/* --- Any of them ---------------------------------------------------------------------------------- */

static struct query start_in_hand(const struct labelling_step *step)
{
    struct query query = query_start(step->store->db, STATEMENT_QUESTION_IN_HAND);
    query_bind_integer(&query, 1, step->to.annotator_id);
    return query;
}

/*
 * The question that comes first: the chosen one, or the one that the annotator answers or answered last, unless others are met
 * there; 0: there is none. A control of another question does not lead away from it.
 */
static bool find_first_question(struct labelling_step *step, int64_t chosen, int64_t *question_id,
                                struct err *err)
{
    *question_id = chosen;
    if (chosen != 0 || step->store->n_met_others > 0)
        return true;
    if (step->answered != NULL && !step->answered->is_control) {
        *question_id = step->answered_question;
        return true;
    }
    if (!step->has_in_hand) {
        struct query query = start_in_hand(step);
        step->has_in_hand = query_one_integer(&query, 0, &step->in_hand, err);
    }
    *question_id = step->in_hand;
    return step->has_in_hand;
}

static bool offer_contested_of_any(struct labelling_step *step, struct offer *offer, struct err *err)
{
    struct question_batch batch = {.limit = 0};
    int64_t *question_ids = NULL;
    size_t n = 0;
    bool worked =
        adjudicating_list_questions(step->store, step->to.annotator_id, &step->arena, &question_ids, &n, err);
    for (size_t i = 0; worked && !has_any(offer) && i < n;) {
        for (batch_begin_next(&batch, step); batch.n < batch.limit && i < n; i++)
            batch.question_ids[batch.n++] = question_ids[i];
        worked = offer_of_batch(step, &batch, offer_contested, offer, err);
    }
    return worked;
}

/* In the question in hand as long as it has anything, then in all of them. */
bool offer_new(struct labelling_step *step, int64_t question_id, struct offer *offer, struct err *err)
{
    const bool adjudicates = step->dealer->adjudicates;
    int64_t first;
    *offer = (struct offer){0};
    if (question_id == 0 && !adjudicates && step->dealer->advisor != NULL)
        return offer_as_advised(step, offer, err);
    if (!find_first_question(step, question_id, &first, err) ||
        (first != 0 && !(adjudicates ? offer_contested : offer_next)(step, first, offer, err)))
        return false;
    if (question_id != 0)
        return true;
    if (!has_any(offer) && !(adjudicates ? offer_contested_of_any : offer_elsewhere)(step, offer, err))
        return false;
    return adjudicates || !has_any(offer) || offer_control(step, first, offer, err);
}

/* --- Foreseen ------------------------------------------------------------------------------------- */

static void foresee_in_hand(const struct labelling_step *step)
{
    struct query query = start_in_hand(step);
    query_foresee(&query);
}

static void foresee_elsewhere(struct labelling_step *step)
{
    if (step->dealer->adjudicates) {
        adjudicating_foresee_questions(step->store, step->to.annotator_id);
        return;
    }
    struct query page = start_page(step->store, 0), work = start_work(step, NULL, WORK_FIRST);
    query_foresee(&page);
    query_foresee(&work);
}

void offer_foresee(struct labelling_step *step)
{
    if (!db_is_on_server(step->store->db) || step->dealer->advisor != NULL)
        return;
    foresee_in_hand(step);
    foresee_elsewhere(step);
}

void offer_foresee_behind(struct labelling_step *step, const struct expectation *then)
{
    step_foresee(step, then->back_to);
    if (then->back_to != 0)
        foresee_in_hand(step);
    controls_foresee(step, &then->behind);
    if (then->may_be_last || step->store->n_met_others > 0)
        foresee_elsewhere(step);
}

bool offer_foresee_questions(struct labelling_step *step, struct err *err)
{
    struct work_list *list;
    int64_t question_id;
    if (!db_is_on_server(step->store->db) || step->dealer->adjudicates || step->dealer->advisor != NULL)
        return true;
    if (!find_first_question(step, 0, &question_id, err) || !step_work(step, &list, err))
        return false;
    step_foresee(step, question_id);
    foresee_least_done(step, list);
    return true;
}

/* --- Kept ----------------------------------------------------------------------------------------- */

/* By position; what is not bound is NULL. */
static void bind_documents(struct query *query, int parameter, const int64_t *document_ids, size_t n)
{
    for (size_t i = 0; i < n; i++)
        query_bind_integer(query, parameter + (int)i, document_ids[i]);
}

bool ballot_add_slots(struct store *store, int64_t ballot_id, const int64_t *document_ids, size_t n,
                      struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_SLOT_ADD_ALL);
    query_bind_integer(&query, 1, ballot_id);
    bind_documents(&query, 2, document_ids, n);
    return query_post(&query, err);
}

/* On a server numbers are given one after the other: what is taken and not used is kept for the next one. */
bool ballot_take_id(struct store *store, int64_t *ballot_id, struct err *err)
{
    if (store->next_ballot_id == 0) {
        struct query query = query_start(store->db, STATEMENT_BALLOT_NEXT_ID);
        if (!query_one_integer(&query, 1, &store->next_ballot_id, err))
            return false;
    }
    *ballot_id = store->next_ballot_id;
    store->next_ballot_id = 0;
    return true;
}

void ballot_foresee_next_id(struct store *store)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_NEXT_ID);
    query_foresee(&query);
}

bool ballot_keep_next_id(struct store *store, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_NEXT_ID);
    if (db_is_on_server(store->db) && store->next_ballot_id == 0 && query_is_at_hand(&query))
        return query_one_integer(&query, 1, &store->next_ballot_id, err);
    query_drop(&query);
    return true;
}

bool ballot_put(struct labelling_step *step, const struct offer *offer, struct taken_ballot *ballot,
                struct err *err)
{
    struct store *store = step->store;
    const struct dealer *dealer = step->dealer;
    const struct deal *deal = &offer->deal;
    *ballot = (struct taken_ballot){.question_id = offer->question_id, .then = offer->then};
    if (!ballot_take_id(store, &ballot->ballot_id, err))
        return false;
    struct query query = query_start(store->db, STATEMENT_BALLOT_ADD);
    query_bind_integer(&query, 1, offer->question_id);
    query_bind_integer(&query, 2, offer->number);
    query_bind_integer(&query, 3, dealer->annotator_id);
    query_bind_integer(&query, 4, dealer->now);
    query_bind_integer(&query, 5, dealer->now + dealer->lease_ms);
    if (offer->control != CONTROL_ABSENT) /* what is not bound is NULL */
        query_bind_bytes(&query, 6, bytes_of(words_at(&control_words, offer->control)));
    query_bind_integer(&query, 7, ballot->ballot_id);
    if (db_is_on_server(store->db)) /* its function adds the slots, too */
        bind_documents(&query, 8, deal->document_ids, deal->n_slots);
    return query_post(&query, err) &&
           (db_is_on_server(store->db) ||
            ballot_add_slots(store, ballot->ballot_id, deal->document_ids, deal->n_slots, err));
}
