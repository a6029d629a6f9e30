/*
 * A new ballot is of the question that the annotator answered last, else of the one with the least labelling done, of equal
 * ones the first in the order of dealing (question_places.h). Which candidates stand on it is decided in core/judge/deal.h.
 *
 * What a question is asked for is asked together (offer_ask), and then read: on a server that is one trip.
 */
#include "core/store/labelling/offering.h"

#include "core/base/bug.h"
#include "core/base/number.h"
#include "core/judge/deal.h"
#include "core/judge/overlap.h"
#include "core/store/labelling/adjudicating.h"
#include "core/store/labelling/controls.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/labelling/sharing.h"
#include "core/store/store_private.h"

/* The sets that may not be dealt to this annotator now. */
static struct query start_taken_sets(struct store *store, const struct dealer *dealer, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_SLOT_TAKEN_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, dealer->annotator_id);
    query_bind_integer(&query, 3, dealer->now);
    return query;
}

static struct query ask_taken_sets(struct store *store, const struct dealer *dealer, int64_t question_id)
{
    struct query query = start_taken_sets(store, dealer, question_id);
    query_ask(&query);
    return query;
}

/* Also that of `answered`, if it is one of the question's: a lease that ran out does not tell it. */
static bool take_taken_sets(struct query *query, const struct slot_set *answered, struct arena *arena,
                            struct deal_request *request, struct err *err)
{
    struct slot_set *sets = NULL;
    size_t n_sets = 0;
    int64_t ballot_id = 0;
    if (answered != NULL)
        ARENA_PUSH(arena, sets, n_sets) = *answered;
    while (query_next(query)) { /* by ballot */
        struct taken_slot slot = read_taken_slot(query);
        if (slot.ballot_id != ballot_id)
            ARENA_PUSH(arena, sets, n_sets) = (struct slot_set){{0}};
        ballot_id = slot.ballot_id;
        query_add_slot(query, &sets[n_sets - 1], slot.document_id);
    }
    request->taken = sets;
    request->n_taken = n_sets;
    return query_end(query, err);
}

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

static struct query start_next(struct store *store, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_NEXT);
    query_bind_integer(&query, 1, question_id);
    return query;
}

static struct query ask_next(struct store *store, int64_t question_id)
{
    struct query query = start_next(store, question_id);
    query_ask(&query);
    return query;
}

static struct query ask_next_id(struct store *store)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_NEXT_ID);
    query_ask(&query);
    return query;
}

bool ballot_next_deal(struct store *store, int64_t question_id, int64_t *deal, struct err *err)
{
    struct query query = ask_next(store, question_id);
    return query_one_integer(&query, 1, deal, err);
}

void ballot_foresee_next_id(struct store *store)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_NEXT_ID);
    query_foresee(&query);
}

/* Unless it is known, or was foreseen before. */
static void foresee_next_id(struct store *store)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_NEXT_ID);
    const bool is_at_hand = query_is_at_hand(&query);
    query_drop(&query);
    if (store->next_ballot_id == 0 && !is_at_hand)
        ballot_foresee_next_id(store);
}

bool ballot_keep_next_id(struct store *store, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_NEXT_ID);
    if (db_is_on_server(store->db) && store->next_ballot_id == 0 && query_is_at_hand(&query))
        return query_one_integer(&query, 1, &store->next_ballot_id, err);
    query_drop(&query);
    return true;
}

/* On a server numbers are given one after the other: what is taken and not used is kept for the next one. */
bool ballot_take_id(struct store *store, int64_t *ballot_id, struct err *err)
{
    if (store->next_ballot_id == 0) {
        struct query query = ask_next_id(store);
        if (!query_one_integer(&query, 1, &store->next_ballot_id, err))
            return false;
    }
    *ballot_id = store->next_ballot_id;
    store->next_ballot_id = 0;
    return true;
}

/* Its number, and what is asked beside it; what another program may have set is told by settings.c. */
static bool take_next(struct store *store, struct query *query, struct offer *offer, struct err *err)
{
    bool is_known = true;
    if (query_next(query)) {
        struct next_ballot next = read_next_ballot(query);
        offer->number = next.deal;
        is_known = (next.overlap.size == 0 || overlap_parse(next.overlap, &offer->overlap)) &&
                   (next.repeats.size == 0 || number_parse_real(next.repeats, &offer->plan.repeats));
        offer->plan.has_gold = next.gold.size > 0;
    }
    return query_end(query, err) &&
           (is_known || (setting_get_overlap(store, &offer->overlap, err) &&
                         setting_get_real(store, SETTING_REPEATS, &offer->plan.repeats, err)));
}

static struct query start_last_read(struct store *store, const struct dealer *dealer, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_SLOT_READ_LAST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, dealer->annotator_id);
    query_bind_integer(&query, 3, JUST_READ_BALLOTS);
    return query;
}

/* Ballots of a question that an annotator voted on, the last one first. */
struct read_ballots {
    struct slot_set sets[JUST_READ_BALLOTS];
    int64_t deals[JUST_READ_BALLOTS];
    size_t n;
};

