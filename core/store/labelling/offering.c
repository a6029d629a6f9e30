/*
 * A new ballot is from the question that the annotator answered last, otherwise from the one with the least labelling
 * done (work.h). Shared ballots that others were asked, of any question, come before a new question is begun. Now and
 * then a control comes first. A judge is asked only about the disagreements of others. With an advisor, the advisor
 * chooses the question.
 */
#include "core/store/labelling/offering.h"

#include "core/judge/glance.h"
#include "core/judge/overlap.h"
#include "core/store/labelling/adjudicating.h"
#include "core/store/labelling/controls.h"
#include "core/store/labelling/glances.h"
#include "core/store/labelling/prior_learning.h"
#include "core/store/labelling/work.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

static bool has_any(const struct offer *offer)
{
    return offer->deal.n_slots > 0;
}

/* --- One question --------------------------------------------------------------------------------- */

static struct offer offer_of(const struct docket *docket, const struct deal *deal, bool may_be_last)
{
    return (struct offer){.question_id = docket->question_id,
                          .number = docket_next_deal(docket),
                          .deal = *deal,
                          .control = deal->is_glance ? CONTROL_GLANCE : CONTROL_ABSENT,
                          .then.may_be_last = may_be_last};
}

/* Returns whether the annotator has kept or dropped a candidate of the question. */
static bool has_glanced(const struct labelling_step *step, const struct docket *docket)
{
    size_t i = 0;
    while (i < docket->n_ballots &&
           !(docket->ballots[i].is_glance && docket->ballots[i].annotator_id == step->to.annotator_id))
        i++;
    return i < docket->n_ballots;
}

/*
 * If most candidates are relevant, glances save no time, so no question begins with them; a question that has begun is
 * finished.
 */
static bool look_whether_dense(struct labelling_step *step, const struct docket *docket, int *kept_percent,
                               struct err *err)
{
    *kept_percent = 0;
    if (!glances_are_wanted(docket, &step->to) || has_glanced(step, docket))
        return true;
    const bool looked = glances_look_whether_dense(step->store, kept_percent, err);
    if (*kept_percent > 0)
        step->to.glanced_question = docket->question_id;
    return looked;
}

static bool offer_next(struct labelling_step *step, int64_t question_id, struct offer *offer, struct err *err)
{
    struct docket *docket;
    struct pool pool;
    int kept_percent;
    if (!step_docket(step, question_id, &docket, err) || !step_pool(step, docket, &pool, err) ||
        !look_whether_dense(step, docket, &kept_percent, err) ||
        !prior_learning_take(step, question_id, &pool, err))
        return false;
    const struct deal deal = next_ballot(docket, &pool, &step->to, &step->arena);
    *offer = offer_of(docket, &deal, pool_may_end(&pool));
    offer->kept_percent = kept_percent;
    return true;
}

static struct offer offer_shared(const struct docket *docket, const struct dealt_to *to)
{
    const struct deal deal = deal_shared(docket, to);
    return offer_of(docket, &deal, true);
}

static struct offer offer_contested(const struct docket *docket, const struct dealt_to *to)
{
    const struct deal deal = deal_contested(docket, to);
    return offer_of(docket, &deal, is_last_contested(docket, to));
}

/* Makes an offer from one of many questions. */
typedef struct offer offer_made(const struct docket *docket, const struct dealt_to *to);

static bool look_at(struct labelling_step *step, int64_t question_id, offer_made *from, struct offer *offer,
                    struct err *err)
{
    struct arena arena = {0};
    struct docket docket;
    const bool worked = step_look_at(step, question_id, &arena, &docket, err);
    if (worked)
        *offer = from(&docket, &step->to);
    arena_release(&arena);
    return worked;
}

/* --- Many questions ------------------------------------------------------------------------------- */

