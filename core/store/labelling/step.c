#include "core/store/labelling/step.h"

#include "core/store/store_private.h"

static struct query begin_start(const struct labelling_step *step)
{
    struct query query = query_start(step->store->db, STATEMENT_STEP_START);
    query_bind_integer(&query, 1, step->to.annotator_id);
    return query;
}

struct labelling_step step_begin(struct store *store, const struct dealer *dealer)
{
    const struct labelling_step step = {
        .store = store,
        .dealer = dealer,
        .to = {.annotator_id = dealer->annotator_id,
               .now = dealer->now,
               .seed = dealer->seed,
               .glanced_question = dealer->glanced_question,
               .glanced_candidate = dealer->glanced_candidate},
    };
    if (db_is_on_server(store->db)) {
        struct query start = begin_start(&step);
        deal_rules_prefetch(store);
        query_prefetch(&start);
    }
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
    if (!db_is_on_server(step->store->db) || question_id == 0 || is_prefetched(step, question_id) ||
        find_docket(step, question_id) != NULL)
        return;
    ARENA_PUSH(&step->arena, step->prefetched, step->n_prefetched) = question_id;
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