static void take_read_ballots(struct query *query, struct read_ballots *read)
{
    while (query_next(query)) {
        struct read_slot slot = read_read_slot(query);
        if (read->n == 0 || read->deals[read->n - 1] != slot.deal) {
            BUG_UNLESS(read->n < JUST_READ_BALLOTS);
            read->deals[read->n++] = slot.deal;
        }
        query_add_slot(query, &read->sets[read->n - 1], slot.document_id);
    }
}

/* Puts the ballot that is being voted on where it belongs, unless it stands there or is older than all. */
static void put_answered(struct read_ballots *read, const struct foreseen_answer *answered)
{
    size_t place = 0;
    while (place < read->n && read->deals[place] > answered->deal)
        place++;
    if (place == JUST_READ_BALLOTS || (place < read->n && read->deals[place] == answered->deal))
        return;
    read->n += read->n < JUST_READ_BALLOTS;
    for (size_t i = read->n - 1; i > place; i--) {
        read->sets[i] = read->sets[i - 1];
        read->deals[i] = read->deals[i - 1];
    }
    read->sets[place] = answered->set;
    read->deals[place] = answered->deal;
}

static void mark_read(const struct slot_set *set, const struct pool *pool, bool *is_read)
{
    for (size_t i = 0; i < slot_set_size(set); i++) {
        const struct pool_candidate *candidate = pool_find(pool, set->document_ids[i]);
        if (candidate != NULL)
            is_read[candidate - pool->candidates] = true;
    }
}

/* What the annotator has just read (JUST_READ_BALLOTS), on the ballot `answered`, too. */
static bool read_last_read(struct store *store, const struct dealer *dealer, int64_t question_id,
                           const struct foreseen_answer *answered, struct arena *arena,
                           struct deal_request *request, struct err *err)
{
    const struct pool *pool = &request->pool;
    bool *is_read = arena_get_array(arena, pool->n_candidates, sizeof *is_read);
    struct read_ballots read = {.n = 0};
    struct query query = start_last_read(store, dealer, question_id);
    take_read_ballots(&query, &read);
    if (answered != NULL && answered->is_vote)
        put_answered(&read, answered);
    for (size_t i = 0; i < read.n; i++)
        mark_read(&read.sets[i], pool, is_read);
    request->is_read = is_read;
    return query_end(&query, err);
}

/* What adaptive dealing asks for besides. */
static bool read_adaptive(struct store *store, const struct dealer *dealer, int64_t question_id,
                          const struct foreseen_answer *answered, struct arena *arena,
                          struct deal_request *request, struct err *err)
{
    size_t aim = AIM_TOP;
    if (request->pool.rule == STOP_AT_TARGET)
        return true;
    request->dealing = DEALING_ADAPTIVE;
    if (!setting_get_choice(store, SETTING_AIM, &aim, err))
        return false;
    request->aim = (enum aim)aim;
    return read_last_read(store, dealer, question_id, answered, arena, request, err);
}

/* --- New ballots --------------------------------------------------------------------------------- */

/* What of the answered ballot counts in this question; NULL: nothing. */
static struct foreseen_answer *answered_in(struct foreseen_answer *answered, int64_t question_id)
{
    return answered != NULL && answered->question_id == question_id ? answered : NULL;
}

/* Whether an answer is a vote that labels are made of. */
static bool counts(const struct foreseen_answer *answered)
{
    return answered != NULL && answered->is_vote && !answered->is_control;
}

/* Nothing where that was done. */
static void foresee_adaptive(struct store *store, const struct dealer *dealer, int64_t question_id)
{
    struct query last_read = start_last_read(store, dealer, question_id);
    if (query_is_at_hand(&last_read)) {
        query_drop(&last_read);
        return;
    }
    query_foresee(&last_read);
    setting_foresee(store, SETTING_AIM);
}

/* What the adaptive rule reads to offer something of the question but for ballot `except`; nothing where that was done. */
static void foresee_by_rule(struct store *store, const struct dealer *dealer, int64_t question_id,
                            int64_t except)
{
    struct query last_read = start_last_read(store, dealer, question_id);
    const bool is_at_hand = query_is_at_hand(&last_read);
    query_drop(&last_read);
    if (is_at_hand)
        return;
    known_foresee_reading(store, question_id, dealer->now, except);
    foresee_adaptive(store, dealer, question_id);
}

struct offer_reading offer_ask(struct store *store, const struct dealer *dealer, int64_t question_id,
                               const struct foreseen_answer *answered)
{
    int64_t except = answered != NULL ? answered->ballot_id : 0;
    const struct shared_with with = {dealer->annotator_id, dealer->now};
    struct offer_reading reading = {
        .question_id = question_id,
        .pool = pool_ask(store, question_id, dealer->now, except),
        .next = ask_next(store, question_id),
        .asked = sharing_ask(store, &with, question_id, except),
        .taken = ask_taken_sets(store, dealer, question_id),
        .has_next_id = store->next_ballot_id == 0 && !store->keeps_ballots,
    };
    if (reading.has_next_id)
        reading.next_id = ask_next_id(store);
    if (store->deals_adaptively && !dealer->adjudicates && dealer->advisor == NULL) {
        foresee_by_rule(store, dealer, question_id, except); /* behind the version of the question */
        if (answered != NULL && answered->is_vote && answered->question_id == question_id)
            known_foresee(store, question_id);
    }
    return reading;
}

