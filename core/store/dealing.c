/*
 * Who asks for a ballot gets, in this order: one that they left open, a new one, one that they put aside as "later". A new
 * one is of the question they answered last, else of the one with the least labelling done, of equal ones the first in the
 * order of dealing (question_places.h). Which candidates stand on it is
 * decided in core/judge/deal.h; here is what may be dealt, and how it is kept.
 *
 * Before a new one comes what is shared with others (sharing.h), and now and then a control (controls.h). A judge is asked
 * what others disagree on (adjudicating.h) in place of all that.
 *
 * An open ballot has a `lease_until`; while that lies ahead, its work is nobody else's. When it has passed, others may have
 * done the work, so a ballot that was left open is taken up again only while one of its documents is still in need and
 * nobody holds the same set; otherwise it is closed for good. A list of such ballots is read to its end before anything is
 * written: no statement loses the ground under its own rows.
 */
#include "core/store/dealing.h"

#include "core/base/bug.h"
#include "core/base/number.h"
#include "core/judge/deal.h"
#include "core/judge/overlap.h"
#include "core/store/adjudicating.h"
#include "core/store/controls.h"
#include "core/store/pool.h"
#include "core/store/questions.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/sharing.h"
#include "core/store/store_private.h"

void query_add_slot(struct query *query, struct slot_set *set, int64_t document_id)
{
    query_require(query, slot_set_add(set, document_id), "a ballot has too many slots");
}

/* The sets that may not be dealt to this annotator now. */
static bool read_taken_sets(struct store *store, const struct dealer *dealer, int64_t question_id,
                            struct arena *arena, struct deal_request *request, struct err *err)
{
    struct slot_set *sets = NULL;
    size_t n_sets = 0;
    int64_t ballot_id = 0;
    struct query query = query_start(store->db, STATEMENT_SLOT_TAKEN_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, dealer->annotator_id);
    query_bind_integer(&query, 3, dealer->now);
    while (query_next(&query)) { /* by ballot */
        struct taken_slot slot = read_taken_slot(&query);
        if (n_sets == 0 || slot.ballot_id != ballot_id)
            ARENA_PUSH(arena, sets, n_sets) = (struct slot_set){{0}};
        ballot_id = slot.ballot_id;
        query_add_slot(&query, &sets[n_sets - 1], slot.document_id);
    }
    request->taken = sets;
    request->n_taken = n_sets;
    return query_end(&query, err);
}

/* What a question has for an annotator. */
struct offer {
    int64_t question_id;
    int64_t number;   /* that the ballot would have in its question */
    struct deal deal; /* n_slots = 0: nothing */
    enum control control;
    struct control_plan plan; /* which controls are asked beside it */
};

/* Questions and their ballots are numbered from 1: the first question's streams are 1, 2, 3 … */
static uint64_t stream_of(int64_t question_id, int64_t number)
{
    return (uint64_t)(question_id - 1) << 32 | (uint64_t)number;
}

static struct random_source random_of(const struct dealer *dealer, const struct offer *offer)
{
    return random_from(dealer->seed, stream_of(offer->question_id, offer->number));
}

/* The documents of a set, in an order of their own. */
static struct deal deal_offered_set(const struct dealer *dealer, const struct offer *offer,
                                    const struct slot_set *set)
{
    struct random_source random = random_of(dealer, offer);
    return deal_set(set, &random);
}

bool ballot_next_deal(struct store *store, int64_t question_id, int64_t *deal, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_NEXT);
    query_bind_integer(&query, 1, question_id);
    return query_one_integer(&query, 1, deal, err);
}

/* Its number, and what is asked beside it; what another program may have set is told by settings.c. */
static bool find_next_ballot(struct store *store, int64_t question_id, struct offer *offer,
                             struct overlap *overlap, struct err *err)
{
    bool is_known = true;
    struct query query = query_start(store->db, STATEMENT_BALLOT_NEXT);
    query_bind_integer(&query, 1, question_id);
    *overlap = (struct overlap){0};
    if (query_next(&query)) {
        struct next_ballot next = read_next_ballot(&query);
        offer->number = next.deal;
        is_known = (next.overlap.size == 0 || overlap_parse(next.overlap, overlap)) &&
                   (next.repeats.size == 0 || number_parse_real(next.repeats, &offer->plan.repeats));
        offer->plan.has_gold = next.gold.size > 0;
    }
    return query_end(&query, err) &&
           (is_known || (setting_get_overlap(store, overlap, err) &&
                         setting_get_real(store, SETTING_REPEATS, &offer->plan.repeats, err)));
}