/* Searches the questions until one has an offer. On a server several are read at once, at first only a few. */
static bool look_through(struct labelling_step *step, const int64_t *question_ids, size_t n, offer_made *from,
                         struct offer *offer, struct err *err)
{
    enum { FIRST = 32, BEHIND = 256 };
    size_t n_prefetched = 0;
    for (size_t i = 0; !has_any(offer) && i < n; i++) {
        const size_t ahead = i < n_prefetched ? 0 : i == 0 ? FIRST : BEHIND;
        for (; n_prefetched < n && n_prefetched < i + ahead; n_prefetched++)
            step_prefetch(step, question_ids[n_prefetched]);
        if (!look_at(step, question_ids[i], from, offer, err))
            return false;
    }
    return true;
}

enum { PAGE_QUESTIONS = 1000 };

static struct query start_page(struct store *store, int64_t behind)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_DEALS_LIST);
    query_bind_integer(&query, 1, behind);
    query_bind_integer(&query, 2, PAGE_QUESTIONS);
    return query;
}

/* Lists the questions with shared ballots in the page after *last; *has_more: this was not the last page. */
static bool list_sharing(struct labelling_step *step, int64_t *last, int64_t **question_ids, size_t *n,
                         bool *has_more, struct err *err)
{
    int64_t n_read = 0;
    struct query query = start_page(step->store, *last);
    *question_ids = NULL;
    *n = 0;
    for (; query_next(&query); n_read++) {
        const struct question_deals question = read_question_deals(&query);
        *last = question.question_id;
        if (overlap_has_any(&step->rules.overlap, question.question_id, question.deals))
            ARENA_PUSH(&step->arena, *question_ids, *n) = question.question_id;
    }
    *has_more = n_read == PAGE_QUESTIONS;
    return query_end(&query, err);
}

/* Shared ballots are asked while others still label, and not only at the end. */
static bool offer_shared_of_any(struct labelling_step *step, struct offer *offer, struct err *err)
{
    int64_t *question_ids, last = 0;
    size_t n;
    for (bool has_more = step->rules.overlap.share > 0; has_more && !has_any(offer);) {
        if (!list_sharing(step, &last, &question_ids, &n, &has_more, err) ||
            !look_through(step, question_ids, n, offer_shared, offer, err))
            return false;
    }
    return true;
}

static bool offer_contested_of_any(struct labelling_step *step, struct offer *offer, struct err *err)
{
    int64_t *question_ids;
    size_t n;
    return adjudicating_list_questions(step->store, step->to.annotator_id, &step->arena, &question_ids, &n,
                                       err) &&
           look_through(step, question_ids, n, offer_contested, offer, err);
}

/* Prefetches what is read first to find another question. */
static void prefetch_elsewhere(struct labelling_step *step)
{
    struct query page = start_page(step->store, 0);
    query_prefetch(&page);
    work_prefetch(step);
    prior_learning_prefetch(step->store);
    step->prefetched_elsewhere = true;
}

/* Usually no shared ballot is left, so the question with the least labelling done is read in the same trip. */
static bool offer_elsewhere(struct labelling_step *step, struct offer *offer, struct err *err)
{
    int64_t question_id;
    if (db_is_on_server(step->store->db) && !step->prefetched_elsewhere)
        prefetch_elsewhere(step);
    if (!work_prefetch_first(step, err) || !offer_shared_of_any(step, offer, err))
        return false;
    while (!has_any(offer)) {
        if (!work_take_first(step, &question_id, err))
            return false;
        if (question_id == 0)
            return true;
        if (!offer_next(step, question_id, offer, err))
            return false;
    }
    return true;
}

/* --- Controls ------------------------------------------------------------------------------------- */

/* Draws the control that follows the ballot with this number. */
static struct drawn_control draw_control(const struct labelling_step *step, int64_t question_id, int64_t deal)
{
    return control_draw(&step->rules.controls,
                        random_from(~step->dealer->seed, ballot_stream(question_id, deal)));
}