/* What was shared of a question, and into which pool it goes; `except`: a ballot that is about to be answered. */
static void foresee_shared(struct store *store, const struct dealer *dealer, int64_t question_id,
                           int64_t except)
{
    const struct shared_with with = {dealer->annotator_id, dealer->now};
    struct query next = start_next(store, question_id);
    pool_foresee(store, question_id, dealer->now, except);
    query_foresee(&next);
    sharing_foresee(store, &with, question_id, except);
}

void offer_foresee(struct store *store, const struct dealer *dealer, int64_t question_id,
                   const struct foreseen_answer *answered, enum stop_rule rule)
{
    int64_t except = answered != NULL ? answered->ballot_id : 0;
    struct query next = start_next(store, question_id);
    const bool is_at_hand = query_is_at_hand(&next);
    query_drop(&next);
    if (is_at_hand)
        return;
    foresee_shared(store, dealer, question_id, except);
    struct query taken = start_taken_sets(store, dealer, question_id);
    query_foresee(&taken);
    foresee_next_id(store);
    if (rule != STOP_AT_TARGET)
        foresee_by_rule(store, dealer, question_id, except);
}

static bool take_next_id(struct store *store, struct offer_reading *reading, struct err *err)
{
    return !reading->has_next_id || query_one_integer(&reading->next_id, 1, &store->next_ballot_id, err);
}

/* What was asked but for the pool and the number is not read; work NULL: that was not asked. */
static void drop_beside_pool(struct store *store, struct offer_reading *reading, struct work_reading *work)
{
    struct err unused;
    bool is_kept = take_next_id(store, reading, &unused); /* for the next ballot */
    (void)is_kept;
    if (work != NULL)
        query_drop(&work->query);
    query_drop(&reading->asked);
    query_drop(&reading->taken);
}

void offer_drop(struct store *store, struct offer_reading *reading, struct work_reading *work)
{
    drop_beside_pool(store, reading, work);
    query_drop(&reading->next);
    query_drop(&reading->pool.needs);
    query_drop(&reading->pool.candidates);
}

bool offer_take_rule(struct store *store, struct offer_reading *reading, struct work_reading *work,
                     enum stop_rule *rule, int64_t *number, struct err *err)
{
    struct err unused;
    bool worked = true;
    drop_beside_pool(store, reading, work);
    if (number != NULL)
        worked = query_one_integer(&reading->next, 1, number, err);
    else
        query_drop(&reading->next);
    return pool_take_rule(store, &reading->pool, rule, worked ? err : &unused) && worked;
}

static void count_answered(struct foreseen_answer *answered, struct counted_pool *counted)
{
    if (counts(answered))
        pool_count_ballot(counted, &answered->set, 1);
    if (counted->pool.rule == STOP_AT_TARGET)
        answered->ballots_left = pool_ballots_left(&counted->pool);
    answered->version = counted->version;
}

/* A set that others voted on and the annotator is to be asked, too; the offer stays empty where there is none. */
static bool offer_shared(const struct dealer *dealer, const struct foreseen_answer *answered,
                         const struct pool *pool, struct query *asked, struct offer *offer, struct err *err)
{
    struct slot_set set;
    if (pool->is_left_out || !overlap_has_any(&offer->overlap, offer->question_id, offer->number - 1)) {
        query_drop(asked);
        return true;
    }
    const struct asked_ballot own = {.deal = answered != NULL ? answered->deal : 0,
                                     .annotator_id = dealer->annotator_id,
                                     .is_vote = counts(answered),
                                     .set = answered != NULL ? answered->set : (struct slot_set){{0}}};
    const struct overlap_request request = {.overlap = offer->overlap,
                                            .question_id = offer->question_id,
                                            .annotator_id = dealer->annotator_id,
                                            .pool = pool};
    if (!sharing_take(asked, answered != NULL ? &own : NULL, &request, &set, err))
        return false;
    if (slot_set_size(&set) > 0)
        offer->deal = deal_offered_set(dealer, offer, &set);
    return true;
}

static bool offer_needed(struct store *store, const struct dealer *dealer,
                         const struct foreseen_answer *answered, struct query *taken,
                         struct deal_request *request, struct arena *arena, struct offer *offer,
                         struct err *err)
{
    if (!take_taken_sets(taken, answered != NULL ? &answered->set : NULL, arena, request, err) ||
        !read_adaptive(store, dealer, offer->question_id, answered, arena, request, err))
        return false;
    struct random_source random = random_of(dealer, offer);
    offer->deal = deal_ballot(request, &random);
    return true;
}