/* What the annotator has just read. */
static bool read_last_read(struct store *store, const struct dealer *dealer, int64_t question_id,
                           struct arena *arena, struct deal_request *request, struct err *err)
{
    const struct pool *pool = &request->pool;
    bool *is_read = arena_get_array(arena, pool->n_candidates, sizeof *is_read);
    struct query query = query_start(store->db, STATEMENT_SLOT_READ_LAST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, dealer->annotator_id);
    while (query_next(&query)) {
        const struct pool_candidate *candidate = pool_find(pool, query_only_integer(&query));
        if (candidate != NULL)
            is_read[candidate - pool->candidates] = true;
    }
    request->is_read = is_read;
    return query_end(&query, err);
}

/* What adaptive dealing asks for besides. */
static bool read_adaptive(struct store *store, const struct dealer *dealer, int64_t question_id,
                          struct arena *arena, struct deal_request *request, struct err *err)
{
    size_t aim = AIM_TOP;
    if (request->pool.rule == STOP_AT_TARGET)
        return true;
    request->dealing = DEALING_ADAPTIVE;
    if (!setting_get_choice(store, SETTING_AIM, &aim, err))
        return false;
    request->aim = (enum aim)aim;
    return read_last_read(store, dealer, question_id, arena, request, err);
}

/* --- New ballots --------------------------------------------------------------------------------- */

/* A set that others voted on and the annotator is to be asked, too; the offer stays empty where there is none. */
static bool offer_shared(struct store *store, const struct dealer *dealer, const struct overlap *overlap,
                         const struct pool *pool, struct offer *offer, struct err *err)
{
    const struct shared_with with = {dealer->annotator_id, dealer->now};
    struct slot_set set;
    if (pool->is_left_out || !overlap_has_any(overlap, offer->question_id, offer->number - 1))
        return true;
    if (!sharing_choose(store, &with, offer->question_id, overlap, pool, &set, err))
        return false;
    if (slot_set_size(&set) > 0)
        offer->deal = deal_offered_set(dealer, offer, &set);
    return true;
}

/* What others were asked comes first: it is beside what the question needs. */
static bool deal_from_question(struct store *store, const struct dealer *dealer, int64_t question_id,
                               struct offer *offer, struct err *err)
{
    struct arena arena = {0};
    struct deal_request request = {0};
    struct overlap overlap;
    *offer = (struct offer){.question_id = question_id};
    bool loaded = pool_read(store, question_id, dealer->now, 0, &arena, &request.pool, err) &&
                  find_next_ballot(store, question_id, offer, &overlap, err) &&
                  (overlap.share <= 0 || offer_shared(store, dealer, &overlap, &request.pool, offer, err));
    if (loaded && offer->deal.n_slots == 0) {
        loaded = read_taken_sets(store, dealer, question_id, &arena, &request, err) &&
                 read_adaptive(store, dealer, question_id, &arena, &request, err);
        struct random_source random = random_of(dealer, offer);
        if (loaded)
            offer->deal = deal_ballot(&request, &random);
    }
    arena_release(&arena);
    return loaded;
}

/*
 * What others were asked in any question, so that it is asked while somebody labels and not only at the end. It is looked
 * for when nothing is left of the question in hand: with a setting alone, and then question by question, to the first that has it.
 */
static bool deal_shared(struct store *store, const struct dealer *dealer, struct offer *offer,
                        struct err *err)
{
    struct overlap overlap;
    int64_t question_id = 0;
    if (!setting_get_overlap(store, &overlap, err))
        return false;
    bool worked = true;
    while (worked && overlap.share > 0 && offer->deal.n_slots == 0) {
        worked = sharing_find_question(store, &overlap, question_id, &question_id, err);
        if (!worked || question_id == 0)
            break;
        struct arena arena = {0};
        struct pool pool;
        *offer = (struct offer){.question_id = question_id};
        worked = pool_read(store, question_id, dealer->now, 0, &arena, &pool, err) &&
                 find_next_ballot(store, question_id, offer, &overlap, err) &&
                 offer_shared(store, dealer, &overlap, &pool, offer, err);
        arena_release(&arena);
    }
    return worked;
}

