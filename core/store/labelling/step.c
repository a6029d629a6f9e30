#include "core/store/labelling/step.h"

#include "core/base/memory.h"
#include "core/judge/control.h"
#include "core/store/store_private.h"

#include <stdlib.h>

static struct query begin_start(const struct labelling_step *step)
{
    struct query query = query_start(step->store->db, STATEMENT_STEP_START);
    query_bind_integer(&query, 1, step->to.annotator_id);
    if (step->stamped != 0) /* an unbound parameter is NULL */
        query_bind_integer(&query, 2, step->stamped);
    if (step->behind != 0)
        query_bind_integer(&query, 3, step->behind);
    return query;
}

static void set_dealer(struct labelling_step *step, const struct dealer *dealer)
{
    step->dealer = dealer;
    step->to = (struct dealt_to){.annotator_id = dealer->annotator_id,
                                 .now = dealer->now,
                                 .seed = dealer->seed,
                                 .glanced_question = dealer->glanced_question,
                                 .glanced_candidate = dealer->glanced_candidate};
}

/* The stamp comes first: a change behind it is found, even if the rest was read with it. */
static void prefetch_start(const struct labelling_step *step)
{
    struct query start = begin_start(step);
    query_prefetch(&start);
    deal_rules_prefetch(step->store);
}

struct labelling_step step_begin(struct store *store, const struct dealer *dealer)
{
    struct labelling_step step = {.store = store};
    set_dealer(&step, dealer);
    if (db_is_on_server(store->db))
        prefetch_start(&step);
    return step;
}

void step_end(struct labelling_step *step)
{
    arena_release(&step->arena);
}

static bool read_start(struct labelling_step *step, struct err *err)
{
    struct query query = begin_start(step);
    while (query_next(&query)) {
        const struct step_start row = read_step_start(&query);
        step->next_answer = row.next_answer;
        step->next_ballot = row.next_ballot;
        step->in_hand = row.in_hand;
        step->stamp = row.stamp;
        if (row.ballot_id != 0)
            ARENA_PUSH(&step->arena, step->open.ballots, step->open.n) =
                (struct kept_ballot){row.ballot_id, row.question_id, row.lease_until};
    }
    return query_end(&query, err);
}

bool step_read(struct labelling_step *step, struct err *err)
{
    step->is_read = step->is_read || (deal_rules_read_told(step->store, &step->rules, &step->told, err) &&
                                      read_start(step, err));
    return step->is_read;
}

/* --- Ahead ---------------------------------------------------------------------------------------- */

static void forget_ahead(struct store *store)
{
    arena_release(&store->ahead_arena);
    free(store->ahead);
    store->ahead = NULL;
}

/* A control needs more than its own question. */
static bool can_be_read_ahead(const struct store *store, const struct dealer *dealer,
                              const struct taken_ballot *ballot)
{
    const struct expectation *then = &ballot->then;
    return db_is_on_server(store->db) && ballot->ballot_id != 0 && ballot->standing_id == 0 &&
           !dealer->adjudicates && dealer->advisor == NULL && then->behind.is == CONTROL_ABSENT &&
           then->back_to == 0;
}

static void forget_expected(struct store *store)
{
    arena_release(&store->expected_arena);
    free(store->expected);
    store->expected = NULL;
}

/* Copies the docket as it is behind the answer that it has, with the ballot that was dealt. */
static struct docket *copy_docket(const struct docket *docket, const struct docket_ballot *dealt,
                                  struct arena *arena)
{
    struct docket *copy = arena_get(arena, sizeof *copy);
    struct pool_candidate *candidates = arena_get_array(arena, docket->n_candidates, sizeof *candidates);
    for (size_t i = 0; i < docket->n_candidates; i++)
        candidates[i] = docket->candidates[i];
    *copy = *docket;
    copy->candidates = candidates;
    copy->ballots = arena_get_array(arena, docket->n_ballots + 1, sizeof *copy->ballots);
    for (size_t i = 0; i < docket->n_ballots; i++)
        copy->ballots[i] = docket->ballots[i];
    copy->ballots[copy->n_ballots++] = *dealt;
    copy->version++;
    return copy;
}