/* Whether nothing may be left to be dealt in its question once this ballot is answered, too. */
static void note_whether_last(struct store *store, const struct offer *offer, const struct pool *pool)
{
    if (offer->deal.n_slots > 0)
        store->ending_question = pool_may_end(pool) ? offer->question_id : 0;
}

/* What others were asked comes first: it is beside what the question needs. */
static bool choose_from(struct store *store, const struct dealer *dealer,
                        const struct foreseen_answer *answered, struct offer_reading *reading,
                        struct deal_request *request, struct arena *arena, struct offer *offer,
                        struct err *err)
{
    struct err unused;
    bool worked = true;
    if (offer->overlap.share > 0)
        worked = offer_shared(dealer, answered, &request->pool, &reading->asked, offer, err);
    else
        query_drop(&reading->asked);
    if (worked && offer->deal.n_slots == 0)
        return offer_needed(store, dealer, answered, &reading->taken, request, arena, offer, err);
    return query_end(&reading->taken, worked ? err : &unused) && worked;
}

/* What is read of a question whatever is offered in it. */
static bool take_question(struct store *store, struct offer_reading *reading, struct arena *arena,
                          struct counted_pool *counted, struct offer *offer, struct err *err)
{
    struct err unused;
    *offer = (struct offer){.question_id = reading->question_id};
    bool worked = pool_take(store, &reading->pool, arena, counted, err);
    worked = take_next(store, &reading->next, offer, worked ? err : &unused) && worked;
    return take_next_id(store, reading, worked ? err : &unused) && worked;
}

/* What the adaptive rule knows of a pool: for dealing, and, where a vote will be written, for what is left by the votes alone. */
static bool know_pool(struct store *store, const struct known_request *which,
                      struct foreseen_answer *answered, struct counted_pool *counted, struct arena *arena,
                      struct pool *pool, struct err *err)
{
    const struct known_vote vote =
        counts(answered) ? (struct known_vote){answered->deal, answered->choice} : (struct known_vote){0};
    struct known_request request = *which;
    request.vote = counts(answered) ? &vote : NULL;
    const bool is_held = pool_is_held(counted);
    if (counts(answered) && is_held) {
        const struct known_request by_votes = {which->question_id, NO_LEASES, 0, &vote};
        *pool = counted->pool;
        if (!known_read(store, &by_votes, arena, pool, err))
            return false;
        answered->ballots_left = pool_ballots_left(pool);
    }
    pool_count_held(counted);
    *pool = counted->pool;
    if (!known_read(store, &request, arena, pool, err))
        return false;
    if (counts(answered) && !is_held)
        answered->ballots_left = pool_ballots_left(pool);
    return true;
}

bool offer_take(struct store *store, const struct dealer *dealer, struct offer_reading *reading,
                struct foreseen_answer *answered, struct offer *offer, struct err *err)
{
    struct arena arena = {0};
    struct deal_request request = {0};
    struct counted_pool counted;
    struct foreseen_answer *own = answered_in(answered, reading->question_id);
    bool worked = take_question(store, reading, &arena, &counted, offer, err);
    store->deals_adaptively = worked && counted.pool.rule != STOP_AT_TARGET;
    if (worked && answered != NULL)
        answered->rule = counted.pool.rule;
    if (worked && own != NULL)
        count_answered(own, &counted);
    if (store->deals_adaptively) {
        foresee_adaptive(store, dealer, offer->question_id);
        worked = know_pool(store, &reading->pool.which, own, &counted, &arena, &request.pool, err);
    } else {
        pool_count_held(&counted);
        request.pool = counted.pool;
    }
    if (!worked) {
        query_drop(&reading->asked);
        query_drop(&reading->taken);
    } else {
        worked = choose_from(store, dealer, own, reading, &request, &arena, offer, err);
    }
    if (worked)
        note_whether_last(store, offer, &request.pool);
    arena_release(&arena);
    return worked;
}

static bool offer_from_question(struct store *store, const struct dealer *dealer, int64_t question_id,
                                struct foreseen_answer *answered, struct offer *offer, struct err *err)
{
    struct offer_reading reading = offer_ask(store, dealer, question_id, answered);
    return offer_take(store, dealer, &reading, answered, offer, err);
}

/* As foresee_shared has it. */
static struct offer_reading ask_shared(struct store *store, const struct dealer *dealer, int64_t question_id,
                                       const struct foreseen_answer *answered)
{
    int64_t except = answered != NULL ? answered->ballot_id : 0;
    const struct shared_with with = {dealer->annotator_id, dealer->now};
    return (struct offer_reading){
        .question_id = question_id,
        .pool = pool_ask(store, question_id, dealer->now, except),
        .next = ask_next(store, question_id),
        .asked = sharing_ask(store, &with, question_id, except),
    };
}