/*
 * The question with the least labelling done, ballots in somebody's hands counted,
 * that has something to deal. Questions come with the fewest votes first: once one
 * is found, those with as many votes can't be better.
 */
static bool deal_from_least_done(struct store *store, const struct dealer *dealer, struct offer *offer,
                                 struct err *err)
{
    bool worked = true;
    int64_t least = INT64_MAX;
    struct query query = query_start(store->db, STATEMENT_QUESTION_WITH_WORK_LIST);
    query_bind_integer(&query, 1, dealer->now);
    while (worked && query_next(&query)) {
        struct offer found;
        struct question_with_work question = read_question_with_work(&query);
        int64_t done = question.ballots_done + question.ballots_held;
        if (question.ballots_done >= least)
            break;
        if (done >= least)
            continue;
        worked = deal_from_question(store, dealer, question.question_id, &found, err);
        if (worked && found.deal.n_slots > 0) {
            least = done;
            *offer = found;
        }
    }
    struct err unused;
    return query_end(&query, worked ? err : &unused) && worked;
}

bool ballot_lease(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_LEASE);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, dealer->now + dealer->lease_ms);
    return query_run(&query, err);
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
    return query_run(&query, err);
}

bool ballot_add_slot(struct store *store, int64_t ballot_id, size_t position, int64_t document_id,
                     struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_SLOT_ADD);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, (int64_t)position);
    query_bind_integer(&query, 3, document_id);
    return query_run(&query, err);
}

static bool add_ballot(struct store *store, const struct dealer *dealer, const struct offer *offer,
                       int64_t *ballot_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_ADD);
    query_bind_integer(&query, 1, offer->question_id);
    query_bind_integer(&query, 2, offer->number);
    query_bind_integer(&query, 3, dealer->annotator_id);
    query_bind_integer(&query, 4, dealer->now);
    query_bind_integer(&query, 5, dealer->now + dealer->lease_ms);
    if (offer->control != CONTROL_ABSENT) /* what is not bound is NULL */
        query_bind_bytes(&query, 6, bytes_of(words_at(&control_words, offer->control)));
    if (!query_run(&query, err))
        return false;
    *ballot_id = db_last_id(store->db);
    for (size_t i = 0; i < offer->deal.n_slots; i++) {
        if (!ballot_add_slot(store, *ballot_id, i + 1, offer->deal.document_ids[i], err))
            return false;
    }
    return true;
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
        if (!query_run(&query, err))
            return false;
    }
    return ballot_lease(store, dealer, ballot->ballot_id, err);
}

/*
 * Takes the first of the listed ballots of a question (0: of any) that is still
 * wanted; *ballot_id = 0: none. Open ones that are not are closed: nobody will be
 * asked them again.
 */
static bool take_kept_ballot(struct store *store, const struct dealer *dealer, enum statement statement,
                             int64_t question_id, int64_t *ballot_id, struct err *err)
{
    struct arena arena = {0};
    struct kept_ballot *ballots;
    size_t n;
    *ballot_id = 0;
    bool worked = list_kept_ballots(store, statement, dealer->annotator_id, &arena, &ballots, &n, err);
    for (size_t i = 0; worked && *ballot_id == 0 && i < n; i++) {
        bool wanted = false;
        if (question_id != 0 && ballots[i].question_id != question_id)
            continue;
        worked = ballot_is_wanted(store, dealer, &ballots[i], &wanted, err);
        if (worked && wanted) {
            *ballot_id = ballots[i].ballot_id;
            worked = take_up_ballot(store, dealer, &ballots[i], err);
        } else if (worked && ballots[i].lease_until != 0) {
            worked = ballot_close(store, ballots[i].ballot_id, err);
        }
    }
    arena_release(&arena);
    return worked;
}