/* The server gives what is missing with the answer (take_rest). */
void step_expect(struct labelling_step *step, const struct docket *docket, const struct docket_ballot *dealt)
{
    struct store *store = step->store;
    if (!step->has_stamp || step->answered->is_control)
        return;
    struct labelling_step *then = memory_get_zeroed(1, sizeof *then);
    *then = (struct labelling_step){.store = store,
                                    .stamped = docket->question_id,
                                    .behind = step->answered->ballot_id,
                                    .rules = step->rules,
                                    .told = step->told,
                                    .in_hand = docket->question_id};
    ARENA_PUSH(&then->arena, then->dockets, then->n_dockets) = copy_docket(docket, dealt, &then->arena);
    for (size_t i = 0; i < step->open.n; i++) {
        if (step->open.ballots[i].ballot_id != 0)
            ARENA_PUSH(&then->arena, then->open.ballots, then->open.n) = step->open.ballots[i];
    }
    ARENA_PUSH(&then->arena, then->open.ballots, then->open.n) =
        (struct kept_ballot){dealt->ballot_id, docket->question_id, dealt->lease_until};
    store->expected = then;
    store->expected_arena = then->arena;
}

/* The answer of a transaction that was rolled back is no longer tried. */
static bool is_expected(const struct store *store, const struct taken_ballot *ballot)
{
    const struct labelling_step *expected = store->expected;
    return expected != NULL && expected->behind == store->tried_ballot &&
           docket_find(expected->dockets[0], ballot->ballot_id) != NULL;
}

/* Begins the step that is expected, or an empty one. */
static void begin_ahead(struct store *store, const struct taken_ballot *ballot, struct labelling_step *step)
{
    *step = (struct labelling_step){.store = store, .stamped = ballot->question_id};
    if (is_expected(store, ballot)) {
        *step = *store->expected;
        step->arena = store->expected_arena;
        store->expected_arena = (struct arena){0};
    }
    forget_expected(store);
}

/* Takes the rest of a step that was expected; false: the server has not given it. */
static bool take_rest(struct labelling_step *step)
{
    enum { NEXT_ANSWER = 1, NEXT_BALLOT, STAMP }; /* of answer_add in acts.sql */
    const struct db *db = step->store->db;
    step->next_answer = db_tried_integer(db, NEXT_ANSWER);
    step->next_ballot = db_tried_integer(db, NEXT_BALLOT);
    step->stamp = db_tried_integer(db, STAMP);
    step->dockets[0]->rules = &step->rules;
    step->is_read = true;
    return step->next_answer > 0 && step->next_ballot > 0;
}

/* The answer was refused, so nothing is as expected. */
static bool read_refused(struct labelling_step *step, struct err *err)
{
    struct docket *docket = arena_get(&step->arena, sizeof *docket);
    step->open.n = step->n_dockets = 0;
    if (!step_read(step, err) || !docket_read_unless(step->store, &step->rules, step->stamped, step->behind,
                                                     &step->arena, docket, err))
        return false;
    ARENA_PUSH(&step->arena, step->dockets, step->n_dockets) = docket;
    return true;
}

/* Nothing that was prefetched for the present step may be taken for the next one. */
bool step_prefetch_ahead(struct store *store, const struct dealer *dealer, const struct taken_ballot *ballot,
                         struct labelling_step *step)
{
    forget_ahead(store);
    if (!can_be_read_ahead(store, dealer, ballot)) {
        forget_expected(store);
        return false;
    }
    db_drop_prefetched(store->db);
    begin_ahead(store, ballot, step);
    set_dealer(step, dealer);
    prefetch_start(step);
    if (step->behind != 0) {
        docket_prefetch_unless(store, step->stamped, step->behind);
        return true;
    }
    step_prefetch(step, ballot->question_id);
    step_prefetch(step, store->tried_question);
    return true;
}

const struct docket *step_expected_docket(const struct labelling_step *step)
{
    return step->behind != 0 ? step->dockets[0] : NULL;
}

/* A failure comes again, and is told, when the answer reads the same. */
static bool finish_ahead(struct labelling_step *step, int64_t question_id, bool was_refused)
{
    struct docket *docket;
    if (step->behind != 0)
        return was_refused ? read_refused(step, err_ignored()) : take_rest(step);
    return step_read(step, err_ignored()) && step_docket(step, question_id, &docket, err_ignored());
}

void step_read_ahead(struct labelling_step *step, const struct taken_ballot *ballot, bool was_refused)
{
    struct store *store = step->store;
    struct labelling_step *kept = memory_get_zeroed(1, sizeof *kept);
    *kept = *step; /* before it is read, because dockets refer to its rules */
    kept->ahead_of = was_refused ? store->tried_ballot : ballot->ballot_id;
    kept->has_stamp = !was_refused;
    if (!finish_ahead(kept, was_refused ? store->tried_question : ballot->question_id, was_refused)) {
        step_end(kept);
        free(kept);
        return;
    }
    kept->n_prefetched = 0; /* what was not taken is dropped with the transaction */
    store->ahead = kept;
    store->ahead_arena = kept->arena;
}