static bool offer_shared_from(struct store *store, const struct dealer *dealer, int64_t question_id,
                              struct foreseen_answer *answered, struct offer *offer, struct err *err)
{
    struct arena arena = {0};
    struct counted_pool counted;
    struct offer_reading reading = ask_shared(store, dealer, question_id, answered);
    bool worked = take_question(store, &reading, &arena, &counted, offer, err);
    if (worked)
        worked = offer_shared(dealer, answered_in(answered, question_id), &counted.pool, &reading.asked,
                              offer, err);
    else
        query_drop(&reading.asked);
    pool_count_held(&counted);
    if (worked && counted.pool.rule == STOP_AT_TARGET)
        note_whether_last(store, offer, &counted.pool);
    arena_release(&arena);
    return worked;
}

/* Questions that are looked through one after the other, to the first that has something: on a server several at once. */
struct question_batch {
    int64_t question_ids[256];
    size_t n, limit; /* that are there; that may be */
};

static void batch_begin_next(struct question_batch *batch, const struct store *store)
{
    enum { FIRST = 32, MOST = sizeof batch->question_ids / sizeof *batch->question_ids };
    size_t next = batch->limit == 0 ? FIRST : 4 * batch->limit;
    batch->limit = !db_is_on_server(store->db) ? 1 : next < MOST ? next : MOST;
    batch->n = 0;
}

/*
 * What others were asked in any question, so that it is asked while somebody labels and not only at the end. It is looked
 * for when nothing is left of the question in hand: with a setting alone, and then question by question, to the first that has it.
 */
static bool offer_shared_of_any(struct store *store, const struct dealer *dealer,
                                struct foreseen_answer *answered, struct offer *offer, struct err *err)
{
    const struct overlap overlap =
        offer->overlap; /* as it was read with the first question, or in its place */
    struct question_batch batch = {.limit = 0};
    bool worked = true, has_more = true;
    struct shared_questions list = sharing_start_questions(store);
    while (worked && has_more && offer->deal.n_slots == 0) {
        batch_begin_next(&batch, store);
        while (batch.n < batch.limit && sharing_next_question(&list, &overlap, &batch.question_ids[batch.n]))
            batch.n++;
        has_more = batch.n == batch.limit;
        for (size_t i = 0; i < batch.n; i++)
            foresee_shared(store, dealer, batch.question_ids[i], answered != NULL ? answered->ballot_id : 0);
        if (!store->keeps_ballots)
            foresee_next_id(store);
        for (size_t i = 0; worked && offer->deal.n_slots == 0 && i < batch.n; i++)
            worked = offer_shared_from(store, dealer, batch.question_ids[i], answered, offer, err);
    }
    return sharing_end_questions(&list, worked, err);
}

/* --- The least done ------------------------------------------------------------------------------- */

/* Seldom more than the first ones are looked at. */
enum { WORK_FIRST = 32, WORK_BEHIND = 500 };

static struct work_reading ask_work_behind(struct store *store, const struct dealer *dealer,
                                           int64_t ballots_done, int64_t place, int64_t limit)
{
    struct work_reading reading = {query_start(store->db, STATEMENT_QUESTION_WITH_WORK_LIST), limit};
    query_bind_integer(&reading.query, 1, dealer->now);
    query_bind_integer(&reading.query, 2, ballots_done);
    query_bind_integer(&reading.query, 3, place);
    query_bind_integer(&reading.query, 4, limit);
    query_ask(&reading.query);
    return reading;
}

struct work_reading work_ask(struct store *store, const struct dealer *dealer)
{
    return ask_work_behind(store, dealer, INT64_MIN, INT64_MIN, WORK_FIRST);
}

/* Questions with work, as they come: with the fewest votes first. */
struct work_list {
    struct question_with_work *questions;
    size_t n;
    struct question_with_work last; /* that was read */
    bool is_whole;                  /* there are no more of them */
};