/* The one that the annotator answered last; 0: none. A control of another question does not lead away from it. */
static bool find_question_in_hand(struct store *store, const struct dealer *dealer, int64_t *question_id,
                                  struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_IN_HAND);
    query_bind_integer(&query, 1, dealer->annotator_id);
    return query_one_integer(&query, 0, question_id, err);
}

/* The stream of the ballot that the annotator answered last; 0: none. */
static bool find_stream_in_hand(struct store *store, const struct dealer *dealer, uint64_t *stream,
                                struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_IN_HAND);
    query_bind_integer(&query, 1, dealer->annotator_id);
    *stream = 0;
    if (query_next(&query)) {
        struct ballot_number last = read_ballot_number(&query);
        *stream = stream_of(last.question_id, last.deal);
    }
    return query_end(&query, err);
}

/*
 * Now and then a control goes before the ballot, which is dealt afterwards. Whether it does is drawn from the ballot that was
 * answered last: what is drawn from the one that is dealt would stay the same behind the control.
 */
static bool offer_control(struct store *store, const struct dealer *dealer, struct offer *offer,
                          struct err *err)
{
    struct control_choice choice;
    uint64_t stream;
    int64_t number;
    if (offer->plan.repeats <= 0 && !offer->plan.has_gold)
        return true;
    if (!find_stream_in_hand(store, dealer, &stream, err))
        return false;
    struct random_source random = random_from(~dealer->seed, stream);
    enum control control = control_draw(&offer->plan, &random);
    if (control == CONTROL_ABSENT)
        return true;
    struct arena arena = {0};
    struct bytes gold;
    const bool chosen = setting_get(store, SETTING_GOLD, &arena, &gold, err) &&
                        controls_choose(store, dealer->annotator_id, control, gold, &random, &choice, err);
    arena_release(&arena);
    if (!chosen)
        return false;
    if (slot_set_size(&choice.set) == 0)
        return true;
    if (!ballot_next_deal(store, choice.question_id, &number, err))
        return false;
    *offer = (struct offer){.question_id = choice.question_id,
                            .number = number,
                            .control = control,
                            .deal = deal_set(&choice.set, &random)};
    return true;
}

static bool offer_contested(struct store *store, const struct dealer *dealer, int64_t question_id,
                            struct offer *offer, struct err *err)
{
    struct slot_set set;
    *offer = (struct offer){.question_id = question_id};
    if (!adjudicating_choose(store, dealer->annotator_id, question_id, &set, err))
        return false;
    if (slot_set_size(&set) == 0)
        return true;
    if (!ballot_next_deal(store, question_id, &offer->number, err))
        return false;
    offer->deal = deal_offered_set(dealer, offer, &set);
    return true;
}

/* What others disagree on: in the question in hand as long as it has any of it, then in all of them. */
static bool offer_contested_of_any(struct store *store, const struct dealer *dealer, int64_t from,
                                   struct offer *offer, struct err *err)
{
    struct arena arena = {0};
    int64_t *question_ids = NULL;
    size_t n = 0;
    bool worked = from == 0 || offer_contested(store, dealer, from, offer, err);
    if (worked && offer->deal.n_slots == 0)
        worked = adjudicating_list_questions(store, dealer->annotator_id, &arena, &question_ids, &n, err);
    for (size_t i = 0; worked && offer->deal.n_slots == 0 && i < n; i++)
        worked = offer_contested(store, dealer, question_ids[i], offer, err);
    arena_release(&arena);
    return worked;
}

static bool deal_contested(struct store *store, const struct dealer *dealer, int64_t question_id,
                           int64_t *ballot_id, struct err *err)
{
    struct offer offer = {0};
    int64_t from = question_id;
    *ballot_id = 0;
    if (question_id != 0 ? !offer_contested(store, dealer, question_id, &offer, err)
                         : !find_question_in_hand(store, dealer, &from, err) ||
                               !offer_contested_of_any(store, dealer, from, &offer, err))
        return false;
    return offer.deal.n_slots == 0 || add_ballot(store, dealer, &offer, ballot_id, err);
}

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