struct labelling_step *step_take_ahead(struct store *store, const struct dealer *dealer,
                                       const struct taken_ballot *ballot)
{
    forget_expected(store);
    if (store->ahead != NULL && store->ahead->ahead_of != ballot->ballot_id)
        forget_ahead(store);
    struct labelling_step *step = store->ahead;
    store->ahead = NULL;
    store->ahead_arena = (struct arena){0};
    if (step != NULL)
        set_dealer(step, dealer);
    return step;
}

/* --- Dockets -------------------------------------------------------------------------------------- */

static struct docket *find_docket(const struct labelling_step *step, int64_t question_id)
{
    for (size_t i = 0; i < step->n_dockets; i++) {
        if (step->dockets[i]->question_id == question_id)
            return step->dockets[i];
    }
    return NULL;
}

static bool is_prefetched(const struct labelling_step *step, int64_t question_id)
{
    size_t i = 0;
    while (i < step->n_prefetched && step->prefetched[i] != question_id)
        i++;
    return i < step->n_prefetched;
}

void step_prefetch(struct labelling_step *step, int64_t question_id)
{
    if (!db_is_on_server(step->store->db) || question_id == 0 || is_prefetched(step, question_id))
        return;
    ARENA_PUSH(&step->arena, step->prefetched, step->n_prefetched) = question_id;
    if (find_docket(step, question_id) == NULL)
        docket_prefetch(step->store, question_id);
    if (step->is_read && step->rules.dealing == DEALING_ADAPTIVE)
        pool_prefetch_texts(step->store, question_id);
}

bool step_docket(struct labelling_step *step, int64_t question_id, struct docket **docket, struct err *err)
{
    *docket = find_docket(step, question_id);
    if (*docket != NULL)
        return true;
    struct docket *read = arena_get(&step->arena, sizeof *read);
    if (!docket_read(step->store, &step->rules, question_id, &step->arena, read, err))
        return false;
    ARENA_PUSH(&step->arena, step->dockets, step->n_dockets) = read;
    *docket = read;
    return true;
}

void step_prefetch_least(struct labelling_step *step, int64_t passed)
{
    docket_prefetch_least(step->store, step->to.now, passed);
    step->least_passed = passed;
    step->prefetched_least = true;
}

bool step_read_least(struct labelling_step *step, struct err *err)
{
    struct docket *read;
    if (!step->prefetched_least)
        return true;
    step->prefetched_least = false;
    read = arena_get(&step->arena, sizeof *read);
    if (!docket_read_least(step->store, &step->rules, step->to.now, step->least_passed, &step->arena, read,
                           err))
        return false;
    if (read->question_id != 0 && find_docket(step, read->question_id) == NULL)
        ARENA_PUSH(&step->arena, step->dockets, step->n_dockets) = read;
    return true;
}

bool step_look_at(struct labelling_step *step, int64_t question_id, struct arena *arena,
                  struct docket *docket, struct err *err)
{
    const struct docket *found = find_docket(step, question_id);
    if (found == NULL)
        return docket_read(step->store, &step->rules, question_id, arena, docket, err);
    *docket = *found;
    return true;
}

/* Only the likeness of one pool is in memory, so a pool that was taken before may lose it. */
bool step_take_pool(struct labelling_step *step, const struct docket *docket, enum stop_rule rule,
                    const struct counted_at *at, struct pool *pool, struct err *err)
{
    step->last.docket = NULL;
    return pool_take(step->store, docket, rule, at, &step->arena, pool, err);
}

bool step_pool(struct labelling_step *step, const struct docket *docket, struct pool *pool, struct err *err)
{
    const struct counted_at now = {.now = step->to.now};
    const enum stop_rule rule = stop_rule_of(step->rules.dealing);
    if (step->last.docket != docket) {
        if (!step_take_pool(step, docket, rule, &now, &step->last.pool, err))
            return false;
        step->last.docket = docket;
    }
    *pool = step->last.pool;
    return true;
}

/* If nobody holds a ballot of the question, the pool of step_pool knows only votes, and serves here, too. */
bool step_ballots_left(struct labelling_step *step, const struct docket *docket, int64_t *ballots_left,
                       struct err *err)
{
    struct pool pool;
    const struct counted_at votes = {.now = NO_LEASES};
    const enum stop_rule rule = stop_rule_of(step->rules.dealing);
    if (rule == STOP_WHEN_SETTLED && !step_pool(step, docket, &pool, err))
        return false;
    const bool is_held = rule == STOP_AT_TARGET || pool.known->n_ballots > pool.n_votes;
    if (is_held && !step_take_pool(step, docket, rule, &votes, &pool, err))
        return false;
    *ballots_left = pool_ballots_left(&pool);
    return true;
}