/* Replaces the offer by a control if one follows the answered ballot. */
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
 * Now and then a control is asked before the offered ballot, which is dealt afterwards. The draw depends on the
 * answered ballot: if it depended on the offered ballot, the result would be the same again after the control. So the
 * control that follows the offered ballot is known now, and a session does not begin with one. After a control the
 * annotator returns to the question in hand (0: there is none), even if that question is done.
 */
static bool offer_control(struct labelling_step *step, int64_t in_hand, struct offer *offer, struct err *err)
{
    const bool is_after_glance = step->answered != NULL && step->answered->is_glance;
    if ((step->rules.controls.repeats <= 0 && !step->rules.controls.has_gold) || is_after_glance ||
        offer->deal.is_glance)
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

/* --- With an advisor ------------------------------------------------------------------------------ */

/* Returns the stakes by number of the candidate in the pool. */
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

/* Deals until the budget is spent, whatever the project's rule is and even if the question is settled. */
static bool offer_by_stakes(struct labelling_step *step, const struct deal_advice *advice,
                            struct offer *offer, struct err *err)
{
    struct docket *docket;
    struct pool pool;
    const struct counted_at now = {.now = step->to.now};
    step_prefetch(step, advice->question_id);
    if (step->rules.dealing != DEALING_ADAPTIVE && db_is_on_server(step->store->db))
        pool_prefetch_texts(step->store, advice->question_id);
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

/* --- Any question --------------------------------------------------------------------------------- */

/*
 * Returns the question to try first: the one that the annotator answers or answered last, unless they met others there;
 * 0: there is none. A control in another question does not change it.
 */
static int64_t find_first_question(const struct labelling_step *step)
{
    if (step->store->n_met_others > 0)
        return 0;
    return step->answered != NULL && (!step->answered->is_control || step->answered->is_glance)
               ? step->answered_question
               : step->in_hand;
}

static bool offer_in(struct labelling_step *step, int64_t question_id, struct offer *offer, struct err *err)
{
    return question_id == 0 ||
           (step->dealer->adjudicates ? look_at(step, question_id, offer_contested, offer, err)
                                      : offer_next(step, question_id, offer, err));
}

bool offer_new(struct labelling_step *step, int64_t question_id, struct offer *offer, struct err *err)
{
    const bool adjudicates = step->dealer->adjudicates;
    *offer = (struct offer){0};
    if (question_id != 0)
        return offer_in(step, question_id, offer, err);
    if (!adjudicates && step->dealer->advisor != NULL)
        return offer_as_advised(step, offer, err);
    question_id = find_first_question(step);
    if (!offer_in(step, question_id, offer, err))
        return false;
    if (!has_any(offer) && !(adjudicates ? offer_contested_of_any : offer_elsewhere)(step, offer, err))
        return false;
    return adjudicates || !has_any(offer) || offer_control(step, question_id, offer, err);
}

/* --- Prefetching ----------------------------------------------------------------------------------- */

void offer_prefetch(struct labelling_step *step, const struct expectation *then)
{
    static const struct expectation anything = {.may_be_last = true};
    then = then != NULL ? then : &anything;
    if (!db_is_on_server(step->store->db) || step->dealer->advisor != NULL)
        return;
    step_prefetch(step, then->back_to);
    controls_prefetch(step, &then->behind);
    if (!then->may_be_last && step->store->n_met_others == 0)
        return;
    if (step->dealer->adjudicates) {
        adjudicating_prefetch_questions(step->store, step->to.annotator_id);
        return;
    }
    prefetch_elsewhere(step);
}

bool offer_prefetch_questions(struct labelling_step *step, struct err *err)
{
    if (!db_is_on_server(step->store->db) || step->dealer->adjudicates || step->dealer->advisor != NULL)
        return true;
    step_prefetch(step, find_first_question(step));
    return work_prefetch_first(step, err);
}