static bool deal_by_stakes(struct store *store, const struct dealer *dealer, const struct deal_advice *advice,
                           struct offer *offer, struct err *err)
{
    struct arena arena = {0};
    struct deal_request request = {.dealing = DEALING_ADAPTIVE};
    *offer = (struct offer){.question_id = advice->question_id};
    bool loaded = pool_read_to_budget(store, offer->question_id, dealer->now, &arena, &request.pool, err) &&
                  ballot_next_deal(store, offer->question_id, &offer->number, err) &&
                  read_taken_sets(store, dealer, offer->question_id, &arena, &request, err) &&
                  read_last_read(store, dealer, offer->question_id, &arena, &request, err);
    if (loaded) {
        struct random_source random = random_of(dealer, offer);
        request.stakes = stakes_in(&request.pool, advice, &arena);
        offer->deal = deal_ballot(&request, &random);
    }
    arena_release(&arena);
    return loaded;
}

static bool deal_as_advised(struct store *store, const struct dealer *dealer, struct offer *offer,
                            struct err *err)
{
    for (size_t n_refused = 0; offer->deal.n_slots == 0; n_refused++) {
        struct deal_advice advice = {0};
        if (!dealer->advisor->advise(dealer->advisor->context, store, n_refused, &advice, err))
            return false;
        if (advice.question_id == 0)
            return true;
        if (!deal_by_stakes(store, dealer, &advice, offer, err))
            return false;
    }
    return true;
}

/* Deals what a question (0: any) has for the annotator; *ballot_id = 0: nothing. */
static bool deal_new_ballot(struct store *store, const struct dealer *dealer, int64_t question_id,
                            int64_t *ballot_id, struct err *err)
{
    struct offer offer = {0};
    int64_t from = question_id;
    *ballot_id = 0;
    if (question_id == 0 && dealer->advisor != NULL)
        return deal_as_advised(store, dealer, &offer, err) &&
               (offer.deal.n_slots == 0 || add_ballot(store, dealer, &offer, ballot_id, err));
    if (from == 0 && !find_question_in_hand(store, dealer, &from, err))
        return false;
    if (from != 0 && !deal_from_question(store, dealer, from, &offer, err))
        return false;
    if (question_id == 0 && offer.deal.n_slots == 0 && !deal_shared(store, dealer, &offer, err))
        return false;
    if (question_id == 0 && offer.deal.n_slots == 0 && !deal_from_least_done(store, dealer, &offer, err))
        return false;
    if (question_id == 0 && offer.deal.n_slots > 0 && !offer_control(store, dealer, &offer, err))
        return false;
    return offer.deal.n_slots == 0 || add_ballot(store, dealer, &offer, ballot_id, err);
}

static bool take_ballot_from(struct store *store, const struct dealer *dealer, int64_t question_id,
                             bool also_later, int64_t *ballot_id, struct err *err)
{
    if (!take_kept_ballot(store, dealer, STATEMENT_BALLOT_OPEN_LIST, question_id, ballot_id, err))
        return false;
    if (*ballot_id == 0 &&
        !(dealer->adjudicates ? deal_contested : deal_new_ballot)(store, dealer, question_id, ballot_id, err))
        return false;
    return *ballot_id != 0 || !also_later ||
           take_kept_ballot(store, dealer, STATEMENT_BALLOT_LATER_LIST, question_id, ballot_id, err);
}

bool store_take_ballot(struct store *store, const struct dealer *dealer, int64_t *ballot_id, struct err *err)
{
    return take_ballot_from(store, dealer, 0, true, ballot_id, err);
}

bool store_take_ballot_of_question(struct store *store, const struct dealer *dealer, int64_t question_id,
                                   bool also_later, int64_t *ballot_id, struct err *err)
{
    BUG_UNLESS(question_id != 0);
    return take_ballot_from(store, dealer, question_id, also_later, ballot_id, err);
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
    return query_run(&query, err);
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
    return query_run(&query, err);
}

bool store_end_stray_leases(struct store *store, const struct dealer *dealer, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_END_STRAY_LEASES);
    query_bind_integer(&query, 1, dealer->now + 2 * dealer->lease_ms);
    query_bind_integer(&query, 2, dealer->now);
    return query_run(&query, err);
}