static bool take_work(struct work_reading *reading, struct arena *arena, struct work_list *list,
                      struct err *err)
{
    int64_t n = 0;
    for (; query_next(&reading->query); n++) {
        list->last = read_question_with_work(&reading->query);
        ARENA_PUSH(arena, list->questions, list->n) = list->last;
    }
    list->is_whole = n < reading->limit;
    return query_end(&reading->query, err);
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
static size_t find_start(const struct work_list *list, const struct store *store, const struct dealer *dealer)
{
    enum { PLACES_AT_FIRST = 8, DOUBLINGS_MAX = 2 };
    size_t least = find_least_done(list);
    if (store->n_met_others == 0 || least == list->n)
        return least;
    unsigned doublings = store->n_met_others <= DOUBLINGS_MAX ? store->n_met_others - 1 : DOUBLINGS_MAX;
    struct random_source random = random_from(dealer->uuid_seed, store->n_met_others);
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
static bool offer_least_done(struct store *store, const struct dealer *dealer, struct arena *arena,
                             struct work_list *list, struct foreseen_answer *answered, struct offer *offer,
                             struct err *err)
{
    bool worked = true;
    while (worked && offer->deal.n_slots == 0 && (list->n > 0 || !list->is_whole)) {
        size_t start = find_start(list, store, dealer);
        if (is_least(list, start)) {
            worked =
                offer_from_question(store, dealer, list->questions[start].question_id, answered, offer, err);
            remove_question(list, start);
            continue;
        }
        struct work_reading reading =
            ask_work_behind(store, dealer, list->last.ballots_done, list->last.place, WORK_BEHIND);
        worked = take_work(&reading, arena, list, err);
    }
    return worked;
}

/* As the last question had it. */
static enum stop_rule likely_rule(const struct store *store)
{
    return store->deals_adaptively ? STOP_WHEN_SETTLED : STOP_AT_TARGET;
}

static void foresee_least_done(struct store *store, const struct dealer *dealer, const struct work_list *list,
                               const struct foreseen_answer *answered)
{
    size_t start = find_start(list, store, dealer);
    if (start < list->n && is_least(list, start))
        offer_foresee(store, dealer, list->questions[start].question_id, answered, likely_rule(store));
}

/* --- Controls --------------------------------------------------------------------------------------- */

/* Which control goes behind the ballot of this stream. */
static struct drawn_control draw_control(const struct dealer *dealer, const struct control_plan *plan,
                                         uint64_t stream)
{
    return control_draw(plan, random_from(~dealer->seed, stream));
}

/* In the place of what is offered, where the answered ballot has one behind it. */
static bool offer_control_behind(struct store *store, const struct dealer *dealer,
                                 const struct foreseen_answer *answered, struct offer *offer, struct err *err)
{
    struct control_choice choice;
    struct drawn_control control =
        draw_control(dealer, &offer->plan, stream_of(answered->question_id, answered->deal));
    if (control.is == CONTROL_ABSENT)
        return true;
    if (!controls_choose(store, dealer->annotator_id, &control, &choice, err))
        return false;
    if (slot_set_size(&choice.set) == 0)
        return true;
    *offer = (struct offer){.question_id = choice.question_id,
                            .put_off = offer->question_id,
                            .number = choice.number,
                            .control = control.is,
                            .deal = deal_set_anew(&choice.set, choice.shown, &control.random)};
    return offer->number != 0 || ballot_next_deal(store, choice.question_id, &offer->number, err);
}

/*
 * Now and then a control goes before the ballot, which is dealt afterwards. Whether it does is drawn from the ballot that is
 * answered: what is drawn from the one that is dealt would stay the same behind the control. So what comes behind this
 * ballot is known by now, and who begins is asked none at first. A control leads back to the question in hand (0: there is
 * none), also where that is done.
 */
static bool offer_control(struct store *store, const struct dealer *dealer, int64_t in_hand,
                          const struct foreseen_answer *answered, struct offer *offer, struct err *err)
{
    const struct control_plan plan = offer->plan;
    if (plan.repeats <= 0 && !plan.has_gold)
        return true;
    if (answered != NULL && !offer_control_behind(store, dealer, answered, offer, err))
        return false;
    offer->next = draw_control(dealer, &plan, stream_of(offer->question_id, offer->number));
    if (offer->control != CONTROL_ABSENT && in_hand != 0 && in_hand != offer->put_off) {
        offer->put_off = in_hand;
        store->ending_question = in_hand;
    }
    return true;
}

/* --- By advice -------------------------------------------------------------------------------------- */

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

static bool offer_by_stakes(struct store *store, const struct dealer *dealer,
                            const struct deal_advice *advice, struct offer *offer, struct err *err)
{
    struct arena arena = {0};
    struct deal_request request = {.dealing = DEALING_ADAPTIVE};
    *offer = (struct offer){.question_id = advice->question_id};
    offer_foresee(store, dealer, offer->question_id, NULL, STOP_WHEN_SETTLED);
    bool loaded = pool_read_to_budget(store, offer->question_id, dealer->now, &arena, &request.pool, err) &&
                  ballot_next_deal(store, offer->question_id, &offer->number, err);
    if (loaded) {
        struct query taken = ask_taken_sets(store, dealer, offer->question_id);
        loaded = take_taken_sets(&taken, NULL, &arena, &request, err) &&
                 read_last_read(store, dealer, offer->question_id, NULL, &arena, &request, err);
    }
    if (loaded) {
        struct random_source random = random_of(dealer, offer);
        request.stakes = stakes_in(&request.pool, advice, &arena);
        offer->deal = deal_ballot(&request, &random);
    }
    arena_release(&arena);
    return loaded;
}

static bool offer_as_advised(struct store *store, const struct dealer *dealer, struct offer *offer,
                             struct err *err)
{
    for (size_t n_refused = 0; offer->deal.n_slots == 0; n_refused++) {
        struct deal_advice advice = {0};
        if (!dealer->advisor->advise(dealer->advisor->context, store, n_refused, &advice, err))
            return false;
        if (advice.question_id == 0)
            return true;
        if (!offer_by_stakes(store, dealer, &advice, offer, err))
            return false;
    }
    return true;
}

/* --- Any of them ------------------------------------------------------------------------------------ */

struct query question_in_hand_ask(struct store *store, const struct dealer *dealer)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_IN_HAND);
    query_bind_integer(&query, 1, dealer->annotator_id);
    query_ask(&query);
    return query;
}

/*
 * The one that the annotator answered last; 0: none. A control of another question does not lead away from it. With what is
 * shared of all. asked NULL: it is asked for now.
 */
static bool find_question_in_hand(struct store *store, const struct dealer *dealer, struct query *asked,
                                  int64_t *question_id, struct overlap *overlap, struct err *err)
{
    struct query asked_now;
    bool worked = true;
    if (asked == NULL)
        asked_now = question_in_hand_ask(store, dealer);
    struct query *query = asked != NULL ? asked : &asked_now;
    if (query_next(query)) {
        struct question_in_hand row = read_question_in_hand(query);
        *question_id = row.question_id;
        worked = sharing_find_overlap(store, row.overlap, overlap, err);
    }
    return query_end_visit(query, worked, err);
}

/* The one that comes first: the chosen one, or that in hand, unless others are met there; 0: there is none. */
static bool find_first_question(struct store *store, const struct dealer *dealer, int64_t chosen,
                                struct query *in_hand, const struct foreseen_answer *answered,
                                int64_t *question_id, struct overlap *overlap, struct err *err)
{
    const bool leaves = chosen == 0 && store->n_met_others > 0;
    *question_id = chosen;
    if (chosen == 0 && !leaves && answered != NULL && !answered->is_control)
        *question_id = answered->question_id;
    if (*question_id != 0) {
        if (in_hand != NULL)
            query_drop(in_hand);
        return true;
    }
    bool found = find_question_in_hand(store, dealer, in_hand, question_id, overlap, err);
    if (leaves)
        *question_id = 0;
    return found;
}

/* Of the first question, by what was asked of it, if that is the one. */
static bool offer_first(struct store *store, const struct dealer *dealer, int64_t question_id,
                        struct offer_reading *reading, struct foreseen_answer *answered, struct offer *offer,
                        struct err *err)
{
    if (reading != NULL && reading->question_id == question_id)
        return offer_take(store, dealer, reading, answered, offer, err);
    if (reading != NULL)
        offer_drop(store, reading, NULL);
    return question_id == 0 || offer_from_question(store, dealer, question_id, answered, offer, err);
}

/* What is shared comes first. What has the least done is asked for with it: seldom is anything left that is shared. */
static bool offer_elsewhere(struct store *store, const struct dealer *dealer, struct work_reading *work,
                            struct foreseen_answer *answered, struct offer *offer, struct err *err)
{
    const bool shares = offer->overlap.share > 0;
    struct arena arena = {0};
    struct work_list list = {0};
    struct work_reading asked_now;
    if (shares)
        sharing_foresee_questions(store);
    if (work == NULL)
        asked_now = work_ask(store, dealer);
    bool worked = take_work(work != NULL ? work : &asked_now, &arena, &list, err);
    if (worked && shares) {
        foresee_least_done(store, dealer, &list, answered);
        worked = offer_shared_of_any(store, dealer, answered, offer, err);
    }
    if (worked && offer->deal.n_slots == 0)
        worked = offer_least_done(store, dealer, &arena, &list, answered, offer, err);
    arena_release(&arena);
    return worked;
}

void offer_asked_drop(struct store *store, const struct offer_asked *asked)
{
    if (asked->question != NULL)
        offer_drop(store, asked->question, NULL);
    if (asked->in_hand != NULL)
        query_drop(asked->in_hand);
    if (asked->work != NULL)
        query_drop(&asked->work->query);
}

static bool offer_any(struct store *store, const struct dealer *dealer, int64_t question_id,
                      const struct offer_asked *asked, struct foreseen_answer *answered, struct offer *offer,
                      struct err *err)
{
    int64_t first = 0;
    bool worked = find_first_question(store, dealer, question_id, asked->in_hand, answered, &first,
                                      &offer->overlap, err);
    if (worked)
        worked = offer_first(store, dealer, first, asked->question, answered, offer, err);
    else if (asked->question != NULL)
        offer_drop(store, asked->question, NULL);
    bool goes_on = worked && question_id == 0;
    if (goes_on && offer->deal.n_slots == 0)
        worked = offer_elsewhere(store, dealer, asked->work, answered, offer, err);
    else if (asked->work != NULL)
        query_drop(&asked->work->query);
    return worked && (!goes_on || offer->deal.n_slots == 0 ||
                      offer_control(store, dealer, first, answered, offer, err));
}

/* What is read to find out is asked for once more, since it will be read again. */
bool offer_foresee_any(struct store *store, const struct dealer *dealer, const struct offer_asked *asked,
                       struct err *err)
{
    struct arena arena = {0};
    struct work_list list = {0};
    struct err unused;
    struct overlap overlap;
    int64_t question_id = 0;
    if (!db_is_on_server(store->db) || dealer->adjudicates || dealer->advisor != NULL)
        return true;
    bool worked = find_question_in_hand(store, dealer, asked->in_hand, &question_id, &overlap, err);
    worked = take_work(asked->work, &arena, &list, worked ? err : &unused) && worked;
    if (worked && question_id != 0)
        offer_foresee(store, dealer, question_id, NULL, likely_rule(store));
    if (worked)
        foresee_least_done(store, dealer, &list, NULL);
    *asked->in_hand = question_in_hand_ask(store, dealer);
    *asked->work = work_ask(store, dealer);
    arena_release(&arena);
    return worked;
}

bool offer_new(struct store *store, const struct dealer *dealer, int64_t question_id,
               const struct offer_asked *asked, struct foreseen_answer *answered, struct offer *offer,
               struct err *err)
{
    *offer = (struct offer){0};
    if (question_id != 0 || dealer->advisor == NULL)
        return offer_any(store, dealer, question_id, asked, answered, offer, err);
    offer_asked_drop(store, asked);
    return offer_as_advised(store, dealer, offer, err);
}

/* --- For a judge ------------------------------------------------------------------------------------ */

static bool offer_contested_from(struct store *store, const struct dealer *dealer, int64_t question_id,
                                 const struct offer_asked *asked, const struct foreseen_answer *answered,
                                 struct offer *offer, struct err *err)
{
    struct slot_set set;
    bool is_last;
    *offer = (struct offer){.question_id = question_id};
    const bool is_own = answered != NULL && answered->question_id == question_id;
    if (!adjudicating_choose(store, dealer->annotator_id, question_id, is_own ? &answered->set : NULL, &set,
                             &is_last, err))
        return false;
    if (slot_set_size(&set) == 0)
        return true;
    offer->number = asked->next.question_id == question_id ? asked->next.number : 0;
    if (offer->number == 0 && !ballot_next_deal(store, question_id, &offer->number, err))
        return false;
    offer->deal = deal_offered_set(dealer, offer, &set);
    store->ending_question = is_last ? question_id : 0;
    return true;
}

static void foresee_contested(struct store *store, int64_t question_id)
{
    struct query next = start_next(store, question_id);
    adjudicating_foresee(store, question_id);
    query_foresee(&next);
}

/* What others disagree on: in the question in hand as long as it has any of it, then in all of them. */
static bool offer_contested_of_any(struct store *store, const struct dealer *dealer, int64_t from,
                                   const struct offer_asked *asked, const struct foreseen_answer *answered,
                                   struct offer *offer, struct err *err)
{
    struct arena arena = {0};
    struct question_batch batch = {.limit = 0};
    int64_t *question_ids = NULL;
    size_t n = 0;
    bool worked = from == 0 || offer_contested_from(store, dealer, from, asked, answered, offer, err);
    if (worked && offer->deal.n_slots == 0)
        worked = adjudicating_list_questions(store, dealer->annotator_id, &arena, &question_ids, &n, err);
    for (size_t i = 0, foreseen = 0; worked && offer->deal.n_slots == 0 && i < n; i++) {
        if (i == foreseen) {
            batch_begin_next(&batch, store);
            foresee_next_id(store);
            for (; foreseen < n && foreseen < i + batch.limit; foreseen++)
                foresee_contested(store, question_ids[foreseen]);
        }
        worked = offer_contested_from(store, dealer, question_ids[i], asked, answered, offer, err);
    }
    arena_release(&arena);
    return worked;
}

bool offer_contested(struct store *store, const struct dealer *dealer, int64_t question_id,
                     const struct offer_asked *asked, const struct foreseen_answer *answered,
                     struct offer *offer, struct err *err)
{
    int64_t from = 0;
    struct overlap unused;
    *offer = (struct offer){0};
    if (asked->work != NULL)
        query_drop(&asked->work->query);
    if (question_id != 0)
        return offer_contested_from(store, dealer, question_id, asked, answered, offer, err);
    return find_first_question(store, dealer, 0, asked->in_hand, answered, &from, &unused, err) &&
           offer_contested_of_any(store, dealer, from, asked, answered, offer, err);
}

/* --- Kept ------------------------------------------------------------------------------------------- */

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

bool ballot_put(struct store *store, const struct dealer *dealer, const struct offer *offer,
                struct taken_ballot *ballot, struct err *err)
{
    *ballot = (struct taken_ballot){.question_id = offer->question_id};
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
        bind_documents(&query, 8, offer->deal.document_ids, offer->deal.n_slots);
    store->dealt = (struct dealt_ballot){ballot->ballot_id, offer->next};
    store->control = (struct dealt_control){0};
    if (offer->control != CONTROL_ABSENT)
        store->control = (struct dealt_control){ballot->ballot_id, offer->put_off};
    return query_post(&query, err) &&
           (db_is_on_server(store->db) ||
            ballot_add_slots(store, ballot->ballot_id, offer->deal.document_ids, offer->deal.n_slots, err));
}
